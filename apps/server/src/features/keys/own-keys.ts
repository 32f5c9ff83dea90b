/** Lists the keys of a signed-in member. */
import { type Member, memberById } from '../../kernel/members/members.ts';
import type { Reader } from '../../platform/database/database.ts';
import { passwordMark } from './access/password-mark.ts';
import { type ApiKey, findKeysOf } from './store.ts';

/** Oldest first. */
export async function listKeys(reader: Reader, memberId: number): Promise<ApiKey[]> {
  return findKeysOf(reader, memberId, passwordMark(await ownMember(reader, memberId)));
}

/** Fails with: a thrown error, which would be a bug: members are never removed. */
export async function ownMember(reader: Reader, memberId: number): Promise<Member> {
  const member = await memberById(reader, memberId);
  if (member === undefined) throw new Error(`no member ${memberId} behind a session`);
  return member;
}
