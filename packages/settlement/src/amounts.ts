/** The payout of a settled timed contract: a win returns the stake plus stake × ratio, a loss takes the stake. */
import { type Amount, negate, portion, quantize, subtract, ZERO } from '@tern/money';
import type { Terms, Tick } from './terms.ts';

export type Direction = 'up' | 'down';
export type Outcome = 'win' | 'loss' | 'tie';

export interface Payout {
  /** The returned stake: all of it or nothing. */
  readonly returned: Amount;
  /** Stake × ratio of a win, rounded down to the asset's scale; 0 otherwise. */
  readonly winnings: Amount;
  /** The part of the exact winnings cut by rounding, for the rounding account. */
  readonly remainder: Amount;
  /** The member's gain or loss: the winnings, the negative stake, or 0. */
  readonly profit: Amount;
}

/** Up wins if the close is above the open, down if it is below; equal prices are a tie. */
export function outcomeOf(
  direction: Direction,
  open: Pick<Tick, 'price'>,
  close: Pick<Tick, 'price'>,
): Outcome {
  if (close.price === open.price) return 'tie';
  return close.price > open.price === (direction === 'up') ? 'win' : 'loss';
}

/** Units: `stake` in the terms' asset, more than 0. */
export function payoutOf(
  terms: Pick<Terms, 'payoutRatio' | 'assetScale'>,
  stake: Amount,
  outcome: Outcome,
): Payout {
  if (outcome === 'loss') {
    return { returned: ZERO, winnings: ZERO, remainder: ZERO, profit: negate(stake) };
  }
  if (outcome === 'tie') return refundStake(stake);
  const exact = portion(stake, terms.payoutRatio, 'down');
  const winnings = quantize(exact, terms.assetScale, 'down');
  return { returned: stake, winnings, remainder: subtract(exact, winnings), profit: winnings };
}

/** The payout of a tie, and of a contract that is void or invalid. */
export function refundStake(stake: Amount): Payout {
  return { returned: stake, winnings: ZERO, remainder: ZERO, profit: ZERO };
}
