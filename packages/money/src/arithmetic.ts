/** Multiplication, division and rounding of scaled values; every rounding direction is explicit. */
import { type Amount, type Decimal, ONE, type Price, type Rate, SCALE } from './decimal.ts';

/** `down` is toward minus infinity, `up` toward plus infinity, `truncate` toward zero. */
export type Rounding = 'down' | 'up' | 'truncate';

/** Integer division with a named rounding; the divisor must not be zero. */
export function divideInteger(numerator: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = numerator / divisor;
  if (quotient * divisor === numerator || rounding === 'truncate') return quotient;
  const isNegative = numerator < 0n !== divisor < 0n;
  if (rounding === 'down') return isNegative ? quotient - 1n : quotient;
  return isNegative ? quotient : quotient + 1n;
}

/** Price × quantity in quote units. */
export function notional(price: Price, quantity: Amount, rounding: Rounding): Amount {
  return divideInteger(price * quantity, ONE, rounding) as Amount;
}

/** The share `rate` of an amount. */
export function portion(amount: Amount, rate: Rate, rounding: Rounding): Amount {
  return divideInteger(amount * rate, ONE, rounding) as Amount;
}

/** Numerator / divisor as a scaled value of type `T`. */
export function ratio<T extends Decimal = Rate>(
  numerator: bigint,
  divisor: bigint,
  rounding: Rounding,
): T {
  return divideInteger(numerator * ONE, divisor, rounding) as T;
}

/** The smallest step of an asset of this scale: scale 6 gives 0.000001. */
export function stepOf(scale: number): Amount {
  return (10n ** BigInt(SCALE - scale)) as Amount;
}

/** The nearest multiple of the asset's step in the given direction. */
export function quantize<T extends Decimal>(value: T, scale: number, rounding: Rounding): T {
  const step = stepOf(scale);
  return (divideInteger(value, step, rounding) * step) as T;
}

/** True when the value has no more places than the scale allows. */
export function fitsScale(value: bigint, scale: number): boolean {
  return value % stepOf(scale) === 0n;
}

/** True when the value is a whole number of steps. */
export function isMultipleOf(value: bigint, step: bigint): boolean {
  return value % step === 0n;
}

export function add<T extends Decimal>(left: T, right: T): T {
  return (BigInt(left) + BigInt(right)) as T;
}

export function subtract<T extends Decimal>(left: T, right: T): T {
  return (BigInt(left) - BigInt(right)) as T;
}

export function negate<T extends Decimal>(value: T): T {
  return -BigInt(value) as T;
}

export function sum<T extends Decimal>(values: Iterable<T>): T {
  let total = 0n;
  for (const value of values) total += value;
  return total as T;
}

export function smaller<T extends Decimal>(left: T, right: T): T {
  return left < right ? left : right;
}

export function larger<T extends Decimal>(left: T, right: T): T {
  return left > right ? left : right;
}
