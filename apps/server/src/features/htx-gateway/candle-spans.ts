/** Candles as HTX lists them, newest first: the last ones, or those from a moment on. */
import type { Candle } from '../../kernel/prices/candle.ts';
import {
  candleStart,
  candleStartFrom,
  type Interval,
  lengthMs,
} from '../../kernel/prices/intervals.ts';
import type { CandleQuery } from '../market-data/index.ts';

export interface SpanQuery {
  readonly interval: Interval;
  readonly size: number;
  /** Epoch milliseconds, both included; a candle counts by its start. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Closed times are passed over in steps of so many candles; a weekend of minutes takes two. */
const STRIDE = 2_000;
const STRIDES_MAX = 8;
/** Within so many days the first candle of all is found. */
const DAYS_MAX = 10_000;

/**
 * The newest `size` candles of the span; with a `from` the oldest ones instead, so that a client can
 * page forward. Looks for them no further than 16,000 candles after `from`, or after the first candle of all.
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
  for (let stride = 0; stride < STRIDES_MAX && found.length < size && start < end; stride += 1) {
    const next = Math.min(candleStartFrom(interval, start + width * lengthMs(interval)), end);
    const some = await read({ interval, limit: width, before: next });
    const first = start;
    found.push(...some.filter((candle) => candle.start >= first));
    start =
      found.length > 0 || stride > 0 ? next : Math.max(next, await firstStart(read, span, end));
    width = STRIDE;
  }
  return found.slice(0, size).reverse();
}

/** Where the candle of the oldest day begins: clients ask from years before a market began. */
async function firstStart(
  read: (query: CandleQuery) => Promise<Candle[]>,
  { interval }: SpanQuery,
  before: number,
): Promise<number> {
  const [first] = await read({ interval: '1day', limit: DAYS_MAX, before });
  return first === undefined ? before : candleStart(interval, first.start);
}
