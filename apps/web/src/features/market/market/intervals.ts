/** The eight chart intervals: names, lengths, and where their candles begin. */
import type { Input } from '@tern/protocol/client';

/** Wire names, in the specification's order. */
export const intervals = [
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '1day',
  '1week',
  '1mon',
] as const satisfies readonly Input<'GET /base/getkdata'>['interval'][];
export type Interval = (typeof intervals)[number];

export const DEFAULT_INTERVAL: Interval = '15min';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** The epoch was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Milliseconds; a month counts as the shortest one, so that the number of candles in a span is never underestimated. */
const LENGTH_MS: Record<Interval, number> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': 60 * MINUTE_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
  '1mon': 28 * DAY_MS,
};

export function isInterval(value: unknown): value is Interval {
  return intervals.some((interval) => interval === value);
}

/** A day or longer: labelled by date, not by time. */
export function isDaily(interval: Interval): boolean {
  return LENGTH_MS[interval] >= DAY_MS;
}

/** The start of the candle that contains the moment, milliseconds since 1970: UTC, weeks from Monday. */
export function candleStart(interval: Interval, at: number): number {
  if (interval === '1mon') {
    const date = new Date(at);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const length = LENGTH_MS[interval];
  const origin = interval === '1week' ? FIRST_MONDAY_MS : 0;
  return Math.floor((at - origin) / length) * length + origin;
}

/** How many candles start between two moments at most, both inclusive. */
export function candlesBetween(interval: Interval, from: number, to: number): number {
  return Math.floor(Math.max(0, to - from) / LENGTH_MS[interval]) + 1;
}

/** The time zone of candle labels; daily candles begin at midnight UTC, whatever the local time. */
export function zoneOf(interval: Interval): 'UTC' | undefined {
  return isDaily(interval) ? 'UTC' : undefined;
}
