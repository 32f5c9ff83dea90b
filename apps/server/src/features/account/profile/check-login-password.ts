/** The member behind a session, and a new check of their login password with the same limit of attempts as a login. */
import { type Member, memberById } from '../../../kernel/members/members.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { accountSubject, type Attempt, type Auth } from '../auth/index.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';

/** @throws Error; members are never removed, so a session always has one */
export async function ownData(reader: Reader, memberId: number): Promise<Member> {
  const member = await memberById(reader, memberId);
  if (member === undefined) throw new Error(`no member ${memberId} behind a session`);
  return member;
}

/**
 * A right password is no attempt, whatever the call is refused for afterwards: members give it twice when they have to confirm.
 * @throws wrong-login-password naming the field, too-many-requests with the seconds to wait
 */
export async function checkLoginPassword(
  deps: { database: Database; passwords: Passwords; auth: Pick<Auth, 'attempts'> },
  member: Member,
  given: { password: string; field: string },
): Promise<void> {
  const { attempts } = deps.auth;
  let attempt: Attempt | undefined;
  const isRight = await deps.passwords.isRight({
    stored: member.passwordHash,
    password: given.password,
    before: async () => {
      attempt = await attempts.take([accountSubject(member.id)]);
    },
  });
  const taken = attempt;
  if (!isRight || taken === undefined)
    throw new Refusal('wrong-login-password', { fields: [given.field] });
  await deps.database.transaction((tx) => attempts.refund(tx, taken));
}
