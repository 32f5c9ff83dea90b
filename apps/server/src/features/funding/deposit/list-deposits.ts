/** A member's own deposits, and one of them. */
import { pageOf, type TransferRange } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { depositRow, stateOf } from './deposit-row.ts';
import {
  countOfMember,
  type Deposit,
  depositOfMember,
  depositsAfter,
  depositsOfMember,
} from './store.ts';

/** Newest first. */
export async function listDeposits(
  reader: Reader,
  memberId: number,
  input: { page?: number | string; pageSize?: number | string; status?: number | string },
) {
  const page = pageOf(input);
  const state = stateOf(Number(input.status ?? 0));
  const [rows, { total }] = await Promise.all([
    reader.many(depositsOfMember, [memberId, state, page.limit, page.offset]),
    reader.one(countOfMember, [memberId, state]),
  ]);
  return { list: rows.map(depositRow), total, page: page.number, pageSize: page.limit };
}

/** For programs. */
export function depositsIn(reader: Reader, range: TransferRange): Promise<Deposit[]> {
  const { memberId, asset, from, direction, limit } = range;
  return reader.many(depositsAfter[direction], [memberId, asset, from, limit]);
}

/** Fails with: 5007 for one that is absent or another member's. */
export async function findDeposit(reader: Reader, memberId: number, id: number) {
  const found = await reader.maybe(depositOfMember, [id, memberId]);
  if (found === undefined) throw new Refusal(5007);
  return depositRow(found);
}
