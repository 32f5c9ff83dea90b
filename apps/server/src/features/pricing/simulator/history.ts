/** The simulated history of a new market: the simulator's model in five-minute bars, ending at its first price (ADR 15). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Amount, Price } from '@tern/money';
import { daySeed, marketDay } from '../../../kernel/prices/market-seed.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { BLOCK_WORDS } from './keyed-words.ts';
import { DAY_MINUTES, dayRandomness, type DayRandomness, BAR_MINUTES } from './day-randomness.ts';
import {
  addBar,
  candleOf,
  fitInto,
  joinBars,
  joinRows,
  makeBar,
  type Bar,
  ROW,
  barOf,
  type BarInput,
} from './bars.ts';
import { marketModels, startPriceOf, type Stream } from './market-model-table.ts';
import { normalOf } from './normal.ts';
import {
  onTick,
  type SimulatedInstrument,
  type SimulatedMarket,
  simulatedMarkets,
} from './simulated-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** Stored with each market's genesis; a model that splits days differently gets a new number. */
export const HISTORY_MODEL = 2;
/** Full days before a market's first day. */
const HISTORY_DAYS = 365;
const BAR_MS = BAR_MINUTES * MINUTE_MS;
const BARS_PER_HOUR = HOUR_MS / BAR_MS;
const BARS_PER_DAY = DAY_MS / BAR_MS;

/**
 * Daily candles of every instrument with a model, oldest first; the last day ends at `endsAt`, at the first price.
 * Closed days have no candle. One day takes about 10 ms of the main thread, which is free between two days. Units: `endsAt`
 * epoch milliseconds, on a minute.
 */
export async function makeDailyHistory(
  instruments: readonly SimulatedInstrument[],
  { seed, endsAt, days = HISTORY_DAYS }: HistoryOrigin & { readonly days?: number | undefined },
): Promise<Map<string, Candle[]>> {
  const markets = simulatedMarkets(instruments);
  const history = new Map<string, Candle[]>();
  const closes = new Map<string, Price>();
  for (const [symbol, { model, instrument, tick }] of markets) {
    history.set(symbol, []);
    closes.set(symbol, onTick(startPriceOf(model), instrument.tickSize, tick));
  }
  const today = floorTo(endsAt - 1, DAY_MS);
  for (let start = today; start >= today - days * DAY_MS; start -= DAY_MS) {
    const day = historyDay(seed, start, endsAt);
    for (const [symbol, market] of markets) {
      const close = closes.get(symbol)!;
      const path = dayPath(market, day);
      if (!path.variance.some((variance) => variance > 0)) continue;
      const open = openBefore(market, path, { close, closes });
      history.get(symbol)!.push(dayCandle(market, day, { open, close }));
      closes.set(symbol, open);
    }
    await nextTurn();
  }
  for (const candles of history.values()) candles.reverse();
  return history;
}

/** A UTC day of the history, or its part before `endsAt`. */
interface HistoryDay {
  readonly start: number;
  readonly minutes: number;
  readonly chance: DayRandomness;
  /** Caches by symbol, stream and purpose. */
  readonly paths: Map<string, DayPath>;
  readonly streams: Map<string, StreamBars>;
  readonly words: Map<string, Uint32Array>;
}

function historyDay(seed: string, start: number, endsAt: number): HistoryDay {
  const minutes = Math.min(DAY_MS, endsAt - start) / MINUTE_MS;
  return {
    start,
    minutes,
    chance: dayRandomness(daySeed(seed, marketDay(start)), start),
    paths: new Map(),
    streams: new Map(),
    words: new Map(),
  };
}

/** A cross opens at the product of its two markets, whose day is generated first. */
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

export interface HistoryOrigin {
  readonly seed: string;
  /** Where the simulated history ends, epoch milliseconds. */
  readonly endsAt: number;
}

/** Splits a simulated day into hours that join to exactly its candle. */
export function splitSimulatedDay(
  day: Candle,
  instrument: SimulatedInstrument,
  by: HistoryOrigin,
): Candle[] {
  const market = marketOf(instrument);
  return market === undefined ? [] : hourCandles(market, recentDay(by, day.start), day);
}

/** Splits a simulated hour into parts that join to exactly its candle. Units: `minutes` 30, 15, 5 or 1. */
export function splitSimulatedHour(
  hour: Candle,
  instrument: SimulatedInstrument,
  by: HistoryOrigin & { readonly minutes: number },
): Candle[] {
  const market = marketOf(instrument);
  if (market === undefined) return [];
  const day = recentDay(by, floorTo(hour.start, DAY_MS));
  const bars = barsOfHour(market, day, hour);
  const isFine = builtFromMinutes.has(instrument.symbol);
  const parts =
    by.minutes === 1 && !isFine ? bars.flatMap((bar) => minuteBars(market, day, bar)) : bars;
  return joinBars(parts, by.minutes * MINUTE_MS).map((bar) => candleOf(market.instrument, bar));
}

const marketsOf = new WeakMap<SimulatedInstrument, SimulatedMarket>();

