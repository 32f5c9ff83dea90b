/** The past of a market that begins: the same model as its future, by five minutes, ending at its first price (ADR 15). */
import type { Amount, Price } from '@tern/money';
import { daySeed, marketDay } from '../../../kernel/prices/market-seed.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { BLOCK_WORDS } from './keyed-words.ts';
import { DAY_MINUTES, dayChance, type DayChance, STRETCH_MINUTES } from './day-chance.ts';
import {
  addSpan,
  candleOf,
  fitInto,
  joinedBy,
  joinRows,
  madeSpan,
  type MadeSpan,
  ROW,
  spanOf,
  type SpanMaking,
} from './made-span.ts';
import { marketModels, startPriceOf, type Stream } from './market-model-table.ts';
import { normalOf } from './normal.ts';
import {
  onTick,
  type SimulatedInstrument,
  type SimulatedMarket,
  simulatedMarkets,
} from './simulated-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** Goes with each market's beginning; a model that splits days otherwise gets a new number. */
export const HISTORY_MODEL = 2;
/** Full days before the one in which a market begins. */
const HISTORY_DAYS = 365;
const STRETCH_MS = STRETCH_MINUTES * MINUTE_MS;
const HOUR_STRETCHES = HOUR_MS / STRETCH_MS;
const DAY_STRETCHES = DAY_MS / STRETCH_MS;

/**
 * Daily candles of every instrument with a model, oldest first; the last day ends at `endsAt`, at the first price.
 * Closed days have no candle. Units: `endsAt` epoch milliseconds, on a minute.
 */
export function makeDailyHistory(
  instruments: readonly SimulatedInstrument[],
  { seed, endsAt, days = HISTORY_DAYS }: MadeBy & { readonly days?: number | undefined },
): Map<string, Candle[]> {
  const markets = simulatedMarkets(instruments);
  const history = new Map<string, Candle[]>();
  const closes = new Map<string, Price>();
  for (const [symbol, { model, instrument, tick }] of markets) {
    history.set(symbol, []);
    closes.set(symbol, onTick(startPriceOf(model), instrument.tickSize, tick));
  }
  const today = floorTo(endsAt - 1, DAY_MS);
  for (let start = today; start >= today - days * DAY_MS; start -= DAY_MS) {
    const day = madeDay(seed, start, endsAt);
    for (const [symbol, market] of markets) {
      const close = closes.get(symbol)!;
      const path = dayPath(market, day);
      if (!path.variance.some((variance) => variance > 0)) continue;
      const open = openBefore(market, path, { close, closes });
      history.get(symbol)!.push(dayCandle(market, day, { open, close }));
      closes.set(symbol, open);
    }
  }
  for (const candles of history.values()) candles.reverse();
  return history;
}

/** A UTC day of the past, or its part before `endsAt`. */
interface MadeDay {
  readonly start: number;
  readonly minutes: number;
  readonly chance: DayChance;
  /** What was worked out of it: by symbol, stream and purpose. */
  readonly paths: Map<string, DayPath>;
  readonly streams: Map<string, StreamStretches>;
  readonly words: Map<string, Uint32Array>;
}

function madeDay(seed: string, start: number, endsAt: number): MadeDay {
  const minutes = Math.min(DAY_MS, endsAt - start) / MINUTE_MS;
  return {
    start,
    minutes,
    chance: dayChance(daySeed(seed, marketDay(start)), start),
    paths: new Map(),
    streams: new Map(),
    words: new Map(),
  };
}

/** A cross opens where its two markets do, whose day was made before it. */
function openBefore(
  { model, instrument, tick }: SimulatedMarket,
  path: DayPath,
  { close, closes }: { readonly close: Price; readonly closes: ReadonlyMap<string, Price> },
): Price {
  const price =
    model.kind === 'cross'
      ? floatOf(closes.get(model.left)) * floatOf(closes.get(model.right))
      : floatOf(close) * Math.exp(-(path.level.at(-1) ?? 0));
  return onTick(price, instrument.tickSize, tick);
}

const floatOf = (price: Price | undefined): number => Number(price ?? 0n) / 1e18;

export interface MadeBy {
  readonly seed: string;
  /** Where the made past ends, epoch milliseconds. */
  readonly endsAt: number;
}

