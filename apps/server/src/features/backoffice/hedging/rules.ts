/** How much is hedged, and at which price: never beyond a limit of two people. Pure. */
import {
  add,
  type Amount,
  divideInteger,
  larger,
  negate,
  notional,
  ONE,
  type Price,
  type Rate,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import type { VenueMarket } from '../../../kernel/venues/venue.ts';

/** In the asset. */
export interface Limits {
  /** Of the open exposure. */
  readonly exposureMax: Amount;
  /** Of one order. */
  readonly orderMax: Amount;
  /** Of all orders of 24 hours. */
  readonly dayMax: Amount;
}

export type Side = 'buy' | 'sell';

/**
 * `within`: the exposure is allowed. `small`: what may be ordered is less than the venue takes. `day`: the limit of 24 hours leaves
 * nothing that the venue takes.
 */
export type Decision =
  | { readonly act: 'within' | 'small' | 'day' }
  | { readonly act: 'order'; readonly side: Side; readonly quantity: Amount };

/** What the exchange owns of an asset beyond its target; below zero: what it lacks. */
export const exposureOf = (owned: Amount, atVenue: Amount, target: Amount): Amount =>
  subtract(add(owned, atVenue), target);

/**
 * Brings the exposure back to zero, as far as one order and the day allow. Nothing is ordered while it is within its limit, so that
 * each small swap does not become an order.
 */
export function sizeHedge(
  exposure: Amount,
  { exposureMax, orderMax, dayMax }: Limits,
  given: {
    /** Ordered within the last 24 hours. */
    readonly dayUsed: Amount;
    readonly price: Price;
    readonly market: Pick<VenueMarket, 'lotSize' | 'minQuantity' | 'minValue'>;
  },
): Decision {
  const { dayUsed, price, market } = given;
  const open = larger(exposure, negate(exposure));
  if (open <= exposureMax) return { act: 'within' };
  const wanted = takenBy(market, smaller(open, orderMax), price);
  if (wanted === undefined) return { act: 'small' };
  const left = larger(subtract(dayMax, dayUsed), ZERO);
  const quantity = takenBy(market, smaller(wanted, left), price);
  if (quantity === undefined) return { act: 'day' };
  return { act: 'order', side: exposure < ZERO ? 'buy' : 'sell', quantity };
}

/** In whole lots; undefined where the venue takes no so small order. */
function takenBy(
  { lotSize, minQuantity, minValue }: Pick<VenueMarket, 'lotSize' | 'minQuantity' | 'minValue'>,
  quantity: Amount,
  price: Price,
): Amount | undefined {
  const whole = subtract(quantity, (quantity % lotSize) as Amount);
  const isTaken =
    whole > ZERO && whole >= minQuantity && notional(price, whole, 'down') >= minValue;
  return isTaken ? whole : undefined;
}

/** The worst price of an order, in whole ticks, never beyond the slip. */
export function boundPrice(
  side: Side,
  { price, slip, tickSize }: { price: Price; slip: Rate; tickSize: Price },
): Price {
  const bound = side === 'buy' ? ONE + slip : ONE - slip;
  const rounding = side === 'buy' ? 'down' : 'up';
  const exact = divideInteger(price * bound, ONE, rounding);
  return (divideInteger(exact, tickSize, rounding) * tickSize) as Price;
}
