/** Settles one timed contract: determines the prices first, then outcome and amounts. */
import type { Amount } from '@tern/money';
import {
  type Direction,
  type Outcome,
  outcomeOf,
  type Payout,
  payoutOf,
  refundStake,
} from './amounts.ts';
import { type Prices, pricesOf } from './prices.ts';
import type { Terms, Tick } from './terms.ts';

export interface Contract {
  readonly terms: Terms;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  readonly direction: Direction;
  /** In the terms' asset, more than 0. */
  readonly stake: Amount;
}

export type Settlement = Payout &
  (
    | (Extract<Prices, { status: 'settled' }> & { readonly outcome: Outcome })
    /** The stake is returned. */
    | (Exclude<Prices, { status: 'settled' }> & { readonly outcome: 'none' })
  );

/**
 * The result of a contract that is due, or that got no opening tick in time.
 * Shape: `ticks` of the terms' symbol in chain order, complete up to the due time (for a void contract, up to
 * the end of its opening span); later ones are ignored.
 */
export function settle(contract: Contract, ticks: readonly Tick[]): Settlement {
  const { terms, acceptedAt, direction, stake } = contract;
  const prices = pricesOf(terms, acceptedAt, ticks);
  if (prices.status !== 'settled') return { ...prices, outcome: 'none', ...refundStake(stake) };
  const outcome = outcomeOf(direction, prices.open, prices.close);
  return { ...prices, outcome, ...payoutOf(terms, stake, outcome) };
}
