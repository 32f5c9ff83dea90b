/** Bars of the simulated history in whole ticks and lots: their extremes and volume, and how bars are joined. */
import type { Amount, Price } from '@tern/money';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { roughNormal } from './normal.ts';
import type { SimulatedInstrument, SimulatedMarket } from './simulated-day.ts';
import { tradingActivity, barLots, barTrades } from './trading.ts';

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

/** The inputs that a bar is computed from. */
export interface BarInput extends Pick<Bar, 'start' | 'open' | 'close'> {
  readonly minutes: number;
  /** Log return from open to close before rounding, and the variance it was drawn with. */
  readonly move: number;
  readonly variance: number;
  /** The usual variance of this hour. */
  readonly season: number;
  /** Random words for the extremes and for the volume. */
  readonly chance: number;
  readonly size: number;
}

/** Extremes of one price per second are closer together than those of a continuous path (Broadie, Glasserman, Kou: 0.5826 steps). */
const BETWEEN_PRICES = 0.5826;
const STEPS = 0x1000;
/** Exponential with mean 1, from twelve uniform bits. */
const EXPONENTIAL = Float64Array.from(
  { length: STEPS },
  (_, bits) => -Math.log((bits + 0.5) / STEPS),
);

/** High and low are drawn as the extremes of a random path from open to close. */
export function makeBar(market: SimulatedMarket, input: BarInput): Bar {
  const row = new Float64Array(ROW);
  addBar(row, market, input);
  return barOf(row, input.start);
}

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

/** Joins one more bar into the row; an empty row is all zeros. A year has millions of bars, hence no objects. */
export function addBar(row: Float64Array, market: SimulatedMarket, input: BarInput): void {
  const { open, close, minutes, move, variance, season, chance, size } = input;
  const deviation = Math.sqrt(variance);
  const correction = (BETWEEN_PRICES * deviation) / Math.sqrt(60 * minutes);
  const above = extremeOf(move, variance, chance >>> 20) - correction;
  const below = extremeOf(-move, variance, chance & 0xfff) - correction;
  const high = Math.max(open, close, Math.round(open * (1 + above)));
  const low = Math.max(1, Math.min(open, close, Math.round(open * (1 - below))));
  const activity = tradingActivity(
    variance / (market.deviation * market.deviation * minutes),
    season,
    Math.abs(move) / deviation,
  );
  const count = barTrades(market, activity, minutes);
  const noise = roughNormal(size & 0xffff);
  const lots =
    count === 0 ? 0 : barLots(market, { activity, price: open * market.tick, minutes, noise });
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

/** Adjusts parts so that they join to exactly the whole: the most extreme parts get its high and low, sums are shared out. */
export function fitInto(whole: Bar, parts: readonly Bar[]): Bar[] {
  const bounded = parts.map((part) => ({
    ...part,
    high: Math.min(part.high, whole.high),
    low: Math.max(part.low, whole.low),
  }));
  const top = Math.max(...bounded.map((part) => part.high));
  const bottom = Math.min(...bounded.map((part) => part.low));
  const highest = bounded.findIndex((part) => part.high === top);
  const lowest = bounded.findIndex((part) => part.low === bottom);
  const lots = shareOut(
    whole.lots,
    parts.map((part) => part.lots),
  );
  const counts = shareOut(
    whole.count,
    parts.map((part) => part.count),
  );
  const values = shareOut(
    whole.value,
    bounded.map((part, index) => (lots[index] ?? 0) * (part.high + part.low)),
  );
  return bounded.map((part, index) => ({
    ...part,
    high: index === highest ? whole.high : part.high,
    low: index === lowest ? whole.low : part.low,
    lots: lots[index] ?? 0,
    value: values[index] ?? 0,
    count: counts[index] ?? 0,
  }));
}

/** Integer shares in proportion to the weights, which sum to exactly the total; the last one takes the remainder. */
function shareOut(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let shared = 0;
  return weights.map((weight, index) => {
    passed += weight;
    const isLast = index === weights.length - 1;
    const upTo = isLast || all === 0 ? total : Math.floor((total * passed) / all);
    const share = upTo - shared;
    shared = upTo;
    return share;
  });
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
