/** Asks a signed-in member for the login password again, with the same limit of guesses as a login. */
import type { Member } from '../../kernel/members/members.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { accountSubject, type Attempt, type Auth } from '../auth/index.ts';

/**
 * Gives the attempt, to be given back with the change it was made for.
 * Fails with: wrong-login-password naming the field, too-many-requests with the seconds to wait.
 */
export async function checkLoginPassword(
  deps: { passwords: Passwords; auth: Pick<Auth, 'attempts'> },
  member: Member,
  given: { password: string; field: string },
): Promise<Attempt> {
  let attempt: Attempt | undefined;
  const isRight = await deps.passwords.isRight({
    stored: member.passwordHash,
    password: given.password,
    before: async () => {
      attempt = await deps.auth.attempts.take([accountSubject(member.id)]);
    },
  });
  if (!isRight || attempt === undefined)
    throw new Refusal('wrong-login-password', { fields: [given.field] });
  return attempt;
}
