/** What a subscription may be: its window, bounds and cost. Pure. */
import { type Amount, fitsScale, ZERO } from '@tern/money';
import {
  type OfferingTerms,
  type OfferingPhase,
  phaseOf,
  type QuantityBounds,
  quantityBounds,
  subscriptionCost,
} from '@tern/settlement';

/** The terms of an offering, with what was sold of it in all and to the member. */
export interface Offered extends OfferingTerms {
  readonly scale: number;
  readonly sold: Amount;
  readonly bought: Amount;
  readonly isProhibited: boolean;
  /** Ended by operators before its window has. */
  readonly isClosed: boolean;
}

export function boundsOf(offered: Offered): QuantityBounds {
  return quantityBounds(offered, { inAll: offered.sold, toMember: offered.bought });
}

/** Units: `now` in epoch milliseconds. */
export function phaseAt(offered: Offered, now: number): OfferingPhase {
  return offered.isClosed ? 'ended' : phaseOf(offered, now);
}

/** Why an offering sells nothing now. Shape: `max` is 0 then. */
export type Closed = 'not-available' | 'not-yet' | 'above-maximum';

/** Undefined when it sells. Units: `now` in epoch milliseconds. */
export function whyClosed(offered: Offered, now: number): Closed | undefined {
  if (offered.isProhibited) return 'not-available';
  const phase = phaseAt(offered, now);
  if (phase !== 'open') return phase === 'coming' ? 'not-yet' : 'not-available';
  return boundsOf(offered).max === ZERO ? 'above-maximum' : undefined;
}

/** Why a quantity cannot be bought. Undefined when it can. */
export function whyRefused(
  offered: Offered,
  quantity: Amount,
): 'invalid-request' | 'below-minimum' | 'above-maximum' | undefined {
  const { min, max } = boundsOf(offered);
  if (quantity <= ZERO || !fitsScale(quantity, offered.scale)) return 'invalid-request';
  if (quantity < min) return 'below-minimum';
  return quantity > max ? 'above-maximum' : undefined;
}

/** The cost of the smallest quantity, in the asset that pays. */
export function leastCost(offered: Offered): Amount {
  return subscriptionCost(offered, boundsOf(offered).min).paid;
}
