/** Unmatched transfers, as the console shows them. */
import { formatDecimal } from '@tern/money';
import type { UnmatchedTransfer } from '@tern/protocol/operator';
import { type Page, readPage } from '../../../../kernel/requests/page.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { deposits } from '../deposit/deposits.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { UNMATCHED } from './propose-unmatched.ts';
import { type ListedUnmatched, unmatchedPages } from './store.ts';

export interface UnmatchedQuery {
  page: Page;
  state: 'open' | 'settled' | undefined;
  fault: string | undefined;
  search: string;
}

/** Newest first. */
export function listUnmatched(reader: Reader, { page, state, fault, search }: UnmatchedQuery) {
  return readPage(reader, unmatchedPages, {
    filter: [state ?? null, fault ?? null, search.trim() || null],
    page,
    row: (row) => rowOf(reader, row),
  });
}

async function rowOf(reader: Reader, row: ListedUnmatched): Promise<UnmatchedTransfer> {
  const { reference, asset, network, address, amount, txid, fault, seenAt, proposalId } = row;
  const review = proposalId === null ? undefined : await reviewOf(reader, UNMATCHED, proposalId);
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
    depositNo: row.depositId === null ? null : recordNoOf(deposits, row.depositId),
  };
}

function stateOf({
  depositId,
  dismissedAt,
  houseAt,
  proposalId,
}: ListedUnmatched): UnmatchedTransfer['state'] {
  if (depositId !== null) return 'credited';
  if (dismissedAt !== null) return 'dismissed';
  if (houseAt !== null) return 'house';
  return proposalId === null ? 'open' : 'proposed';
}
