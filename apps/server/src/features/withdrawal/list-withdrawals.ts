/** A member's own withdrawals, and one of them. */
import { pageOf } from '../../kernel/page.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { countOfMember, withdrawalOfMember, withdrawalsOfMember } from './store.ts';
import { withdrawalRow } from './withdrawal-row.ts';

/** Newest first. */
export async function listWithdrawals(
  reader: Reader,
  memberId: number,
  input: { page?: number | string; pageSize?: number | string },
) {
  const page = pageOf(input);
  const [rows, { total }] = await Promise.all([
    reader.many(withdrawalsOfMember, [memberId, page.limit, page.offset]),
    reader.one(countOfMember, [memberId]),
  ]);
  return { list: rows.map(withdrawalRow), total, page: page.number, pageSize: page.limit };
}

/** Fails with: 5007 for one that is absent or another member's. */
export async function findWithdrawal(reader: Reader, memberId: number, id: number) {
  const found = await reader.maybe(withdrawalOfMember, [id, memberId]);
  if (found === undefined) throw new Refusal(5007);
  return withdrawalRow(found);
}
