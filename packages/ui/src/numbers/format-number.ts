/** Formats exact decimal strings in a locale; cuts, never rounds up. */
import { isDecimalText, type NumberText, placesOf, signOf, wholeDigitsOf } from './decimal-text.ts';

/** Printed for an unknown value. */
export const UNKNOWN = '---';
/** A hidden balance is six dots, whatever its amount. */
export const HIDDEN = '••••••';
const MINUS = '\u2212';
const AMOUNT_PLACES_MAX = 8;
const AMOUNT_ZEROS_KEPT = 5;
const CHANGE_PLACES = 2;
const VOLUME_PLACES = 2;

interface Shape {
  readonly min: number;
  readonly max: number;
  readonly isSigned?: boolean;
  readonly isPercent?: boolean;
  readonly isCompact?: boolean;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(locale: string, shape: Shape): Intl.NumberFormat {
  const key = `${locale} ${shape.min} ${shape.max} ${shape.isSigned ?? ''} ${shape.isPercent ?? ''} ${shape.isCompact ?? ''}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(locale, {
      minimumFractionDigits: shape.min,
      maximumFractionDigits: shape.max,
      roundingMode: 'trunc',
      signDisplay: shape.isSigned ? 'exceptZero' : 'negative',
      ...(shape.isPercent ? { style: 'unit', unit: 'percent' } : {}),
      ...(shape.isCompact ? { notation: 'compact', useGrouping: 'always' } : {}),
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

export function partsOf(value: string, locale: string, shape: Shape): Intl.NumberFormatPart[] {
  // Pass the string: Intl reads it exactly, a float would lose digits.
  return formatterFor(locale, shape)
    .formatToParts(value as Intl.StringNumericLiteral)
    .map((part) => (part.type === 'minusSign' ? { ...part, value: MINUS } : part));
}

function print(value: NumberText, locale: string, shape: Shape): string {
  if (!isDecimalText(value)) return UNKNOWN;
  return partsOf(value, locale, shape)
    .map((part) => part.value)
    .join('');
}

/** A number split at its decimal mark, so that decimals can be dimmed. */
export interface SplitNumber {
  readonly whole: string;
  readonly decimals: string;
}

function split(value: NumberText, locale: string, shape: Shape): SplitNumber {
  if (!isDecimalText(value)) return { whole: UNKNOWN, decimals: '' };
  const parts = partsOf(value, locale, shape);
  const mark = parts.findIndex((part) => part.type === 'decimal');
  const at = mark < 0 ? parts.length : mark;
  const text = (some: Intl.NumberFormatPart[]) => some.map((part) => part.value).join('');
  return { whole: text(parts.slice(0, at)), decimals: text(parts.slice(at)) };
}

export interface AmountOptions {
  readonly locale: string;
  /** The asset's displayed places (`amountPlaces`); trailing zeros are kept up to 5. */
  readonly places: number;
  /** Prints `+` before a gain, for profit and loss. */
  readonly isSigned?: boolean;
}

function amountShape({ places, isSigned = false }: AmountOptions): Shape {
  const max = Math.min(places, AMOUNT_PLACES_MAX);
  return { min: Math.min(max, AMOUNT_ZEROS_KEPT), max, isSigned };
}

/** An amount of an asset, without its unit. */
export function formatAmount(value: NumberText, options: AmountOptions): string {
  return print(value, options.locale, amountShape(options));
}

export function splitAmount(value: NumberText, options: AmountOptions): SplitNumber {
  return split(value, options.locale, amountShape(options));
}

/** For numbers below one: the decimals carry the value and are not dimmed. */
export function isBelowOne(printed: string): boolean {
  const [whole = ''] = printed.split(/[.,]/);
  return !/[1-9]/.test(whole);
}

export interface PriceOptions {
  readonly locale: string;
  /** The market's tick places; by default the value's own digits. */
  readonly places?: number | undefined;
  /** Prints `+` before a rise, for the difference of two prices. */
  readonly isSigned?: boolean;
}

/** A price with all the market's places. */
export function formatPrice(value: NumberText, options: PriceOptions): string {
  const { locale, places, isSigned = false } = options;
  if (!isDecimalText(value)) return UNKNOWN;
  const shown = places ?? placesOf(value);
  return print(value, locale, { min: shown, max: shown, isSigned });
}

/**
 * A change in percent points: "2.419" gives "+2.41%", "-0.874" gives "−0.87%". **Units**: percent, not a ratio. Without a
 * sign if it is cut to zero.
 */
export function formatChange(percent: NumberText, locale: string): string {
  return print(percent, locale, {
    min: CHANGE_PLACES,
    max: CHANGE_PLACES,
    isSigned: true,
    isPercent: true,
  });
}

/** The direction of a printed change; 0 also for unknown. */
export function changeDirection(percent: NumberText): -1 | 0 | 1 {
  return isDecimalText(percent) ? signOf(percent, CHANGE_PLACES) : 0;
}

/** Decimal places: at least `min`, at most `max`. */
export interface PlacesRange {
  readonly min: number;
  readonly max: number;
}

/** A rate in percent points without a sign, shortest form up to `places`: "0.1" gives "0.1%". */
export function formatPercent(
  percent: NumberText,
  locale: string,
  places: number | PlacesRange = 2,
): string {
  const range = typeof places === 'number' ? { min: 0, max: places } : places;
  return print(percent, locale, { ...range, isPercent: true });
}

/** A range of rates in percent points: "+80–90%"; a single rate gives "+80%". */
export function formatPercentRange(
  { low, high }: { readonly low: string; readonly high: string },
  locale: string,
): string {
  const formatter = formatterFor(locale, {
    min: 0,
    max: CHANGE_PLACES,
    isSigned: true,
    isPercent: true,
  });
  const [from, to] = [low, high] as Intl.StringNumericLiteral[];
  return from === to ? formatter.format(from!) : formatter.formatRange(from!, to!);
}

/** A volume with two places, abbreviated as its language does: "1.51B", "1,51 Mrd.", "15.12億". */
export function formatVolume(value: NumberText, locale: string): string {
  if (!isDecimalText(value)) return UNKNOWN;
  const parts = partsOf(value, locale, {
    min: VOLUME_PLACES,
    max: VOLUME_PLACES,
    isCompact: true,
  });
  // German has no short word for thousands: the places go instead.
  const isLong = wholeDigitsOf(value) > 3 && !parts.some(({ type }) => type === 'compact');
  return isLong
    ? print(value, locale, { min: 0, max: 0 })
    : parts.map((part) => part.value).join('');
}

/** The decimal mark of a locale: "," in German. */
export function decimalMark(locale: string): string {
  const parts = formatterFor(locale, { min: 1, max: 1 }).formatToParts(1);
  return parts.find((part) => part.type === 'decimal')?.value ?? '.';
}

const WHOLE_UNITS = new Set(['JPY', 'KRW', 'VND']);
const CENT_UNITS = new Set(
  'USDT USDC USD EUR GBP CHF AUD CAD NZD HKD SGD CNY BRL RUB TRY IDR'.split(' '),
);
const COIN_PLACES_MAX = 8;

/** How many decimals an asset's amounts show: USDT and fiat 2 (JPY, KRW, VND none); a coin its own precision, at most 8. */
export function amountPlaces(unit: string, precision: number): number {
  const symbol = unit.toUpperCase();
  if (WHOLE_UNITS.has(symbol)) return 0;
  if (CENT_UNITS.has(symbol)) return 2;
  return Math.min(precision, COIN_PLACES_MAX);
}
