/** The member behind a session, and a new check of their login password with the same limit of attempts as a login. */
import { type Member, memberById } from '../../kernel/members/members.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { accountSubject, type Attempt, type Auth } from '../auth/index.ts';
import type { Reader } from '../../platform/database/database.ts';

/** Fails with: a thrown error; members are never removed, so a session always has one. */
export async function ownData(reader: Reader, memberId: number): Promise<Member> {
  const member = await memberById(reader, memberId);
  if (member === undefined) throw new Error(`no member ${memberId} behind a session`);
  return member;
}

/**
 * Returns the attempt; refund it in the transaction of the change.
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
