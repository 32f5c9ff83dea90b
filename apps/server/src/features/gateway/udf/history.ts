/** Bars for TradingView's charts: the tables of `/udf/history`. */
import type { Candle } from '../../../kernel/prices/candle.ts';
import { type Interval, lengthMs } from '../../../kernel/prices/intervals.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import type { CandleQuery } from '../../market/market-data/index.ts';

/** In the order of a chart's menu. */
export const resolutions: Readonly<Record<string, Interval>> = {
  '1': '1min',
  '5': '5min',
  '15': '15min',
  '30': '30min',
  '60': '60min',
  '240': '4hour',
  '1D': '1day',
  '1W': '1week',
  '1M': '1mon',
};

/** "D" is "1D": charts send both. Undefined for a resolution that is not supported. */
export function intervalOf(resolution: string): Interval | undefined {
  const name = /^[DWM]$/.test(resolution) ? `1${resolution}` : resolution;
  return Object.hasOwn(resolutions, name) ? resolutions[name] : undefined;
}

/** The most bars of one answer; a longer span has its newest ones, and the chart asks for those before. */
export const BARS_MAX = 2_000;

export interface BarsQuery {
  readonly interval: Interval;
  /** Epoch milliseconds; a bar counts by its start, `to` itself does not. */
  readonly from: number;
  readonly to: number;
  /** How many bars before `to`, whatever `from` is. */
  readonly count: number | undefined;
}

/**
 * The bars of the span, oldest first. Without any, `nextTime` is the newest bar before it (Unix seconds), so that a chart
 * jumps over closed hours; without an older one the market's history ends there.
 */
export async function barsIn(
  read: (query: CandleQuery) => Promise<Candle[]>,
  { interval, from, to, count }: BarsQuery,
): Promise<object> {
  const inSpan = Math.ceil((to - from) / lengthMs(interval)) + 1;
  const limit = Math.min(Math.max(count ?? inSpan, 1), BARS_MAX);
  const bars = await read({ interval, limit, before: to });
  const wanted = count === undefined ? bars.filter(({ start }) => start >= from) : bars;
  if (wanted.length > 0) return table(wanted);
  const [older] = await read({ interval, limit: 1, before: from });
  return older === undefined
    ? { s: 'no_data' }
    : { s: 'no_data', nextTime: older.start / SECOND_MS };
}

function table(bars: readonly Candle[]): object {
  return {
    s: 'ok',
    t: bars.map(({ start }) => start / SECOND_MS),
    o: bars.map(({ open }) => open),
    h: bars.map(({ high }) => high),
    l: bars.map(({ low }) => low),
    c: bars.map(({ close }) => close),
    v: bars.map(({ amount }) => amount),
  };
}
