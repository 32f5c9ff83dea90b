/** Reads what people type and paste into number fields; strings only, never a float. */
import { decimal, divideInteger, formatFixed, parseDecimal } from '@tern/money';
import { placesOf } from './decimal-text.ts';

/** What a field accepts. */
export interface NumberRule {
  /** Decimal places of the asset or tick. */
  readonly places: number;
  /** The code of what is counted: the only one that a paste may carry at an end. */
  readonly unit?: string | undefined;
}

/** Why a paste was refused. */
export type Refusal =
  | { readonly kind: 'unreadable' | 'places' | 'unit' | 'partial' }
  /** Both numbers that the text can mean, as decimals: "1,500" is one and a half or fifteen hundred. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] };

/** The field's new draft, or why it keeps the old one. */
export type Reading = { readonly draft: string } | { readonly refusal: Refusal };

/** An edit of the draft: `inserted` is as it came, the rest is in the draft's form. */
export interface Edit {
  readonly before: string;
  readonly inserted: string;
  readonly after: string;
}

const LENGTH_MAX = 64;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const TO_HALF_WIDTH = 0xfee0;
/** A space, thin or not, or an apostrophe: never a decimal mark. */
const GROUPED = /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'\u2019])\d{3}(?:\1\d{3})*)$/;
const GROUPED_BY_MARK = /^[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*)$/;
const NOT_DIGITS = /\D/g;

/** Full-width digits, marks and letters of Asian keyboards; nothing that changes the value, as "²" to "2" would. */
function halfWidth(text: string): string {
  return text
    .replace(FULL_WIDTH, (sign) => String.fromCodePoint(sign.codePointAt(0)! - TO_HALF_WIDTH))
    .replace(/\u3000/g, ' ')
    .replace(/\uffe5/g, '¥');
}

/** Coins of one dollar are written like it. */
const DOLLARS = new Set(['USDT', 'USDC']);
const CURRENCY = /^[A-Z]{3}$/;

/** The code and, for currencies, the sign. */
function namesOf(unit: string): readonly string[] {
  const code = unit.toUpperCase();
  if (DOLLARS.has(code)) return [code, '$'];
  if (!CURRENCY.test(code)) return [code];
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  return [code, sign];
}

/** Without the unit's code at one end. */
function withoutUnit(text: string, unit: string | undefined): string {
  const upper = text.toUpperCase();
  for (const name of unit === undefined ? [] : namesOf(unit)) {
    if (upper.endsWith(name)) return text.slice(0, text.length - name.length).trimEnd();
    if (upper.startsWith(name)) return text.slice(name.length).trimStart();
  }
  return text;
}

const OTHER_UNIT = /^(?:[A-Z]{3,}|\p{Sc})[\d.,\s]+$|^[\d.,\s]+(?:[A-Z]{3,}|\p{Sc})$/u;

/** `ambiguous` if one mark may be grouping or decimal. */
function splitMarks(text: string, places: number): Reading {
  const unreadable = { refusal: { kind: 'unreadable' } } as const;
  const [mark, ...more] = text.replace(/[^.,]/g, '');
  if (mark !== undefined && more.length === 0 && GROUPED_BY_MARK.test(text)) {
    if (places === 0) return { draft: text.replace(mark, '') };
    const readings = [text.replace(mark, '.'), text.replace(mark, '')] as const;
    return { refusal: { kind: 'ambiguous', readings } };
  }
  // The last mark, if it stands alone of its kind, divides; all others group.
  const last = more.at(-1) ?? mark;
  const isDecimal = last !== undefined && text.indexOf(last) === text.lastIndexOf(last);
  const at = isDecimal ? text.indexOf(last) : text.length;
  const whole = text.slice(0, at);
  const fraction = text.slice(at + 1);
  if (isDecimal && !/^\d+$/.test(fraction)) return unreadable;
  const isWhole = isDecimal && whole === '';
  if (!isWhole && !/^\d+$/.test(whole) && !GROUPED.test(whole) && !GROUPED_BY_MARK.test(whole)) {
    return unreadable;
  }
  const digits = whole.replace(NOT_DIGITS, '');
  return { draft: tidyZeros(isDecimal ? `${digits}.${fraction}` : digits) };
}

