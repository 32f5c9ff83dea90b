/** Exact decimals: one scaled bigint for every amount, price and rate. */

declare const unit: unique symbol;

/** A quantity of an asset, scaled by 10^18. */
export type Amount = bigint & { readonly [unit]: 'amount' };
/** Quote units per one base unit, scaled by 10^18. */
export type Price = bigint & { readonly [unit]: 'price' };
/** A dimensionless ratio (fee, change, yield), scaled by 10^18. */
export type Rate = bigint & { readonly [unit]: 'rate' };
/** Any of the scaled kinds. */
export type Decimal = Amount | Price | Rate;

/** Decimal places of every scaled value. */
export const SCALE = 18;
/** The scaled form of the number one. */
export const ONE = 10n ** 18n;

export const ZERO = 0n as Amount;

const INTEGER_DIGITS_MAX = 20;
const ZERO_DIGIT = 48;
const GRAMMAR = /^-?\d+(\.\d+)?$/;

/**
 * Reads a plain decimal text ("12", "-0.5"). No exponent, plus sign, space or grouping is accepted.
 * Undefined when the text is not such a decimal, has more than 18 places, or more than 20 integer digits (the range of
 * `numeric(38,18)`). Nothing is rounded.
 */
export function parseDecimal<T extends Decimal = Amount>(text: string): T | undefined {
  if (text.length > 64 || !GRAMMAR.test(text)) return undefined;
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  const dot = digits.indexOf('.');
  const whole = dot < 0 ? digits : digits.slice(0, dot);
  const places = dot < 0 ? '' : digits.slice(dot + 1);
  if (places.length > SCALE && !/^0*$/.test(places.slice(SCALE))) return undefined;
  if (whole.replace(/^0+/, '').length > INTEGER_DIGITS_MAX) return undefined;
  const magnitude = BigInt(whole + places.slice(0, SCALE).padEnd(SCALE, '0'));
  return (negative ? -magnitude : magnitude) as T;
}

/** Like `parseDecimal`, for texts written by our own code. @throws Error (a broken invariant) */
export function decimal<T extends Decimal = Amount>(text: string): T {
  const value = parseDecimal<T>(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}

/** The shortest exact text: no trailing zeros, no exponent. `formatDecimal(decimal('1.50')) === '1.5'`. */
export function formatDecimal(value: bigint): string {
  if (value === 0n) return '0';
  const isNegative = value < 0n;
  // One conversion and string slices: dividing bigints costs several times as much.
  const digits = (isNegative ? -value : value).toString().padStart(SCALE + 1, '0');
  const point = digits.length - SCALE;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO_DIGIT) end -= 1;
  const whole = digits.slice(0, point);
  const text = end === point ? whole : `${whole}.${digits.slice(point, end)}`;
  return isNegative ? `-${text}` : text;
}

/** Exactly `places` decimals; further digits are cut toward zero. */
export function formatFixed(value: bigint, places: number): string {
  const negative = value < 0n;
  const magnitude = negative ? -value : value;
  const whole = (magnitude / ONE).toString();
  const cut = (magnitude % ONE).toString().padStart(SCALE, '0').slice(0, places);
  const text = places === 0 ? whole : `${whole}.${cut}`;
  return negative && /[1-9]/.test(text) ? `-${text}` : text;
}

const PERCENT = 100n;

/** A ratio in percent points, exactly: '0.0035' is '0.35'. What is no decimal stays as it is. */
export function percentOf(ratio: string): string {
  const value = parseDecimal(ratio);
  return value === undefined ? ratio : formatDecimal(value * PERCENT);
}

/** The ratio of percent points, exactly: '0.35' is '0.0035'. What is no decimal, or finer than any, stays as it is. */
export function ratioOf(percent: string): string {
  const value = parseDecimal(percent);
  return value === undefined || value % PERCENT !== 0n ? percent : formatDecimal(value / PERCENT);
}
