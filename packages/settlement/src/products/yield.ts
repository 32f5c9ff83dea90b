/**
 * The yield of a day: of a fixed rate, of a constant coin amount, of a constant value.
 * The total is rounded, not each day: an order loses less than one smallest unit to rounding, however long its term
 * (as for fills, ADR 12).
 */
import {
  add,
  type Amount,
  divideInteger,
  ONE,
  type Price,
  quantize,
  type Rate,
  subtract,
  sum,
} from '@tern/money';

/**
 * What an order yields a day: `base` × `rate`, in one asset.
 * Fixed rate and staking: the principal and the daily rate. Constant value: the price paid and the daily rate, in the
 * asset of that price. Constant coin amount: the daily output of one unit and the number of units or the share (`unitsRate`,
 * `shareRate`).
 */
export interface DailyYield {
  readonly base: Amount;
  /** 0.00035 is 0.035 % a day. */
  readonly rate: Rate;
  /** Decimal places of the asset. */
  readonly scale: number;
}

/** The rate of a constant coin amount for a number of units. */
export function unitsRate(units: number): Rate {
  return (BigInt(units) * ONE) as Rate;
}

/**
 * The yield of the first `days` days together, rounded down to the asset's scale: after the whole term, what was promised.
 * Simple: never on earlier yields.
 */
export function yieldThrough({ base, rate, scale }: DailyYield, days: number): Amount {
  const exact = divideInteger(base * rate * BigInt(days), ONE, 'down') as Amount;
  return quantize(exact, scale, 'down');
}

/**
 * The yield of one day, such that all days add up to `yieldThrough`; two days differ by at most one smallest unit. It depends
 * on nothing but the day, so catching up pays the same. Units: `day` is 1 for the first one.
 */
export function yieldOfDay(daily: DailyYield, day: number): Amount {
  return subtract(yieldThrough(daily, day), yieldThrough(daily, day - 1));
}

/** Coins paid for a value. */
export interface CoinOutput {
  /** Rounded down to the coin's scale. */
  readonly amount: Amount;
  /** What rounding left, less than a smallest unit: the next day pays it as soon as a unit is complete. */
  readonly remainder: Amount;
}

/**
 * The coins that a constant-value product pays for the value of a day, and what the day before left.
 * Units: `price` in units of the value per coin, the reference price at the payout time (not at the time of catching up),
 * more than 0; `before` in coins.
 */
export function coinOutput(
  value: Amount,
  price: Price,
  { scale, before }: { readonly scale: number; readonly before: Amount },
): CoinOutput {
  const exact = add(before, divideInteger(value * ONE, price, 'down') as Amount);
  const amount = quantize(exact, scale, 'down');
  return { amount, remainder: subtract(exact, amount) };
}

/**
 * Where the paid yield of an order is. Frozen output is collected until the end of the term and released whole; the yield
 * of other orders is available immediately.
 */
export function outputOf(
  paid: readonly Amount[],
  order: { readonly outputIsFrozen: boolean; readonly hasEnded: boolean },
): { readonly available: Amount; readonly frozen: Amount } {
  const total = sum(paid);
  const none = 0n as Amount;
  return order.outputIsFrozen && !order.hasEnded
    ? { available: none, frozen: total }
    : { available: total, frozen: none };
}
