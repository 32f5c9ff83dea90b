/** Numbers at the axis of a chart; apart from the others, because pages without charts load without it. */
import { isDecimalText, type NumberText } from './decimal-text.ts';
import { partsOf, UNKNOWN } from './format-number.ts';

const PLACES_MAX = 2;

/** A round number, abbreviated without places that are zero: "52K", "1.5M", "1,5 Mio.". */
export function formatAxis(value: NumberText, locale: string): string {
  if (!isDecimalText(value)) return UNKNOWN;
  return partsOf(value, locale, { min: 0, max: PLACES_MAX, isCompact: true })
    .map((part) => part.value)
    .join('');
}
