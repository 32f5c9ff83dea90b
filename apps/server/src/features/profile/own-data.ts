/** The member behind a session. */
import { type Member, memberById } from '../../kernel/members/members.ts';
import type { Reader } from '../../platform/database/database.ts';

/** Fails with: a thrown error; members are never removed, so a session always has one. */
export async function ownData(reader: Reader, memberId: number): Promise<Member> {
  const member = await memberById(reader, memberId);
  if (member === undefined) throw new Error(`no member ${memberId} behind a session`);
  return member;
}