/** The hours of a made day, which join to exactly its candle. */
export function splitMadeDay(day: Candle, instrument: SimulatedInstrument, by: MadeBy): Candle[] {
  const market = marketOf(instrument);
  return market === undefined ? [] : hourCandles(market, recentDay(by, day.start), day);
}

/** The parts of a made hour, which join to exactly its candle. Units: `minutes` 30, 15, 5 or 1. */
export function splitMadeHour(
  hour: Candle,
  instrument: SimulatedInstrument,
  by: MadeBy & { readonly minutes: number },
): Candle[] {
  const market = marketOf(instrument);
  if (market === undefined) return [];
  const day = recentDay(by, floorTo(hour.start, DAY_MS));
  const spans = madeSpans(market, day, hour);
  const isFine = madeByMinutes.has(instrument.symbol);
  const parts =
    by.minutes === 1 && !isFine
      ? spans.flatMap((stretch) => madeMinutes(market, day, stretch))
      : spans;
  return joinedBy(parts, by.minutes * MINUTE_MS).map((span) => candleOf(market.instrument, span));
}

const marketsOf = new WeakMap<SimulatedInstrument, SimulatedMarket>();

function marketOf(instrument: SimulatedInstrument): SimulatedMarket | undefined {
  const market = marketsOf.get(instrument) ?? simulatedMarkets([instrument]).get(instrument.symbol);
  if (market !== undefined) marketsOf.set(instrument, market);
  return market;
}

/** Markets and hours of one day are mostly looked at together. */
let latest: { readonly key: string; readonly day: MadeDay } | undefined;

function recentDay({ seed, endsAt }: MadeBy, start: number): MadeDay {
  const key = `${seed}|${endsAt}|${start}`;
  if (latest?.key !== key) latest = { key, day: madeDay(seed, start, endsAt) };
  return latest.day;
}

/** The hours between the first and the last price of a day. */
function hourCandles(
  market: SimulatedMarket,
  day: MadeDay,
  ends: Pick<Candle, 'open' | 'close'>,
): Candle[] {
  const candles: Candle[] = [];
  eachHour(market, day, {
    ...ends,
    take: (row, start) => candles.push(candleOf(market.instrument, spanOf(row, start))),
  });
  return candles;
}

/** The same as one candle: a year of days needs no candles of its hours. */
function dayCandle(
  market: SimulatedMarket,
  day: MadeDay,
  ends: Pick<Candle, 'open' | 'close'>,
): Candle {
  const { tickSize, lotSize } = market.instrument;
  const step = (tickSize * lotSize) / 10n ** 18n;
  const whole = new Float64Array(ROW);
  // The value of a day may be more than a whole float, that of an hour is not.
  let value = 0n;
  eachHour(market, day, {
    ...ends,
    take(row) {
      value += BigInt(row[5] ?? 0);
      joinRows(whole, row);
    },
  });
  const candle = candleOf(market.instrument, { ...spanOf(whole, day.start), value: 0 });
  return { ...candle, vol: (value * step) as Amount };
}

interface DayWalk extends Pick<Candle, 'open' | 'close'> {
  /** Gets the same row each time, and when its hour starts. */
  take(row: Float64Array, start: number): void;
}

/** The open hours, one after the other. */
function eachHour(market: SimulatedMarket, day: MadeDay, { open, close, take }: DayWalk): void {
  const { level, variance } = dayPath(market, day);
  const lastOpen = variance.findLastIndex((value) => value > 0);
  const first = ticksOf(market, open);
  const row = new Float64Array(ROW);
  let from = first;
  for (let part = 0; part < variance.length; part += HOUR_STRETCHES) {
    const end = Math.min(part + HOUR_STRETCHES, variance.length);
    if ((variance[part] ?? 0) === 0) continue;
    const to = end > lastOpen ? ticksOf(market, close) : beside(first, level[end - 1] ?? 0);
    const start = day.start + part * STRETCH_MS;
    row.fill(0);
    eachStretch(market, day, {
      start,
      open: from,
      close: to,
      take: (making) => addSpan(row, market, making),
    });
    take(row, start);
    from = to;
  }
}

