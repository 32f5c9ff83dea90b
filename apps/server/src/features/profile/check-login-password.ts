/** Checks the login password of a signed-in member again, with the same limit of attempts as a login. */
import type { Member } from '../../kernel/members/members.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { accountSubject, type Attempt, type Auth } from '../auth/index.ts';

/**
 * Returns the attempt; give it back in the transaction of the change.
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
