/** How long something took, in its largest unit: "41 min", "1.6 h". */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_FROM_MS = 2 * DAY_MS;

/** `ms` is a number of milliseconds, 0 or more; cut, never rounded up. `locale` is a BCP 47 tag. */
export function formatDuration(ms: number, locale: string): string {
  if (ms < MINUTE_MS) return print(ms / SECOND_MS, { locale, unit: 'second', places: 0 });
  if (ms < HOUR_MS) return print(ms / MINUTE_MS, { locale, unit: 'minute', places: 0 });
  if (ms < DAYS_FROM_MS) return print(ms / HOUR_MS, { locale, unit: 'hour', places: 1 });
  return print(ms / DAY_MS, { locale, unit: 'day', places: 1 });
}

function print(value: number, shape: { locale: string; unit: string; places: number }): string {
  const { locale, unit, places } = shape;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: places,
    roundingMode: 'trunc',
  }).format(value);
}
