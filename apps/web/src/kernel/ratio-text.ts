/** Ratios of the API as percentages with all their digits: "0.00035" is "0.035%". */
import { decimal, formatDecimal } from '@tern/money';
import { formatPercent, useNumberLocale } from '@tern/ui';

const PLACES_MAX = 16;

/** Returns the function that prints a ratio, with at least `placesMin` decimals. */
export function useRatioText(placesMin = 0): (ratio: string) => string {
  const locale = useNumberLocale();
  const places = { min: placesMin, max: PLACES_MAX };
  return (ratio) => formatPercent(formatDecimal(decimal(ratio) * 100n), locale, places);
}