/** No leading zeros; "." becomes "0.". */
function tidyZeros(text: string): string {
  const trimmed = text.replace(/^0+(?=\d)/, '');
  return trimmed.startsWith('.') ? `0${trimmed}` : trimmed;
}

/**
 * Reads a text that arrived as a whole: pasted, dropped, filled in. It is read exactly or refused: nothing is rounded, cut or
 * left out but the field's own code at one end, and zeros behind the last place. Without decimal places, a mark before three
 * digits groups; with them it may do either, so it is refused.
 */
export function readPaste(text: string, { places, unit }: NumberRule): Reading {
  const given = halfWidth(text).trim();
  const number = withoutUnit(given, unit);
  if (number.length > LENGTH_MAX) return { refusal: { kind: 'unreadable' } };
  if (unit !== undefined && number === given && OTHER_UNIT.test(number)) {
    return { refusal: { kind: 'unit' } };
  }
  const reading = splitMarks(number, places);
  if ('refusal' in reading) return reading;
  const [whole = '', fraction = ''] = reading.draft.split('.');
  if (/[1-9]/.test(fraction.slice(places))) return { refusal: { kind: 'places' } };
  const kept = fraction.slice(0, places);
  return { draft: kept === '' ? whole : `${whole}.${kept}` };
}

/** Reads a paste at the caret or over a selection. Into the middle of a number only digits can go. */
export function pasteInto({ before, inserted, after }: Edit, rule: NumberRule): Reading {
  if (before === '' && after === '') return readPaste(inserted, rule);
  const digits = halfWidth(inserted).trim();
  if (!/^\d+$/.test(digits)) return { refusal: { kind: 'partial' } };
  const draft = tidyZeros(before + digits + after);
  return placesOf(draft) > rule.places ? { refusal: { kind: 'places' } } : { draft };
}

/** Both marks, and what Asian keyboards have in their place, are the decimal mark when typed, in every language. */
const TYPED_MARK = /^[.,\u3001\u3002\u066b]$/;

/**
 * Applies one key or a deletion. A key that would not give a number changes nothing; `places` if it was one digit or mark too
 * many. The draft may end in ".".
 */
export function typeInto({ before, inserted, after }: Edit, places: number): Reading {
  const key = halfWidth(inserted);
  const isMark = TYPED_MARK.test(key);
  if (key !== '' && !isMark && !/^\d$/.test(key)) return { refusal: { kind: 'unreadable' } };
  if (isMark && places > 0 && (before + after).includes('.')) {
    return { refusal: { kind: 'unreadable' } };
  }
  const draft = tidyZeros(before + (isMark ? '.' : key) + after);
  const isFull = (isMark && places === 0) || placesOf(draft) > places;
  return isFull ? { refusal: { kind: 'places' } } : { draft };
}

export interface StepRequest {
  /** A decimal, or empty. */
  readonly value: string;
  /** The step as a decimal string, for example the tick size "0.1". */
  readonly step: string;
  readonly direction: 1 | -1;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** The next multiple of the step in that direction, never outside min (default "0") and max. */
export function stepDecimal({ value, step, direction, min = '0', max }: StepRequest): string {
  const size = decimal(step);
  const current = parseDecimal(value) ?? 0n;
  const next =
    direction > 0
      ? (divideInteger(current, size, 'down') + 1n) * size
      : (divideInteger(current, size, 'up') - 1n) * size;
  const places = placesOf(step);
  const floor = decimal(min);
  if (next < floor) return formatFixed(floor, places);
  const ceiling = max === undefined ? undefined : decimal(max);
  if (ceiling !== undefined && next > ceiling) return formatFixed(ceiling, places);
  return formatFixed(next, places);
}