/** Five minutes each, or minutes where the market is made of them. */
function madeSpans(market: SimulatedMarket, day: MadeDay, hour: Candle): MadeSpan[] {
  const [open, close] = [ticksOf(market, hour.open), ticksOf(market, hour.close)];
  const spans: MadeSpan[] = [];
  const take = (making: SpanMaking) => spans.push(madeSpan(market, making));
  eachStretch(market, day, { start: hour.start, open, close, take });
  return spans;
}

const ticksOf = ({ instrument }: SimulatedMarket, price: Price): number =>
  Number(price / instrument.tickSize);
const beside = (ticks: number, level: number): number =>
  Math.max(1, Math.round(ticks * Math.exp(level)));

interface SpanWalk {
  readonly start: number;
  /** Ticks. */
  readonly open: number;
  readonly close: number;
  /** May get the same object each time. */
  take(making: SpanMaking): void;
}

/** Five minutes each, from the hour's own first to its last price, so that an hour needs no other one. */
function eachStretch(
  market: SimulatedMarket,
  day: MadeDay,
  { start, open, close, take }: SpanWalk,
): void {
  const { level, variance } = dayPath(market, day);
  const first = (start - day.start) / STRETCH_MS;
  const end = Math.min(first + HOUR_STRETCHES, variance.length);
  const begun = level[first - 1] ?? 0;
  const words = drawn(day, `${market.instrument.symbol}/made`, (DAY_STRETCHES * 2) / BLOCK_WORDS);
  const season = day.chance.season(market.instrument);
  const making = {
    start,
    open,
    close: open,
    minutes: 0,
    move: 0,
    variance: 0,
    season: 0,
    chance: 0,
    size: 0,
  };
  const isFine = madeByMinutes.has(market.model.symbol);
  let before = begun;
  for (let index = first; index < end; index += 1) {
    const now = level[index] ?? 0;
    making.start = day.start + index * STRETCH_MS;
    making.open = making.close;
    making.close = index === end - 1 ? close : beside(open, now - begun);
    making.minutes = Math.min(STRETCH_MINUTES, day.minutes - index * STRETCH_MINUTES);
    making.move = now - before;
    making.variance = variance[index] ?? 0;
    making.season = season[index * STRETCH_MINUTES] ?? 0;
    making.chance = words[2 * index] ?? 0;
    making.size = words[2 * index + 1] ?? 0;
    if (isFine) eachMinute(market, day, { ...making, take });
    else take(making);
    before = now;
  }
}

/** Where a price stands at the end of each five minutes of a day. */
interface DayPath {
  /** Log of the price beside the day's first. */
  readonly level: Float64Array;
  /** Of the log return of each five minutes; 0 while closed. */
  readonly variance: Float64Array;
}

function dayPath({ model, loadings }: SimulatedMarket, day: MadeDay): DayPath {
  const known = day.paths.get(model.symbol);
  if (known !== undefined) return known;
  const parts = Math.ceil(day.minutes / STRETCH_MINUTES);
  const path = { level: new Float64Array(parts), variance: new Float64Array(parts) };
  for (const { stream, weight } of loadings) {
    const { shocks, variance } = stretchesOfStream(day, stream);
    for (let part = 0; part < parts; part += 1) {
      path.variance[part] = (path.variance[part] ?? 0) + weight * weight * (variance[part] ?? 0);
      path.level[part] = (path.level[part] ?? 0) + weight * (shocks[part] ?? 0);
    }
  }
  for (let part = 1; part < parts; part += 1) {
    path.level[part] = (path.level[part] ?? 0) + (path.level[part - 1] ?? 0);
  }
  day.paths.set(model.symbol, path);
  return path;
}

/** Moves of a stream over five minutes each, and their variance. */
interface StreamStretches {
  readonly shocks: Float64Array;
  readonly variance: Float64Array;
}

function stretchesOfStream(day: MadeDay, stream: Stream): StreamStretches {
  const known = day.streams.get(stream.name);
  if (known !== undefined) return known;
  const words = drawn(day, `${stream.name}/stretches`, DAY_STRETCHES / BLOCK_WORDS);
  const variance = new Float64Array(DAY_STRETCHES);
  const shocks = new Float64Array(DAY_STRETCHES);
  const lively = day.chance.stretchVariance(stream);
  for (let part = 0; part * STRETCH_MINUTES < day.minutes; part += 1) {
    const minutes = Math.min(STRETCH_MINUTES, day.minutes - part * STRETCH_MINUTES);
    variance[part] = (lively[part] ?? 0) * minutes;
    shocks[part] = Math.sqrt(variance[part] ?? 0) * normalOf(words[part] ?? 0);
  }
  const made = { shocks, variance };
  day.streams.set(stream.name, made);
  return made;
}

