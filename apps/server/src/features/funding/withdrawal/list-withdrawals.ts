/** A member's own withdrawals, and one of them. */
import { pageOf, type TransferRange } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import type { Reader } from '../../../platform/database/database.ts';
import {
  countOfMember,
  type Withdrawal,
  withdrawalOfMember,
  withdrawalsAfter,
  withdrawalsOfMember,
} from './store.ts';
import { statesOf, withdrawalRow } from './withdrawal-row.ts';

/** Newest first, of one status or all. */
export async function listWithdrawals(
  reader: Reader,
  memberId: number,
  input: {
    page?: number | string;
    pageSize?: number | string;
    status?: number | string;
    lang?: Lang;
  },
) {
  const page = pageOf(input);
  const states = statesOf(Number(input.status ?? 0));
  const [rows, { total }] = await Promise.all([
    reader.many(withdrawalsOfMember, [memberId, states, page.limit, page.offset]),
    reader.one(countOfMember, [memberId, states]),
  ]);
  return {
    list: rows.map((row) => withdrawalRow(row, input.lang)),
    total,
    page: page.number,
    pageSize: page.limit,
  };
}

/** For programs. */
export function withdrawalsIn(reader: Reader, range: TransferRange): Promise<Withdrawal[]> {
  const { memberId, asset, from, direction, limit } = range;
  return reader.many(withdrawalsAfter[direction], [memberId, asset, from, limit]);
}

/** Fails with: 5007 for one that is absent or another member's. */
export async function findWithdrawal(
  reader: Reader,
  memberId: number,
  { id, lang }: { id: number; lang: Lang },
) {
  const found = await reader.maybe(withdrawalOfMember, [id, memberId]);
  if (found === undefined) throw new Refusal(5007);
  return withdrawalRow(found, lang);
}
