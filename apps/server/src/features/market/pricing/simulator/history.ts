/** The simulated history of a new market: the simulator's model minute by minute, ending at its first price (ADR 15). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Amount, Price } from '@tern/money';
import { daySeed, marketDay } from '../../../../kernel/prices/market-seed.ts';
import type { Candle } from '../../../../kernel/prices/candle.ts';
import { floorTo } from '../../../../kernel/prices/intervals.ts';
import { BLOCK_WORDS } from './keyed-words.ts';
import { DAY_MINUTES, dayRandomness, type DayRandomness } from './day-randomness.ts';
import {
  addMinute,
  type Bar,
  barOf,
  candleOf,
  joinBars,
  joinRows,
  type MinuteInput,
  ROW,
} from './bars.ts';
import { startPriceOf, type Stream } from './market-model-table.ts';
import { normalOf } from './normal.ts';
import {
  onTick,
  type SimulatedInstrument,
  type SimulatedMarket,
  simulatedMarkets,
} from './simulated-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';

/** Stored with each market's genesis; a model that splits days differently gets a new number. */
export const HISTORY_MODEL = 4;
/** Full days before a market's first day. */
const HISTORY_DAYS = 365;
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

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
  readonly streams: Map<string, StreamMoves>;
}

function historyDay(seed: string, start: number, endsAt: number): HistoryDay {
  const minutes = Math.min(DAY_MS, endsAt - start) / MINUTE_MS;
  return {
    start,
    minutes,
    chance: dayRandomness(daySeed(seed, marketDay(start)), start),
    paths: new Map(),
    streams: new Map(),
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
  const minutes = minutesOfHour(market, recentDay(by, floorTo(hour.start, DAY_MS)), hour);
  return joinBars(minutes, by.minutes * MINUTE_MS).map((bar) => candleOf(instrument, bar));
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
  for (let minute = 0; minute < variance.length; minute += HOUR_MINUTES) {
    const end = Math.min(minute + HOUR_MINUTES, variance.length);
    if ((variance[minute] ?? 0) === 0) continue;
    const to = end > lastOpen ? ticksOf(market, close) : shifted(first, level[end - 1] ?? 0);
    const start = day.start + minute * MINUTE_MS;
    row.fill(0);
    eachMinute(market, day, {
      start,
      open: from,
      close: to,
      take: (input) => addMinute(row, market, input),
    });
    take(row, start);
    from = to;
  }
}

function minutesOfHour(market: SimulatedMarket, day: HistoryDay, hour: Candle): Bar[] {
  const [open, close] = [ticksOf(market, hour.open), ticksOf(market, hour.close)];
  const bars: Bar[] = [];
  const row = new Float64Array(ROW);
  eachMinute(market, day, {
    start: hour.start,
    open,
    close,
    take(input) {
      row.fill(0);
      addMinute(row, market, input);
      bars.push(barOf(row, input.start));
    },
  });
  return bars;
}

const ticksOf = ({ instrument }: SimulatedMarket, price: Price): number =>
  Number(price / instrument.tickSize);
const shifted = (ticks: number, level: number): number =>
  Math.max(1, Math.round(ticks * Math.exp(level)));

interface MinuteWalk {
  /** Of the hour, epoch milliseconds. */
  readonly start: number;
  /** Ticks. */
  readonly open: number;
  readonly close: number;
  /** Receives the same object each time. */
  take(input: MinuteInput): void;
}

/** The minutes from the hour's open to its close, independent of other hours. */
function eachMinute(
  market: SimulatedMarket,
  day: HistoryDay,
  { start, open, close, take }: MinuteWalk,
): void {
  const { level, variance, words } = dayPath(market, day);
  const season = day.chance.season(market.instrument);
  const first = (start - day.start) / MINUTE_MS;
  const end = Math.min(first + HOUR_MINUTES, variance.length);
  const startLevel = level[first - 1] ?? 0;
  const input = { start, open, close: open, move: 0, variance: 0, season: 0, chance: 0, size: 0 };
  let before = startLevel;
  for (let minute = first; minute < end; minute += 1) {
    const now = level[minute] ?? 0;
    input.start = day.start + minute * MINUTE_MS;
    input.open = input.close;
    input.close = minute === end - 1 ? close : shifted(open, now - startLevel);
    input.move = now - before;
    input.variance = variance[minute] ?? 0;
    input.season = season[minute] ?? 0;
    input.chance = words[2 * minute] ?? 0;
    input.size = words[2 * minute + 1] ?? 0;
    take(input);
    before = now;
  }
}

/** The price path of a day, by minute. */
interface DayPath {
  /** Log of the minute's close relative to the day's open. */
  readonly level: Float64Array;
  /** Variance of the minute's log return; 0 while closed. */
  readonly variance: Float64Array;
  /** Two random words a minute: of its extremes and of its volume. */
  readonly words: Uint32Array;
}

function dayPath({ model, loadings }: SimulatedMarket, day: HistoryDay): DayPath {
  const known = day.paths.get(model.symbol);
  if (known !== undefined) return known;
  const { minutes, chance } = day;
  const level = new Float64Array(minutes);
  const variance = new Float64Array(minutes);
  for (const { stream, weight } of loadings) {
    const moves = movesOfStream(day, stream);
    for (let minute = 0; minute < minutes; minute += 1) {
      variance[minute]! += weight * weight * moves.variance[minute]!;
      level[minute]! += weight * moves.shocks[minute]!;
    }
  }
  for (let minute = 1; minute < minutes; minute += 1) level[minute]! += level[minute - 1]!;
  const words = chance.words(`${model.symbol}/made`, 0, (DAY_MINUTES * 2) / BLOCK_WORDS);
  const path = { level, variance, words };
  day.paths.set(model.symbol, path);
  return path;
}

/** Moves of a stream per minute, and their variance. */
interface StreamMoves {
  readonly shocks: Float64Array;
  readonly variance: Float64Array;
}

function movesOfStream({ streams, chance }: HistoryDay, stream: Stream): StreamMoves {
  const known = streams.get(stream.name);
  if (known !== undefined) return known;
  const words = chance.words(`${stream.name}/minutes`, 0, DAY_MINUTES / BLOCK_WORDS);
  const variance = chance.variance(stream);
  const shocks = new Float64Array(DAY_MINUTES);
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    shocks[minute] = Math.sqrt(variance[minute]!) * normalOf(words[minute]!);
  }
  const made = { shocks, variance };
  streams.set(stream.name, made);
  return made;
}
