/** Ratios of the wire as percentages with all their digits: "0.00035" is "0.035%". */
import { decimal, formatDecimal } from '@tern/money';
import { formatPercent, useNumberLocale } from '@tern/ui';

const PLACES_MAX = 16;

/** Returns the function that prints a ratio. */
export function useRatioText(): (ratio: string) => string {
  const locale = useNumberLocale();
  return (ratio) => formatPercent(formatDecimal(decimal(ratio) * 100n), locale, PLACES_MAX);
}
