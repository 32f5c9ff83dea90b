/** What the coins of an order are worth at a given price, against what it cost: the cases shown before a purchase. */
import {
  type Amount,
  divideInteger,
  notional,
  ONE,
  type Price,
  quantize,
  subtract,
} from '@tern/money';
import { type DailyYield, yieldThrough } from './yield.ts';

/** The terms of an order that pays a constant coin amount. */
export interface CoinOrder {
  readonly daily: DailyYield;
  readonly termDays: number;
  /** The price paid; a machine returns none of it. */
  readonly cost: Amount;
  /** Decimal places of `cost`. */
  readonly costScale: number;
}

/**
 * The worth of all coins of the term at one price, rounded down, and the difference to the cost. Its worst case is a price
 * of 0: the whole cost is lost.
 * Units: `price` in units of the cost per coin.
 */
export function resultAtPrice(
  order: CoinOrder,
  price: Price,
): { readonly worth: Amount; readonly result: Amount } {
  const coins = yieldThrough(order.daily, order.termDays);
  const worth = quantize(notional(price, coins, 'down'), order.costScale, 'down');
  return { worth, result: subtract(worth, order.cost) };
}

/** The first day after which the coins, at this price, are worth the cost, also beyond the term. Undefined for never. */
export function daysToCover({ daily, cost }: CoinOrder, price: Price): number | undefined {
  const perDay = daily.base * daily.rate * price;
  if (perDay <= 0n) return undefined;
  return Number(divideInteger(cost * ONE * ONE, perDay, 'up'));
}
