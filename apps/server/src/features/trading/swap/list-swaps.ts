/** A member's swaps, one of them, and their API format. */
import { formatDecimal } from '@tern/money';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { countSwaps, type StoredSwap, swapOfMember, swapsOfMember } from './store.ts';

export function swapRow(swap: StoredSwap) {
  const at = isoTime(swap.createdAt);
  return {
    ID: swap.id,
    CreatedAt: at,
    UpdatedAt: at,
    from_coin: swap.fromAsset,
    to_coin: swap.toAsset,
    num: formatDecimal(swap.given),
    rate: formatDecimal(swap.rate),
    spread: formatDecimal(swap.spread),
    fee: formatDecimal(swap.fee),
    received: formatDecimal(swap.received),
  };
}

/** Newest first. */
export function listSwaps(
  reader: Reader,
  memberId: number,
  input: { page?: number | string; pageSize?: number | string },
) {
  return readPage(
    reader,
    { list: swapsOfMember, count: countSwaps },
    { filter: [memberId], page: pageOf(input), row: swapRow },
  );
}

/** @throws not-found, also for another member's swap */
export async function findSwap(reader: Reader, memberId: number, id: number) {
  const found = await reader.maybe(swapOfMember, [id, memberId]);
  if (found === undefined) throw new Refusal('not-found');
  return swapRow(found);
}
