/** A series of candles, oldest first: merges loaded and live ones. Pure. */
import { parseDecimal } from '@tern/money';
import type { Candle } from './candle.ts';
import { candleStart, type Interval } from './intervals.ts';

export type Series = readonly Candle[];

/** Merges two series; where both have a candle, `newer` wins. Either may have gaps or overlap. */
export function mergeCandles(known: Series, newer: Series): Series {
  if (newer.length === 0) return known;
  const byStart = new Map(known.map((candle) => [candle.start, candle]));
  for (const candle of newer) byStart.set(candle.start, candle);
  return [...byStart.values()].sort((left, right) => left.start - right.start);
}

/** Whether a candle may be missing between the last one and this live one. */
export function leavesGap(known: Series, candle: Candle, interval: Interval): boolean {
  const last = known.at(-1);
  if (!last || candle.start <= last.start) return false;
  return candleStart(interval, candle.start - 1) > last.start;
}

/** Adds a live candle: it replaces the last one or follows it. Older ones, and one without a difference, are ignored. */
export function withLive(known: Series, candle: Candle): Series {
  const last = known.at(-1);
  if (last && (candle.start < last.start || sameCandle(candle, last))) return known;
  return last?.start === candle.start ? [...known.slice(0, -1), candle] : [...known, candle];
}

/** Applies a price at a moment: it updates the last candle or opens a new one. */
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
 * The candles that turn a drawing of `before` into `after` by appending and replacing its last candle; undefined when an
 * older one changed.
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
