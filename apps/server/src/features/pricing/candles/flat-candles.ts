/** Candles of times without a trade: the price before them goes on, while the market is open and the feed is heard. Pure. */
import { ZERO } from '@tern/money';
import { type Candle, joinCandles } from '../../../kernel/prices/candle.ts';
import { gapIn, hasQuietMinute, type Times } from './gaps.ts';
import { candleStart, candleStartFrom, type Interval } from '../../../kernel/prices/intervals.ts';

/** Nothing traded since: all prices are the close before, all volumes zero. */
function flatCandle({ close }: Candle, start: number): Candle {
  return { start, open: close, high: close, low: close, close, amount: ZERO, vol: ZERO, count: 0 };
}

/**
 * The candle from `start` that these parts make: when quiet minutes come before the first of them, it opens
 * at the close before, exactly as the minutes in it do.
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
  return joinCandles(isQuiet ? [flatCandle(previous, start), ...parts] : parts, start);
}

export interface FlatSpan {
  readonly interval: Interval;
  readonly times: Times;
  /** Where lived time begins: made history has no holes. */
  readonly since: number;
  /** Candles that begin here or later are not asked for. */
  readonly before: number;
  /** The newest so many. */
  readonly limit: number;
}

/**
 * The candles with every quiet stretch between them and after the last one, cut to the newest.
 * Shape: in order of time.
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

/** Those after a candle and before `end`, the newest of them first. */
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
    // Years may have gone by unheard: they are passed over in one step.
    const gap = gapIn(times.gaps, start, start + 1);
    const next = gap === undefined ? start - 1 : Math.min(gap.from, start - 1);
    start = candleStart(interval, next);
  }
}
