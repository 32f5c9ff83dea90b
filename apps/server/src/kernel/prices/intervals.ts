/** Candle intervals: where each starts, and from which stored candles it is joined. */
import { type CandleInterval, candleIntervals } from '@tern/protocol';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../platform/durations.ts';

/** The specification's eight, and two more of the market socket's format. */
export type Interval = CandleInterval | '4hour' | '1year';
export const intervals: readonly Interval[] = [...candleIntervals, '4hour', '1year'];

/** The lengths of stored candles, in minutes. */
export type StoredMinutes = 1 | 60 | 1440;

/** The epoch was a Thursday; the Monday after it. */
const FIRST_MONDAY = 4 * DAY_MS;

interface Plan {
  /** The stored candles it is joined from. */
  readonly storedMinutes: StoredMinutes;
  /** The maximum number of them. */
  readonly storedCount: number;
}

const plans: Record<Interval, Plan> = {
  '1min': { storedMinutes: 1, storedCount: 1 },
  '5min': { storedMinutes: 1, storedCount: 5 },
  '15min': { storedMinutes: 1, storedCount: 15 },
  '30min': { storedMinutes: 1, storedCount: 30 },
  '60min': { storedMinutes: 60, storedCount: 1 },
  '4hour': { storedMinutes: 60, storedCount: 4 },
  '1day': { storedMinutes: 1440, storedCount: 1 },
  '1week': { storedMinutes: 1440, storedCount: 7 },
  '1mon': { storedMinutes: 1440, storedCount: 31 },
  '1year': { storedMinutes: 1440, storedCount: 366 },
};

export function planOf(interval: Interval): Plan {
  return plans[interval];
}

/** Undefined for intervals whose candles are not stored. */
export function storedMinutesOf(interval: Interval): StoredMinutes | undefined {
  const { storedMinutes, storedCount } = plans[interval];
  return storedCount === 1 ? storedMinutes : undefined;
}

/** The start of the candle that contains `at`: UTC, weeks from Monday. */
export function candleStart(interval: Interval, at: number): number {
  if (interval === '1mon' || interval === '1year') {
    const date = new Date(at);
    return Date.UTC(date.getUTCFullYear(), interval === '1mon' ? date.getUTCMonth() : 0, 1);
  }
  if (interval === '1week') return floorTo(at - FIRST_MONDAY, WEEK_MS) + FIRST_MONDAY;
  const { storedMinutes, storedCount } = plans[interval];
  return floorTo(at, storedMinutes * storedCount * MINUTE_MS);
}

/** The first candle start at or after `at`. */
export function candleStartFrom(interval: Interval, at: number): number {
  const start = candleStart(interval, at);
  if (start === at) return start;
  const end = start + lengthMs(interval);
  return interval === '1mon' || interval === '1year' ? candleStart(interval, end) : end;
}

/** The maximum length of a candle. */
export function lengthMs(interval: Interval): number {
  const { storedMinutes, storedCount } = plans[interval];
  return storedMinutes * storedCount * MINUTE_MS;
}

export function floorTo(at: number, stepMs: number): number {
  return Math.floor(at / stepMs) * stepMs;
}

const aliases: Record<string, CandleInterval> = {
  '1': '1min',
  '1m': '1min',
  minute: '1min',
  '5': '5min',
  '5m': '5min',
  '15': '15min',
  '15m': '15min',
  '30': '30min',
  '30m': '30min',
  '60': '60min',
  '1h': '60min',
  '1hour': '60min',
  hour: '60min',
  '1d': '1day',
  day: '1day',
  '1w': '1week',
  week: '1week',
  '1month': '1mon',
  month: '1mon',
};

/** The interval of a client's name for it; case does not matter, except that "1M" is a month and "1m" a minute. */
export function intervalNamed(name: string): CandleInterval | undefined {
  if (name === '1M') return '1mon';
  const lower = name.toLowerCase();
  const own = candleIntervals.find((interval) => interval === lower);
  if (own !== undefined) return own;
  return Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
}
