/** A stretch of the made past in whole ticks and lots: its extremes, what was traded in it, and how stretches join. */
import type { Amount, Price } from '@tern/money';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { roughNormal } from './normal.ts';
import type { SimulatedInstrument, SimulatedMarket } from './simulated-day.ts';
import { liveliness, spanLots, spanTrades } from './trading.ts';

export interface MadeSpan {
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

/** What a span is made of. */
export interface SpanMaking extends Pick<MadeSpan, 'start' | 'open' | 'close'> {
  readonly minutes: number;
  /** Log return from its first to its last price, before rounding, and the variance it was drawn with. */
  readonly move: number;
  readonly variance: number;
  /** The usual variance of this hour. */
  readonly season: number;
  /** Words that decide its extremes and what was traded. */
  readonly chance: number;
  readonly size: number;
}

/** The extremes of prices once a second lie nearer together than an unbroken path's (Broadie, Glasserman, Kou: 0.5826 steps). */
const BETWEEN_PRICES = 0.5826;
const STEPS = 0x1000;
/** Exponential with mean 1, from twelve even bits. */
const EXPONENTIAL = Float64Array.from(
  { length: STEPS },
  (_, bits) => -Math.log((bits + 0.5) / STEPS),
);

/** The highest and lowest are drawn as those of a path between its two ends. */
export function madeSpan(market: SimulatedMarket, making: SpanMaking): MadeSpan {
  const row = new Float64Array(ROW);
  addSpan(row, market, making);
  return spanOf(row, making.start);
}

export function spanOf(row: Float64Array, start: number): MadeSpan {
  const [open = 0, high = 0, low = 0, close = 0, lots = 0, value = 0, count = 0] = row;
  return { start, open, high, low, close, lots, value, count };
}

/** Joins a row to those before it. */
export function joinRows(into: Float64Array, next: Float64Array): void {
  const isFirst = into[3] === 0;
  if (isFirst) into[0] = next[0]!;
  if (isFirst || next[1]! > into[1]!) into[1] = next[1]!;
  if (isFirst || next[2]! < into[2]!) into[2] = next[2]!;
  into[3] = next[3]!;
  for (let sum = 4; sum < ROW; sum += 1) into[sum]! += next[sum]!;
}

/** Numbers of a span in a row: open, high, low, close, lots, value, count. */
export const ROW = 7;

/** Joins one more span to those in the row; an empty row has a count and a close of 0. A year is millions of them. */
export function addSpan(row: Float64Array, market: SimulatedMarket, making: SpanMaking): void {
  const { open, close, minutes, move, variance, season, chance, size } = making;
  const deviation = Math.sqrt(variance);
  const unseen = (BETWEEN_PRICES * deviation) / Math.sqrt(60 * minutes);
  const above = reach(move, variance, chance >>> 20) - unseen;
  const below = reach(-move, variance, chance & 0xfff) - unseen;
  const high = Math.max(open, close, Math.round(open * (1 + above)));
  const low = Math.max(1, Math.min(open, close, Math.round(open * (1 - below))));
  const lively = liveliness(
    variance / (market.deviation * market.deviation * minutes),
    season,
    Math.abs(move) / deviation,
  );
  const count = spanTrades(market, lively, minutes);
  const noise = roughNormal(size & 0xffff);
  const lots =
    count === 0 ? 0 : spanLots(market, { lively, price: open * market.tick, minutes, noise });
  const isFirst = row[3] === 0;
  if (isFirst) row[0] = open;
  if (isFirst || high > row[1]!) row[1] = high;
  if (isFirst || low < row[2]!) row[2] = low;
  row[3] = close;
  row[4]! += lots;
  row[5]! += lots * Math.round((high + low) / 2);
  row[6]! += count;
}

function reach(move: number, variance: number, bits: number): number {
  return (move + Math.sqrt(move * move + 2 * variance * (EXPONENTIAL[bits] ?? 0))) / 2;
}

/** Joins neighbours into spans of a length. Units: milliseconds. */
export function joinedBy(spans: readonly MadeSpan[], lengthMs: number): MadeSpan[] {
  const joined: MadeSpan[] = [];
  let first = 0;
  while (first < spans.length) {
    const slot = Math.floor(spans[first]!.start / lengthMs);
    let end = first + 1;
    while (end < spans.length && spans[end]!.start < (slot + 1) * lengthMs) end += 1;
    joined.push(join(spans, first, end));
    first = end;
  }
  return joined;
}

function join(spans: readonly MadeSpan[], first: number, end: number): MadeSpan {
  const { start, open } = spans[first]!;
  let { high, low, close, lots, value, count } = spans[first]!;
  for (let index = first + 1; index < end; index += 1) {
    const span = spans[index]!;
    if (span.high > high) high = span.high;
    if (span.low < low) low = span.low;
    close = span.close;
    lots += span.lots;
    value += span.value;
    count += span.count;
  }
  return { start, open, high, low, close, lots, value, count };
}

/** Makes parts join to exactly their whole: the extremes nearest to its own become them, and sums are shared out. */
export function fitInto(whole: MadeSpan, parts: readonly MadeSpan[]): MadeSpan[] {
  const bounded = parts.map((part) => ({
    ...part,
    high: Math.min(part.high, whole.high),
    low: Math.max(part.low, whole.low),
  }));
  const top = Math.max(...bounded.map((part) => part.high));
  const bottom = Math.min(...bounded.map((part) => part.low));
  const highest = bounded.findIndex((part) => part.high === top);
  const lowest = bounded.findIndex((part) => part.low === bottom);
  const lots = sharedOut(
    whole.lots,
    parts.map((part) => part.lots),
  );
  const counts = sharedOut(
    whole.count,
    parts.map((part) => part.count),
  );
  const values = sharedOut(
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

/** Whole shares in proportion to the weights that sum to exactly the total; the last one takes what is left. */
function sharedOut(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let given = 0;
  return weights.map((weight, index) => {
    passed += weight;
    const isLast = index === weights.length - 1;
    const upTo = isLast || all === 0 ? total : Math.floor((total * passed) / all);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

/** The candle of a span, exact. */
export function candleOf({ tickSize, lotSize }: SimulatedInstrument, span: MadeSpan): Candle {
  const price = (ticks: number) => (BigInt(ticks) * tickSize) as Price;
  const step = (tickSize * lotSize) / 10n ** 18n;
  return {
    start: span.start,
    open: price(span.open),
    high: price(span.high),
    low: price(span.low),
    close: price(span.close),
    amount: (BigInt(span.lots) * lotSize) as Amount,
    vol: (BigInt(span.value) * step) as Amount,
    count: span.count,
  };
}
