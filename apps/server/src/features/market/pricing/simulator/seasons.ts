/** The usual variance of a market by hour of the week, without randomness (UTC). */
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { isOpen, type TradingHours } from '../../../../kernel/catalog/trading-hours.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';

/** Variance of each hour relative to the day's average: Asia, Europe, the overlap with New York, the evening. */
export const HOURS: Record<Instrument['class'], readonly number[]> = {
  crypto: [
    0.95, 0.9, 0.8, 0.75, 0.7, 0.7, 0.75, 0.85, 0.95, 1, 1, 1, 1.05, 1.3, 1.55, 1.5, 1.35, 1.2, 1.1,
    1.05, 1, 0.95, 0.9, 0.9,
  ],
  metal: [
    0.55, 0.7, 0.75, 0.6, 0.5, 0.5, 0.7, 1, 1.15, 1.1, 1.05, 1, 1.2, 1.9, 2, 1.8, 1.5, 1.2, 0.9,
    0.75, 0.6, 0.45, 0.4, 0.4,
  ],
  forex: [
    0.65, 0.7, 0.6, 0.55, 0.5, 0.5, 0.7, 1.2, 1.4, 1.25, 1.1, 1.05, 1.3, 1.7, 1.8, 1.6, 1.3, 1, 0.8,
    0.7, 0.6, 0.45, 0.35, 0.45,
  ],
};
/** Sunday to Saturday. */
export const DAYS: Record<Instrument['class'], readonly number[]> = {
  crypto: [0.65, 1.05, 1.1, 1.15, 1.15, 1.1, 0.6],
  metal: [0.8, 0.9, 1, 1.1, 1.1, 1.05, 0.8],
  forex: [0.8, 0.9, 1, 1.1, 1.1, 1.05, 0.8],
};

const DAY_HOURS = 24;
const HOUR_MINUTES = 60;
/** The epoch was a Thursday. */
const SUNDAY = 4 * DAY_HOURS;

interface Seasonal {
  readonly class: Instrument['class'];
  readonly hours: TradingHours;
}

/** The variance of each minute of a day relative to the average open hour of the week; 0 while closed. Units: `from` epoch milliseconds. */
export function seasonOf({ class: group, hours }: Seasonal, from: number): Float64Array {
  const season = new Float64Array(DAY_HOURS * HOUR_MINUTES);
  const usual = usualOf({ class: group, hours });
  for (let hour = 0; hour < DAY_HOURS; hour += 1) {
    const at = from + hour * HOUR_MS;
    if (!isOpen(hours, at)) continue;
    const [here, next] = [shapeAt(group, at) / usual, shapeAt(group, at + HOUR_MS) / usual];
    for (let minute = 0; minute < HOUR_MINUTES; minute += 1) {
      season[hour * HOUR_MINUTES + minute] = here + ((next - here) * minute) / HOUR_MINUTES;
    }
  }
  return season;
}

function shapeAt(group: Instrument['class'], at: number): number {
  const date = new Date(at);
  return (HOURS[group][date.getUTCHours()] ?? 1) * (DAYS[group][date.getUTCDay()] ?? 1);
}

const usual = new Map<string, number>();

/** The average over the open hours of a week. */
function usualOf({ class: group, hours }: Seasonal): number {
  const known = usual.get(`${group}|${hours}`);
  if (known !== undefined) return known;
  let sum = 0;
  let open = 0;
  for (let hour = SUNDAY; hour < SUNDAY + 7 * DAY_HOURS; hour += 1) {
    if (!isOpen(hours, hour * HOUR_MS)) continue;
    sum += (shapeAt(group, hour * HOUR_MS) + shapeAt(group, (hour + 1) * HOUR_MS)) / 2;
    open += 1;
  }
  usual.set(`${group}|${hours}`, sum / open);
  return sum / open;
}
