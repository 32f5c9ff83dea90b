/** A run of candles, oldest first: joining what was loaded with what is live. Pure. */
import { parseDecimal } from '@tern/money';
import type { Candle } from './candle.ts';
import { candleStart, type Interval } from './intervals.ts';

export type Series = readonly Candle[];

/** Both runs in one; where both know a candle, `newer` is right. Either may have holes or overlap. */
export function mergeCandles(known: Series, newer: Series): Series {
  if (newer.length === 0) return known;
  const byStart = new Map(known.map((candle) => [candle.start, candle]));
  for (const candle of newer) byStart.set(candle.start, candle);
  return [...byStart.values()].sort((left, right) => left.start - right.start);
}

/** True when a candle may be missing between the last known and this live one. */
export function leavesHole(known: Series, candle: Candle, interval: Interval): boolean {
  const last = known.at(-1);
  if (!last || candle.start <= last.start) return false;
  return candleStart(interval, candle.start - 1) > last.start;
}

/** The run with a live candle: it replaces the last one or follows it. Older ones change nothing. */
export function withLive(known: Series, candle: Candle): Series {
  const last = known.at(-1);
  if (last && candle.start < last.start) return known;
  return last?.start === candle.start ? [...known.slice(0, -1), candle] : [...known, candle];
}

/** What a price at a moment means for the run: the last candle moves, or a new one opens. */
export function withPrice(
  known: Series,
  { price, at }: { price: string; at: number },
  interval: Interval,
): Series {
  const last = known.at(-1);
  const value = parseDecimal(price);
  if (!last || value === undefined || value <= 0n) return known;
  const start = candleStart(interval, at);
  if (start < last.start) return known;
  if (start > last.start) {
    return [...known, { start, open: price, high: price, low: price, close: price, amount: '0' }];
  }
  if (last.close === price) return known;
  const high = value > (parseDecimal(last.high) ?? value) ? price : last.high;
  const low = value < (parseDecimal(last.low) ?? value) ? price : last.low;
  return [...known.slice(0, -1), { ...last, high, low, close: price }];
}

/**
 * The candles a picture of `before` must take in to show `after`, if appending and replacing its last
 * candle is enough; undefined when anything older changed.
 */
export function tailSince(before: Series, after: Series): Series | undefined {
  const last = before.at(-1);
  if (!last || before.length > after.length) return undefined;
  const at = before.length - 1;
  const isSamePast = before.slice(0, at).every((candle, index) => sameCandle(candle, after[index]));
  return isSamePast && after[at]?.start === last.start ? after.slice(at) : undefined;
}

function sameCandle(left: Candle, right: Candle | undefined): boolean {
  return (
    left === right ||
    (left.start === right?.start &&
      left.open === right.open &&
      left.high === right.high &&
      left.low === right.low &&
      left.close === right.close &&
      left.amount === right.amount)
  );
}
