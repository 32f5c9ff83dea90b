/** The rules of swaps: cross rate, spread, rounding and fee. Pure. */
import {
  type Amount,
  divideInteger,
  notional,
  ONE,
  type Price,
  portion,
  quantize,
  type Rate,
  subtract,
} from '@tern/money';

export interface Leg {
  price: Price;
  /** The pair is quoted the other way round: divide by its price. */
  isInverse: boolean;
}

/** Received per unit given along the legs, cut to 18 places once, at the end. */
export function crossRate(legs: readonly Leg[]): Rate {
  let numerator = ONE;
  let denominator = 1n;
  for (const { price, isInverse } of legs) {
    numerator *= isInverse ? ONE : price;
    denominator *= isInverse ? price : ONE;
  }
  return divideInteger(numerator, denominator, 'down') as Rate;
}

/** The member's rate: the reference rate less the published spread, rounded down. */
export function offeredRate(cross: Rate, spread: Rate): Rate {
  return divideInteger(cross * (ONE - spread), ONE, 'down') as Rate;
}

export interface SwapAmounts {
  /** Taken from the exchange's liquidity, before rounding to the asset's scale. */
  exact: Amount;
  /** `exact` down to the scale; the difference is the exchange's rounding. */
  gross: Amount;
  /** Rounds up to the scale. */
  fee: Amount;
  received: Amount;
}

/** All amounts of a swap in the received asset, at its `scale`. */
export function swapAmounts(
  given: Amount,
  terms: { rate: Rate; feeRatio: Rate },
  scale: number,
): SwapAmounts {
  const exact = notional(terms.rate as bigint as Price, given, 'down');
  const gross = quantize(exact, scale, 'down');
  const fee = quantize(portion(gross, terms.feeRatio, 'up'), scale, 'up');
  return { exact, gross, fee, received: subtract(gross, fee) };
}

/**
 * Converts a bound into units of an asset, each worth `worth` of the bound's own asset; minimums round up, maximums
 * down.
 */
export function boundIn(
  bound: Amount,
  worth: Rate,
  { scale, rounding }: { scale: number; rounding: 'up' | 'down' },
): Amount {
  return quantize(divideInteger(bound * ONE, worth, rounding) as Amount, scale, rounding);
}
