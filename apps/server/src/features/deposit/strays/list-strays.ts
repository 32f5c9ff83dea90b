/** Transfers that could be credited to nobody, as the console shows them. */
import { formatDecimal } from '@tern/money';
import type { StrayTransfer } from '@tern/protocol/operator';
import type { Page } from '../../../kernel/page.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { LETTER } from '../deposit-row.ts';
import { STRAY } from './propose-stray.ts';
import { countStrays, type ListedStray, listStraysQuery } from '../store-strays.ts';

export interface WantedStrays {
  page: Page;
  state: 'open' | 'settled' | undefined;
  fault: string | undefined;
  search: string;
}

/** Newest first. */
export async function listStrays(reader: Reader, { page, state, fault, search }: WantedStrays) {
  const filter = [state ?? null, fault ?? null, search.trim() || null] as const;
  const [rows, { total }] = await Promise.all([
    reader.many(listStraysQuery, [...filter, page.limit, page.offset]),
    reader.one(countStrays, filter),
  ]);
  const list = await Promise.all(rows.map((row) => rowOf(reader, row)));
  return { list, total, page: page.number, pageSize: page.limit };
}

async function rowOf(reader: Reader, row: ListedStray): Promise<StrayTransfer> {
  const { reference, asset, network, address, amount, txid, fault, seenAt, proposalId } = row;
  const review = proposalId === null ? undefined : await reviewOf(reader, STRAY, proposalId);
  return {
    reference,
    coinname: asset,
    czline: network,
    address,
    num: formatDecimal(amount),
    txid,
    fault,
    seenAt: isoTime(seenAt),
    state: stateOf(row),
    reviewId: review?.id ?? null,
    depositNo: row.depositId === null ? null : `${LETTER}-${row.depositId}`,
  };
}

function stateOf({ depositId, dismissedAt, proposalId }: ListedStray): StrayTransfer['state'] {
  if (depositId !== null) return 'credited';
  if (dismissedAt !== null) return 'dismissed';
  return proposalId === null ? 'open' : 'proposed';
}
