/** A member's own payouts, and one of them. */
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { countPayouts, payoutOfMember, payoutsOfMember } from './store.ts';
import { stateOf } from '../request/transfer-status.ts';
import { payoutRow } from './payout-row.ts';

/** Newest first, of one status or all. */
export async function listPayouts(
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
  const state = stateOf(Number(input.status ?? 0));
  const [rows, { total }] = await Promise.all([
    reader.many(payoutsOfMember, [memberId, state, page.limit, page.offset]),
    reader.one(countPayouts, [memberId, state]),
  ]);
  return {
    list: rows.map((row) => payoutRow(row, input.lang)),
    total,
    page: page.number,
    pageSize: page.limit,
  };
}

/** Fails with: 5007 for one that is absent or another member's. */
export async function findPayout(
  reader: Reader,
  memberId: number,
  { id, lang }: { id: number; lang?: Lang },
) {
  const found = await reader.maybe(payoutOfMember, [id, memberId]);
  if (found === undefined) throw new Refusal(5007);
  return payoutRow(found, lang);
}
