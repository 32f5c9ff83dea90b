/** Flat candles: the last price continues through open time without a trade, except in feed gaps. Pure. */
import { ZERO } from '@tern/money';
import { type Candle, joinCandles } from '../../../../kernel/prices/candle.ts';
import { gapIn, hasQuietMinute, type Times } from './gaps.ts';
import {
  candleStart,
  candleStartFrom,
  type Interval,
} from '../../../../kernel/prices/intervals.ts';

/** All prices are the previous close, all volumes zero. */
function flatCandle({ close }: Candle, start: number): Candle {
  return { start, open: close, high: close, low: close, close, amount: ZERO, vol: ZERO, count: 0 };
}

/**
 * Joins the parts into the candle from `start`. If quiet minutes precede the first part, the candle opens at the
 * previous close, as its flat minutes do.
 */
export function beginCandle(
  parts: readonly Candle[],
  start: number,
  past: { readonly previous: Candle | undefined; readonly times: Times },
): Candle {
  const { previous, times } = past;
  const [first] = parts;
  const isQuiet =
    previous !== undefined &&
    first !== undefined &&
    previous.start < start &&
    hasQuietMinute(times, start, candleStart('1min', first.start));
  if (isQuiet) return joinCandles([flatCandle(previous, start), ...parts], start);
  const begun = joinCandles(parts, start);
  return parts.length === 1 && begun.count === 0 ? { ...begun, isNotBegun: true } : begun;
}

export interface FlatSpan {
  readonly interval: Interval;
  readonly times: Times;
  /** Where simulated history ends: it needs no flat candles. */
  readonly since: number;
  /** Only candles that begin earlier. */
  readonly before: number;
  /** The newest so many. */
  readonly limit: number;
}

/**
 * Adds flat candles between the given ones and after the last one, and returns the newest.
 * Shape: oldest first.
 */
export function withFlatCandles(candles: readonly Candle[], span: FlatSpan): Candle[] {
  const { before, limit } = span;
  const newestFirst: Candle[] = [];
  let end = before;
  for (let index = candles.length - 1; index >= 0 && newestFirst.length < limit; index -= 1) {
    const candle = candles[index]!;
    pushFlat(newestFirst, { candle, end }, span);
    newestFirst.push(candle);
    end = candle.start;
  }
  return newestFirst.slice(0, limit).reverse();
}

/** Adds the flat candles after a candle and before `end`, newest first. */
function pushFlat(
  list: Candle[],
  { candle, end }: { candle: Candle; end: number },
  { interval, times, since, limit }: FlatSpan,
): void {
  let start = candleStart(interval, end - 1);
  while (start > candle.start && start >= since && list.length < limit) {
    if (hasQuietMinute(times, start, candleStartFrom(interval, start + 1))) {
      list.push(flatCandle(candle, start));
    }
    // A gap may be years long: skip it in one step.
    const gap = gapIn(times.gaps, start, start + 1);
    const next = gap === undefined ? start - 1 : Math.min(gap.from, start - 1);
    start = candleStart(interval, next);
  }
}
