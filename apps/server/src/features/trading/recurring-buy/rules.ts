/** How a sum is divided, when a price is too far off, and when skips pause a plan (docs/features/trading/recurring-buy.md). Pure. */
import {
  type Amount,
  add,
  divideInteger,
  negate,
  type Price,
  quantize,
  subtract,
  sum,
} from '@tern/money';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

/** What plans pay with. */
export const QUOTE = 'USDT';

/** A due time that nobody attended to is made up for so long, then skipped. */
export const MADE_UP_FOR_MS = DAY_MS;
/** A coin waits so long for a price near the reference, then it is skipped. */
export const WAITS_FOR_MS = HOUR_MS;
/** So many due times in a row at which nothing was bought pause the plan. */
export const SKIPS_MAX = 3;

const PERCENT = 100n;

/**
 * The part of each share (whole percents that add up to 100), rounded down to the scale of the quote asset; the largest share, of
 * equal ones the first, gets what is left, so that the parts are exactly the amount.
 */
export function splitAmount(
  amount: Amount,
  shares: readonly number[],
  quoteScale: number,
): Amount[] {
  const parts = shares.map((share) => {
    const exact = divideInteger(amount * BigInt(share), PERCENT, 'down') as Amount;
    return quantize(exact, quoteScale, 'down');
  });
  const left = subtract(amount, sum(parts));
  const largest = shares.indexOf(Math.max(...shares));
  return parts.map((part, at) => (at === largest ? add(part, left) : part));
}

/** Whether a price is more than 1 % off the reference price, in either direction. */
export function isOffReference(price: Price, reference: Price): boolean {
  const moved = subtract(price, reference);
  return (moved < 0n ? negate(moved) : moved) * PERCENT > reference;
}

/** Why a coin was skipped; `member`: by the member. */
export type Skip = 'funds' | 'closed' | 'price' | 'size' | 'account' | 'missed' | 'member';

/** How a due time ended: `declined` by the member, who skipped it. */
export type BuyEnd = 'bought' | 'skipped' | 'declined';

/** The skips in a row after a due time. */
export function skipsAfter(skips: number, end: BuyEnd): number {
  if (end === 'declined') return skips;
  return end === 'bought' ? 0 : skips + 1;
}

/** How a due time ends of whose coins `bought` say whether something was bought, and `skips` why not. */
export function endOf(bought: readonly boolean[], skips: readonly Skip[]): BuyEnd {
  if (bought.includes(true)) return 'bought';
  return skips.every((skip) => skip === 'member') ? 'declined' : 'skipped';
}
