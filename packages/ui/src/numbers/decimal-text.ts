/** Operations on exact decimal strings, without floats. */
import { parseDecimal } from '@tern/money';

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Input of number components: the server may not know a value yet. */
export type NumberText = string | null | undefined;

export function isDecimalText(text: NumberText): text is string {
  return typeof text === 'string' && DECIMAL.test(text);
}

/** Digits after the point: "1.50" has 2. */
export function placesOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}

/** Cuts toward zero, never rounds: ("-2.419", 2) gives "-2.41". */
function truncateText(text: string, places: number): string {
  const dot = text.indexOf('.');
  if (dot < 0 || text.length - dot - 1 <= places) return text;
  return places === 0 ? text.slice(0, dot) : text.slice(0, dot + 1 + places);
}

/** The sign after cutting to `places`: "0.004" at 2 places is 0. */
export function signOf(text: string, places = Number.POSITIVE_INFINITY): -1 | 0 | 1 {
  const shown = truncateText(text, places);
  if (!/[1-9]/.test(shown)) return 0;
  return shown.startsWith('-') ? -1 : 1;
}

/** Integer digits without leading zeros. */
export function wholeDigitsOf(text: string): number {
  const whole = text.replace('-', '').split('.')[0] ?? '';
  return whole.replace(/^0+/, '').length;
}

/** The direction of a change; 0 if either side is unknown. */
export function directionBetween(before: NumberText, after: NumberText): -1 | 0 | 1 {
  const from = isDecimalText(before) ? parseDecimal(before) : undefined;
  const to = isDecimalText(after) ? parseDecimal(after) : undefined;
  if (from === undefined || to === undefined || from === to) return 0;
  return to > from ? 1 : -1;
}
