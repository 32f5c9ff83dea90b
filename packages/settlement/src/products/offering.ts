/** New coins: what a member may subscribe for, what it costs, when it unfreezes and what it is worth. */
import {
  type Amount,
  divideInteger,
  larger,
  notional,
  ONE,
  type Price,
  quantize,
  type Rate,
  ratio,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import { DAY_MS, dateNumber } from './schedule.ts';

/** The terms of an offering. Quantities are in the new coin. */
export interface OfferingTerms {
  /** Sales are accepted from `opensAt` until before `closesAt`, epoch milliseconds. */
  readonly opensAt: number;
  readonly closesAt: number;
  readonly unitPrice: Price;
  /** Decimal places of the asset that pays. */
  readonly payScale: number;
  readonly orderMin: Amount;
  readonly orderMax: Amount;
  readonly memberMax: Amount;
  /** The subscription cap: no more is sold in all. */
  readonly cap: Amount;
}

/** What was sold so far. */
export interface Sold {
  readonly inAll: Amount;
  readonly toMember: Amount;
}

export type OfferingPhase = 'coming' | 'open' | 'ended';

/** The phase of the window. */
export function phaseOf(
  { opensAt, closesAt }: Pick<OfferingTerms, 'opensAt' | 'closesAt'>,
  at: number,
): OfferingPhase {
  if (at < opensAt) return 'coming';
  return at < closesAt ? 'open' : 'ended';
}

/** The smallest and largest quantity that a member may subscribe for now. `max` is 0 when nothing is left. */
export interface QuantityBounds {
  readonly min: Amount;
  readonly max: Amount;
}

/**
 * The maximum is the least of the limit per order, the rest of the member's limit and the rest of the cap. A rest smaller
 * than the minimum may be bought whole, so that the last unit can be sold: our choice.
 */
export function quantityBounds(terms: OfferingTerms, sold: Sold): QuantityBounds {
  const left = (limit: Amount, taken: Amount) => larger(subtract(limit, taken), ZERO);
  const rest = smaller(left(terms.memberMax, sold.toMember), left(terms.cap, sold.inAll));
  const max = smaller(terms.orderMax, rest);
  return { min: smaller(terms.orderMin, max), max };
}

/** The quantity's price. */
export interface SubscriptionCost {
  /** Rounded up to the scale of the asset that pays. */
  readonly paid: Amount;
  /** The part of `paid` above the exact price, for the rounding account. */
  readonly remainder: Amount;
}

/** What a subscription costs: units × price, rounded up to the scale of the paying asset. */
export function subscriptionCost(
  { unitPrice, payScale }: Pick<OfferingTerms, 'unitPrice' | 'payScale'>,
  quantity: Amount,
): SubscriptionCost {
  const exact = notional(unitPrice, quantity, 'up');
  const paid = quantize(exact, payScale, 'up');
  return { paid, remainder: subtract(paid, exact) };
}

/** The largest quantity that `available` pays for, at the coin's scale. */
export function affordableQuantity(
  { unitPrice, payScale }: Pick<OfferingTerms, 'unitPrice' | 'payScale'>,
  available: Amount,
  coinScale: number,
): Amount {
  const spendable = quantize(available, payScale, 'down');
  const exact = divideInteger(spendable * ONE, unitPrice, 'down') as Amount;
  return quantize(exact, coinScale, 'down');
}

/**
 * When the coins unfreeze: at 00:00 UTC on the date of purchase plus the lock-up days, so never later than that many times
 * 24 hours. Units: epoch milliseconds.
 */
export function unfreezesAt(boughtAt: number, lockDays: number): number {
  return Math.max((dateNumber(boughtAt) + lockDays) * DAY_MS, boughtAt);
}

/** A subscription at the current price. */
export interface SubscriptionResult {
  /** Rounded down. */
  readonly worth: Amount;
  /** `worth` less what was paid. */
  readonly profit: Amount;
  /** (current − paid unit price) ÷ paid unit price, cut toward zero at 18 places. */
  readonly returnRatio: Rate;
}

/** Undefined while the coin has no market, shown as '---'. */
export function subscriptionResult(
  bought: Pick<OfferingTerms, 'unitPrice' | 'payScale'> & {
    readonly quantity: Amount;
    readonly paid: Amount;
  },
  current: Price | undefined,
): SubscriptionResult | undefined {
  if (current === undefined) return undefined;
  const { unitPrice, payScale, quantity, paid } = bought;
  const worth = quantize(notional(current, quantity, 'down'), payScale, 'down');
  return {
    worth,
    profit: subtract(worth, paid),
    returnRatio: ratio(subtract(current, unitPrice), unitPrice, 'truncate'),
  };
}
