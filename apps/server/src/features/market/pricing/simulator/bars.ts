/** Bars of the simulated history in whole ticks and lots: their extremes and volume, and how bars are joined. */
import type { Amount, Price } from '@tern/money';
import type { Candle } from '../../../../kernel/prices/candle.ts';
import type { SimulatedInstrument, SimulatedMarket } from './simulated-day.ts';
import { minuteLots, minuteTrades, tradingActivity } from './trading.ts';

export interface Bar {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Ticks. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  /** Ticks times lots. */
  readonly value: number;
  readonly count: number;
}

/** The inputs that a minute's bar is computed from. */
export interface MinuteInput extends Pick<Bar, 'start' | 'open' | 'close'> {
  /** Log return from open to close before rounding, and the variance it was drawn with. */
  readonly move: number;
  readonly variance: number;
  /** The usual variance of this hour. */
  readonly season: number;
  /** Random words for the extremes and for the volume. */
  readonly chance: number;
  readonly size: number;
}

/**
 * Extremes of one price per second are closer together than those of a continuous path, by 0.5826 of a step
 * (Broadie, Glasserman, Kou). Units: the minute's deviation.
 */
const BETWEEN_PRICES = 0.5826 / Math.sqrt(60);
const STEPS = 0x1000;
/** Exponential with mean 1, from twelve uniform bits. */
const EXPONENTIAL = Float64Array.from(
  { length: STEPS },
  (_, bits) => -Math.log((bits + 0.5) / STEPS),
);

export function barOf(row: Float64Array, start: number): Bar {
  const [open = 0, high = 0, low = 0, close = 0, lots = 0, value = 0, count = 0] = row;
  return { start, open, high, low, close, lots, value, count };
}

/** Joins the next row into the first. */
export function joinRows(into: Float64Array, next: Float64Array): void {
  const isFirst = into[3] === 0;
  if (isFirst) into[0] = next[0]!;
  if (isFirst || next[1]! > into[1]!) into[1] = next[1]!;
  if (isFirst || next[2]! < into[2]!) into[2] = next[2]!;
  into[3] = next[3]!;
  for (let sum = 4; sum < ROW; sum += 1) into[sum]! += next[sum]!;
}

/** Length of a row: open, high, low, close, lots, value, count of a bar. */
export const ROW = 7;

/**
 * Joins one more minute into the row; an empty row is all zeros. High and low are drawn as the extremes of a random
 * path from open to close. A year has millions of minutes, hence no objects.
 */
export function addMinute(row: Float64Array, market: SimulatedMarket, input: MinuteInput): void {
  const { open, close, move, variance, season, chance, size } = input;
  const deviation = Math.sqrt(variance);
  const correction = BETWEEN_PRICES * deviation;
  const above = extremeOf(move, variance, chance >>> 20) - correction;
  const below = extremeOf(-move, variance, chance & 0xfff) - correction;
  const high = Math.max(open, close, Math.round(open * (1 + above)));
  const low = Math.max(1, Math.min(open, close, Math.round(open * (1 - below))));
  const activity = tradingActivity(
    variance / (market.deviation * market.deviation),
    season,
    Math.abs(move) / deviation,
  );
  const count = minuteTrades(market, activity, { open, high, low, close });
  const lots =
    count === 0
      ? 0
      : Math.max(
          count,
          minuteLots(market, activity, { price: open * market.tick, size: (size & 0xffff) >>> 4 }),
        );
  const isFirst = row[3] === 0;
  if (isFirst) row[0] = open;
  if (isFirst || high > row[1]!) row[1] = high;
  if (isFirst || low < row[2]!) row[2] = low;
  row[3] = close;
  row[4]! += lots;
  row[5]! += lots * Math.round((high + low) / 2);
  row[6]! += count;
}

function extremeOf(move: number, variance: number, bits: number): number {
  return (move + Math.sqrt(move * move + 2 * variance * (EXPONENTIAL[bits] ?? 0))) / 2;
}

/** Joins neighbours into bars of a length. Units: milliseconds. */
export function joinBars(bars: readonly Bar[], lengthMs: number): Bar[] {
  const joined: Bar[] = [];
  let first = 0;
  while (first < bars.length) {
    const slot = Math.floor(bars[first]!.start / lengthMs);
    let end = first + 1;
    while (end < bars.length && bars[end]!.start < (slot + 1) * lengthMs) end += 1;
    joined.push(join(bars, first, end));
    first = end;
  }
  return joined;
}

function join(bars: readonly Bar[], first: number, end: number): Bar {
  const { start, open } = bars[first]!;
  let { high, low, close, lots, value, count } = bars[first]!;
  for (let index = first + 1; index < end; index += 1) {
    const bar = bars[index]!;
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
    close = bar.close;
    lots += bar.lots;
    value += bar.value;
    count += bar.count;
  }
  return { start, open, high, low, close, lots, value, count };
}

/** The exact candle of a bar. */
export function candleOf({ tickSize, lotSize }: SimulatedInstrument, bar: Bar): Candle {
  const price = (ticks: number) => (BigInt(ticks) * tickSize) as Price;
  const step = (tickSize * lotSize) / 10n ** 18n;
  return {
    start: bar.start,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    amount: (BigInt(bar.lots) * lotSize) as Amount,
    vol: (BigInt(bar.value) * step) as Amount,
    count: bar.count,
  };
}
