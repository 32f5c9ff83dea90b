/** The numbers of a ticker: the change of a price and the decimal places of its fields. Pure. */
import { divideInteger, formatDecimal, formatFixed } from '@tern/money';

/** Shown while the change is unknown (spec §4). */
const UNKNOWN_CHANGE = '---';

/**
 * The change from `open` to `last` in percent, truncated toward zero to 2 decimals; `---` when unknown.
 * Source: spec §4, rules §11.
 */
export function changePercent(last: bigint | undefined, open: bigint | undefined): string {
  if (last === undefined || open === undefined || open <= 0n) return UNKNOWN_CHANGE;
  const hundredths = divideInteger((last - open) * 10_000n, open, 'truncate');
  return formatFixed(hundredths * 10n ** 16n, 2);
}

/** The direction of the displayed change: 1 up, -1 down, 0 unchanged or unknown. */
export function direction(change: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(change)) return 0;
  return change.startsWith('-') ? -1 : 1;
}

/** Decimal places of a step: 0.01 has 2, 1000 has 0. */
export function placesOf(step: bigint): number {
  return formatDecimal(step).split('.')[1]?.length ?? 0;
}
