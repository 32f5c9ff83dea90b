/** Candles in HTX's order, newest first: the latest ones, or those from a given time. */
import type { Candle } from '../../../../kernel/prices/candle.ts';
import {
  candleStart,
  candleStartFrom,
  type Interval,
  lengthMs,
} from '../../../../kernel/prices/intervals.ts';
import type { CandleQuery } from '../../../market/market-data/index.ts';

export interface SpanQuery {
  readonly interval: Interval;
  readonly size: number;
  /** Epoch milliseconds, both included; a candle counts by its start. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Closed hours are skipped in steps of this many candles; a weekend of minutes takes two steps. */
const STEP_CANDLES = 2_000;
const STEPS_MAX = 8;
/** Enough to find a market's first candle: ten years. */
const DAYS_MAX = 3_660;

/**
 * The newest `size` candles of the span; with `from` the oldest ones instead, so that a client can page forward.
 * Searches at most 16,000 candles after `from`, or after the market's first candle.
 */
export async function candlesIn(
  read: (query: CandleQuery) => Promise<Candle[]>,
  span: SpanQuery,
  now: number,
): Promise<Candle[]> {
  const { interval, size, from, to } = span;
  const end = Math.min(to ?? now, now) + 1;
  if (from === undefined) {
    const newest = await read({ interval, limit: size, before: end });
    return newest.toReversed();
  }
  const found: Candle[] = [];
  let start = candleStartFrom(interval, from);
  let width = size;
  for (let step = 0; step < STEPS_MAX && found.length < size && start < end; step += 1) {
    const next = Math.min(candleStartFrom(interval, start + width * lengthMs(interval)), end);
    const some = await read({ interval, limit: width, before: next });
    const first = start;
    found.push(...some.filter((candle) => candle.start >= first));
    start = found.length > 0 || step > 0 ? next : Math.max(next, await firstStart(read, span, end));
    width = STEP_CANDLES;
  }
  return found.slice(0, size).reverse();
}

/** Start of the market's first candle: clients request spans that start years earlier. */
async function firstStart(
  read: (query: CandleQuery) => Promise<Candle[]>,
  { interval }: SpanQuery,
  before: number,
): Promise<number> {
  const [first] = await read({ interval: '1day', limit: DAYS_MAX, before });
  return first === undefined ? before : candleStart(interval, first.start);
}