function marketOf(instrument: SimulatedInstrument): SimulatedMarket | undefined {
  const market = marketsOf.get(instrument) ?? simulatedMarkets([instrument]).get(instrument.symbol);
  if (market !== undefined) marketsOf.set(instrument, market);
  return market;
}

/** Markets and hours of one day are usually split together. */
let latest: { readonly key: string; readonly day: HistoryDay } | undefined;

function recentDay({ seed, endsAt }: HistoryOrigin, start: number): HistoryDay {
  const key = `${seed}|${endsAt}|${start}`;
  if (latest?.key !== key) latest = { key, day: historyDay(seed, start, endsAt) };
  return latest.day;
}

/** The hours between the first and the last price of a day. */
function hourCandles(
  market: SimulatedMarket,
  day: HistoryDay,
  ends: Pick<Candle, 'open' | 'close'>,
): Candle[] {
  const candles: Candle[] = [];
  eachHour(market, day, {
    ...ends,
    take: (row, start) => candles.push(candleOf(market.instrument, barOf(row, start))),
  });
  return candles;
}

/** The day as one candle, without creating the candles of its hours. */
function dayCandle(
  market: SimulatedMarket,
  day: HistoryDay,
  ends: Pick<Candle, 'open' | 'close'>,
): Candle {
  const { tickSize, lotSize } = market.instrument;
  const step = (tickSize * lotSize) / 10n ** 18n;
  const whole = new Float64Array(ROW);
  // The value of a day may exceed a safe integer; that of an hour does not.
  let value = 0n;
  eachHour(market, day, {
    ...ends,
    take(row) {
      value += BigInt(row[5] ?? 0);
      joinRows(whole, row);
    },
  });
  const candle = candleOf(market.instrument, { ...barOf(whole, day.start), value: 0 });
  return { ...candle, vol: (value * step) as Amount };
}

interface DayWalk extends Pick<Candle, 'open' | 'close'> {
  /** Receives the same row each time, and the start of its hour. */
  take(row: Float64Array, start: number): void;
}

/** The open hours, one after the other. */
function eachHour(market: SimulatedMarket, day: HistoryDay, { open, close, take }: DayWalk): void {
  const { level, variance } = dayPath(market, day);
  const lastOpen = variance.findLastIndex((value) => value > 0);
  const first = ticksOf(market, open);
  const row = new Float64Array(ROW);
  let from = first;
  for (let part = 0; part < variance.length; part += BARS_PER_HOUR) {
    const end = Math.min(part + BARS_PER_HOUR, variance.length);
    if ((variance[part] ?? 0) === 0) continue;
    const to = end > lastOpen ? ticksOf(market, close) : shifted(first, level[end - 1] ?? 0);
    const start = day.start + part * BAR_MS;
    row.fill(0);
    eachBar(market, day, {
      start,
      open: from,
      close: to,
      take: (input) => addBar(row, market, input),
    });
    take(row, start);
    from = to;
  }
}

/** Five-minute bars, or minutes for a market built from minutes. */
function barsOfHour(market: SimulatedMarket, day: HistoryDay, hour: Candle): Bar[] {
  const [open, close] = [ticksOf(market, hour.open), ticksOf(market, hour.close)];
  const bars: Bar[] = [];
  const take = (input: BarInput) => bars.push(makeBar(market, input));
  eachBar(market, day, { start: hour.start, open, close, take });
  return bars;
}

const ticksOf = ({ instrument }: SimulatedMarket, price: Price): number =>
  Number(price / instrument.tickSize);
const shifted = (ticks: number, level: number): number =>
  Math.max(1, Math.round(ticks * Math.exp(level)));

interface BarWalk {
  readonly start: number;
  /** Ticks. */
  readonly open: number;
  readonly close: number;
  /** May receive the same object each time. */
  take(input: BarInput): void;
}