/** Words of the whole day, drawn once. */
function drawn(day: MadeDay, name: string, blocks: number): Uint32Array {
  const known = day.words.get(name);
  if (known !== undefined) return known;
  const words = day.chance.words(name, 0, blocks);
  day.words.set(name, words);
  return words;
}

/** The minutes of five minutes, which join to exactly them. */
function madeMinutes(market: SimulatedMarket, day: MadeDay, stretch: MadeSpan): MadeSpan[] {
  const spans: MadeSpan[] = [];
  let open = stretch.open;
  eachMinute(market, day, {
    ...stretch,
    take(making) {
      const close = Math.min(stretch.high, Math.max(stretch.low, making.close));
      spans.push(madeSpan(market, { ...making, open, close }));
      open = close;
    },
  });
  return fitInto(stretch, spans);
}

/** The minutes from the first to the last price of five minutes: each stream is pinned to its move of the five. */
function eachMinute(
  market: SimulatedMarket,
  day: MadeDay,
  { start, open, close, take }: SpanWalk,
): void {
  const first = (start - day.start) / MINUTE_MS;
  const length = Math.min(STRETCH_MINUTES, day.minutes - first);
  const moves = new Float64Array(length);
  const variance = new Float64Array(length);
  for (const { stream, weight } of market.loadings) {
    const pinned = pinnedMinutes(day, stream, { first, length });
    for (let minute = 0; minute < length; minute += 1) {
      moves[minute]! += weight * (pinned.shocks[minute] ?? 0);
      variance[minute]! += weight * weight * (pinned.variance[minute] ?? 0);
    }
  }
  const { symbol } = market.instrument;
  const words = drawn(day, `${symbol}/made-minutes`, (DAY_MINUTES * 2) / BLOCK_WORDS);
  const season = day.chance.season(market.instrument);
  let from = open;
  let level = 0;
  for (let minute = 0; minute < length; minute += 1) {
    level += moves[minute] ?? 0;
    const at = first + minute;
    const to = minute === length - 1 ? close : beside(open, level);
    take({
      start: day.start + at * MINUTE_MS,
      minutes: 1,
      open: from,
      close: to,
      move: moves[minute] ?? 0,
      variance: variance[minute] ?? 0,
      season: season[at] ?? 0,
      chance: words[2 * at] ?? 0,
      size: words[2 * at + 1] ?? 0,
    });
    from = to;
  }
}

/** A cross and its two markets hold by the minute, so their five minutes are made of minutes and not the other way round. */
const madeByMinutes: ReadonlySet<string> = new Set(
  marketModels.flatMap((model) =>
    model.kind === 'cross' ? [model.symbol, model.left, model.right] : [],
  ),
);

function pinnedMinutes(
  day: MadeDay,
  stream: Stream,
  { first, length }: { readonly first: number; readonly length: number },
): StreamStretches {
  const whole = stretchesOfStream(day, stream);
  const total = whole.variance[first / STRETCH_MINUTES] ?? 0;
  const variance = day.chance.variance(stream).slice(first, first + length);
  const usual = variance.reduce((sum, value) => sum + value, 0);
  const words = drawn(day, `${stream.name}/minutes`, DAY_MINUTES / BLOCK_WORDS);
  const shocks = new Float64Array(length);
  let missing = whole.shocks[first / STRETCH_MINUTES] ?? 0;
  for (let minute = 0; minute < length; minute += 1) {
    variance[minute] = ((variance[minute] ?? 0) * total) / usual;
    shocks[minute] = Math.sqrt(variance[minute] ?? 0) * normalOf(words[first + minute] ?? 0);
    missing -= shocks[minute] ?? 0;
  }
  for (let minute = 0; minute < length; minute += 1) {
    shocks[minute] = (shocks[minute] ?? 0) + (missing * (variance[minute] ?? 0)) / total;
  }
  return { shocks, variance };
}
