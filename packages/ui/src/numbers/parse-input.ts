/** Parses and steps what people type and paste into number fields; strings only, never a float. */
import { decimal, divideInteger, formatFixed, parseDecimal } from '@tern/money';
import { placesOf } from './decimal-text.ts';

const GROUPED = /^\d{1,3}([.,])\d{3}(\1\d{3})*$/;

/** Half-width digits without spaces, letters, currency signs or apostrophes. */
function stripFormatting(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{L}\p{Sc}'\u2019\u066c_]/gu, '')
    .replace(/[\u066b\u3001\u3002]/g, '.');
}

/** One decimal point, no grouping. Fails with: `undefined` if the marks do not form a number. */
function unifyMarks(text: string): string | undefined {
  if (!/^[\d.,]*$/.test(text)) return undefined;
  const marks = text.replace(/\d/g, '');
  if (marks.length <= 1) return text.replace(',', '.');
  const last = marks.at(-1) ?? '';
  const isLastAlone = marks.indexOf(last) === marks.length - 1;
  const at = text.lastIndexOf(last);
  const whole = isLastAlone ? text.slice(0, at) : text;
  if (!GROUPED.test(whole)) return undefined;
  return whole.replace(/[.,]/g, '') + (isLastAlone ? `.${text.slice(at + 1)}` : '');
}

/** No leading zeros; "." becomes "0.". */
function tidyZeros(text: string): string {
  const trimmed = text.replace(/^0+(?=\d)/, '');
  return trimmed.startsWith('.') ? `0${trimmed}` : trimmed;
}

/**
 * The plain decimal of a text, or `undefined`. `.` and `,` both are the decimal mark in every language ("1,500" is one and a
 * half); grouping is accepted only where it is unambiguous ("1,500.00", "1.234.567").
 */
export function parseInput(text: string): string | undefined {
  const plain = unifyMarks(stripFormatting(text));
  if (plain === undefined || !/\d/.test(plain)) return undefined;
  const tidy = tidyZeros(plain);
  return tidy.endsWith('.') ? tidy.slice(0, -1) : tidy;
}

/** The field's text after an edit. A draft may still end in "."; its decimal mark is always ".". */
export interface DraftEdit {
  readonly draft: string;
  /** True if digits were dropped because the asset has no smaller unit. */
  readonly isCut: boolean;
}

/** Applies an edit; if the new text is not a number, keeps the previous draft. */
export function editDraft(previous: string, text: string, places: number): DraftEdit {
  const plain = unifyMarks(stripFormatting(text));
  if (plain === undefined) return { draft: previous, isCut: false };
  const tidy = plain === '' ? '' : tidyZeros(plain);
  const dot = tidy.indexOf('.');
  if (dot < 0) return { draft: tidy, isCut: false };
  if (places === 0) return { draft: tidy.slice(0, dot), isCut: true };
  return { draft: tidy.slice(0, dot + 1 + places), isCut: tidy.length - dot - 1 > places };
}

export interface StepRequest {
  readonly draft: string;
  /** The step as a decimal string, for example the tick size "0.1". */
  readonly step: string;
  readonly direction: 1 | -1;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** The next multiple of the step in that direction, never outside min (default "0") and max. */
export function stepDecimal({ draft, step, direction, min = '0', max }: StepRequest): string {
  const size = decimal(step);
  const current = parseDecimal(parseInput(draft) ?? '0') ?? 0n;
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