/** Five-minute bars from the hour's open to its close, independent of other hours. */
function eachBar(
  market: SimulatedMarket,
  day: HistoryDay,
  { start, open, close, take }: BarWalk,
): void {
  const { level, variance } = dayPath(market, day);
  const first = (start - day.start) / BAR_MS;
  const end = Math.min(first + BARS_PER_HOUR, variance.length);
  const startLevel = level[first - 1] ?? 0;
  const words = drawWords(
    day,
    `${market.instrument.symbol}/made`,
    (BARS_PER_DAY * 2) / BLOCK_WORDS,
  );
  const season = day.chance.season(market.instrument);
  const input = {
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
  const isFine = builtFromMinutes.has(market.model.symbol);
  let before = startLevel;
  for (let index = first; index < end; index += 1) {
    const now = level[index] ?? 0;
    input.start = day.start + index * BAR_MS;
    input.open = input.close;
    input.close = index === end - 1 ? close : shifted(open, now - startLevel);
    input.minutes = Math.min(BAR_MINUTES, day.minutes - index * BAR_MINUTES);
    input.move = now - before;
    input.variance = variance[index] ?? 0;
    input.season = season[index * BAR_MINUTES] ?? 0;
    input.chance = words[2 * index] ?? 0;
    input.size = words[2 * index + 1] ?? 0;
    if (isFine) eachMinute(market, day, { ...input, take });
    else take(input);
    before = now;
  }
}

/** The price path of a day, by five-minute bar. */
interface DayPath {
  /** Log of the bar's close relative to the day's open. */
  readonly level: Float64Array;
  /** Variance of the bar's log return; 0 while closed. */
  readonly variance: Float64Array;
}

function dayPath({ model, loadings }: SimulatedMarket, day: HistoryDay): DayPath {
  const known = day.paths.get(model.symbol);
  if (known !== undefined) return known;
  const parts = Math.ceil(day.minutes / BAR_MINUTES);
  const path = { level: new Float64Array(parts), variance: new Float64Array(parts) };
  for (const { stream, weight } of loadings) {
    const { shocks, variance } = barsOfStream(day, stream);
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

/** Moves of a stream per five-minute bar, and their variance. */
interface StreamBars {
  readonly shocks: Float64Array;
  readonly variance: Float64Array;
}

function barsOfStream(day: HistoryDay, stream: Stream): StreamBars {
  const known = day.streams.get(stream.name);
  if (known !== undefined) return known;
  const words = drawWords(day, `${stream.name}/stretches`, BARS_PER_DAY / BLOCK_WORDS);
  const variance = new Float64Array(BARS_PER_DAY);
  const shocks = new Float64Array(BARS_PER_DAY);
  const variances = day.chance.barVariance(stream);
  for (let part = 0; part * BAR_MINUTES < day.minutes; part += 1) {
    const minutes = Math.min(BAR_MINUTES, day.minutes - part * BAR_MINUTES);
    variance[part] = (variances[part] ?? 0) * minutes;
    shocks[part] = Math.sqrt(variance[part] ?? 0) * normalOf(words[part] ?? 0);
  }
  const made = { shocks, variance };
  day.streams.set(stream.name, made);
  return made;
}

/** Random words of the whole day, cached. */
function drawWords(day: HistoryDay, name: string, blocks: number): Uint32Array {
  const known = day.words.get(name);
  if (known !== undefined) return known;
  const words = day.chance.words(name, 0, blocks);
  day.words.set(name, words);
  return words;
}

/** Splits a five-minute bar into minutes that join to exactly that bar. */
function minuteBars(market: SimulatedMarket, day: HistoryDay, bar: Bar): Bar[] {
  const bars: Bar[] = [];
  let open = bar.open;
  eachMinute(market, day, {
    ...bar,
    take(input) {
      const close = Math.min(bar.high, Math.max(bar.low, input.close));
      bars.push(makeBar(market, { ...input, open, close }));
      open = close;
    },
  });
  return fitInto(bar, bars);
}

/** The minutes of a five-minute bar, from its open to its close: each stream's minutes sum to its move in the bar. */
function eachMinute(
  market: SimulatedMarket,
  day: HistoryDay,
  { start, open, close, take }: BarWalk,
): void {
  const first = (start - day.start) / MINUTE_MS;
  const length = Math.min(BAR_MINUTES, day.minutes - first);
  const moves = new Float64Array(length);
  const variance = new Float64Array(length);
  for (const { stream, weight } of market.loadings) {
    const scaled = scaledMinutes(day, stream, { first, length });
    for (let minute = 0; minute < length; minute += 1) {
      moves[minute]! += weight * (scaled.shocks[minute] ?? 0);
      variance[minute]! += weight * weight * (scaled.variance[minute] ?? 0);
    }
  }
  const { symbol } = market.instrument;
  const words = drawWords(day, `${symbol}/made-minutes`, (DAY_MINUTES * 2) / BLOCK_WORDS);
  const season = day.chance.season(market.instrument);
  let from = open;
  let level = 0;
  for (let minute = 0; minute < length; minute += 1) {
    level += moves[minute] ?? 0;
    const at = first + minute;
    const to = minute === length - 1 ? close : shifted(open, level);
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

/** A cross must match its two markets in every minute, so their five-minute bars are built from minutes. */
const builtFromMinutes: ReadonlySet<string> = new Set(
  marketModels.flatMap((model) =>
    model.kind === 'cross' ? [model.symbol, model.left, model.right] : [],
  ),
);

function scaledMinutes(
  day: HistoryDay,
  stream: Stream,
  { first, length }: { readonly first: number; readonly length: number },
): StreamBars {
  const whole = barsOfStream(day, stream);
  const total = whole.variance[first / BAR_MINUTES] ?? 0;
  const variance = day.chance.variance(stream).slice(first, first + length);
  const usual = variance.reduce((sum, value) => sum + value, 0);
  const words = drawWords(day, `${stream.name}/minutes`, DAY_MINUTES / BLOCK_WORDS);
  const shocks = new Float64Array(length);
  let missing = whole.shocks[first / BAR_MINUTES] ?? 0;
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
