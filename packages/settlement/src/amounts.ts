/** What a settled short contract pays: a win returns the stake and adds stake × ratio, a loss takes it (rules §1, §4). */
import { type Amount, negate, portion, quantize, subtract, ZERO } from '@tern/money';
import type { Terms, Tick } from './terms.ts';

export type Direction = 'up' | 'down';
export type Outcome = 'win' | 'loss' | 'tie';

export interface Payout {
  /** What returns to the member of the stake: all of it or nothing. */
  readonly returned: Amount;
  /** What a win adds, rounded down to the asset's places; 0 otherwise. */
  readonly winnings: Amount;
  /** What the rounding kept of the exact winnings, for the house's rounding account. */
  readonly remainder: Amount;
  /** What the member has more or less than before: winnings, minus the stake, or 0. */
  readonly profit: Amount;
}

/** Up wins if the close is above the open, down if it is below; equal prices are a tie. Source: rules §4. */
export function outcomeOf(
  direction: Direction,
  open: Pick<Tick, 'price'>,
  close: Pick<Tick, 'price'>,
): Outcome {
  if (close.price === open.price) return 'tie';
  return close.price > open.price === (direction === 'up') ? 'win' : 'loss';
}

/** Units: `stake` in the terms' asset, more than 0. Source: rules §1, §4. */
export function payoutOf(
  terms: Pick<Terms, 'payoutRatio' | 'assetScale'>,
  stake: Amount,
  outcome: Outcome,
): Payout {
  if (outcome === 'loss') {
    return { returned: ZERO, winnings: ZERO, remainder: ZERO, profit: negate(stake) };
  }
  if (outcome === 'tie') return stakeBack(stake);
  const exact = portion(stake, terms.payoutRatio, 'down');
  const winnings = quantize(exact, terms.assetScale, 'down');
  return { returned: stake, winnings, remainder: subtract(exact, winnings), profit: winnings };
}

/** The payout of a tie, and of a contract that is void or invalid. */
export function stakeBack(stake: Amount): Payout {
  return { returned: stake, winnings: ZERO, remainder: ZERO, profit: ZERO };
}
