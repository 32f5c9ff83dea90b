/** Reads candles of any interval and age: the running one, the stored ones, and the simulated history before them. */
import type { Price } from '@tern/money';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import {
  beginCandle,
  type History,
  historyOf,
  type JoinedCandle,
  joinedMinutes,
  splitCandles,
  storedCandles,
  type SymbolState,
  type Times,
  withFlatCandles,
} from '../pricing/index.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { RecentCandles } from './recent-candles.ts';
import {
  candleStart,
  candleStartFrom,
  floorTo,
  type Interval,
  planOf,
} from '../../../kernel/prices/intervals.ts';

export interface CandleQuery {
  readonly interval: Interval;
  /** How many, counted from the newest. */
  readonly limit: number;
  /** Only candles that start before it, epoch milliseconds. */
  readonly before?: number;
}

/**
 * Oldest first. Open time without a trade has flat candles up to `knownUntil`; closed hours and feed gaps have none. `recent`
 * keeps closed candles for the next caller; absent: they are read.
 */
export async function readCandles(
  reader: Reader,
  state: SymbolState,
  query: CandleQuery & { readonly knownUntil?: number; readonly recent?: RecentCandles },
): Promise<Candle[]> {
  const { interval, limit, knownUntil, recent } = query;
  const running = state.running.get(interval);
  const end = running?.start ?? FAR_FUTURE;
  const before = candleStartFrom(interval, Math.min(query.before ?? FAR_FUTURE, FAR_FUTURE));
  const includesRunning = running !== undefined && running.start < before;
  const closedMax = limit - (includesRunning ? 1 : 0);
  const over = { interval, limit: closedMax, before: Math.min(before, end) };
  const read = () => closedCandles(reader, state, over);
  const isRecent = recent !== undefined && includesRunning && closedMax > 0;
  const of = { state, interval, limit: closedMax };
  const unkept = closedMax > 0 ? read : () => [];
  const candles = await (isRecent ? recent.closed(of, read) : unkept());
  const newest = (includesRunning ? running.start : candles.at(-1)?.start) ?? 0;
  return withFlatCandles(includesRunning ? [...candles, running] : candles, {
    interval,
    limit,
    times: timesOf(state),
    since: historyOf(state)?.endsAt ?? Number.NEGATIVE_INFINITY,
    before: Math.max(Math.min(before, knownUntil ?? end), newest + 1),
  });
}

function timesOf({ instrument, gaps }: SymbolState): Times {
  return { hours: instrument.hours, gaps };
}

/** The year 2100. */
const FAR_FUTURE = 4_102_444_800_000;

type Span = Required<CandleQuery>;

/** Closed candles. Shape: `before` is a multiple of the interval. */
async function closedCandles(reader: Reader, state: SymbolState, span: Span): Promise<Candle[]> {
  const stored = await storedSpan(reader, state, span);
  const missing = span.limit - stored.length;
  const history = historyOf(state);
  if (missing <= 0 || history === undefined) return stored;
  const simulated = await simulatedCandles(reader, { state, history }, { ...span, limit: missing });
  return [...simulated, ...stored];
}

async function storedSpan(reader: Reader, state: SymbolState, span: Span): Promise<Candle[]> {
  const { storedMinutes, storedCount } = planOf(span.interval);
  const instrumentId = state.instrument.id;
  const { before, limit } = span;
  const times = timesOf(state);
  if (storedMinutes === 1 && storedCount > 1) {
    const joined = await joinedMinutes(reader, storedCount, { instrumentId, before, limit });
    return joined.map((candle) => withFlatStart(candle, times));
  }
  const isOwn = storedCount === 1;
  const rows = await storedCandles(reader, storedMinutes, {
    instrumentId,
    before,
    limit: isOwn ? limit : limit * storedCount + 1,
  });
  return isOwn ? rows : joinInto(span.interval, rows, times).slice(-limit);
}

function withFlatStart(
  { firstMinute, previousClose, ...candle }: JoinedCandle,
  times: Times,
): Candle {
  if (previousClose === null || firstMinute === candle.start) return candle;
  const previous = { ...candle, start: candle.start - 1, close: previousClose };
  return beginCandle([{ ...candle, start: firstMinute }], candle.start, { previous, times });
}

/** Every market has on average at least this many open hours per trading day. */
const OPEN_HOURS_MIN = 19;

async function simulatedCandles(
  reader: Reader,
  { state, history }: { state: SymbolState; history: History },
  span: Span,
): Promise<Candle[]> {
  const { storedMinutes, storedCount } = planOf(span.interval);
  if (storedMinutes === 1440) return [];
  const length = storedMinutes * storedCount;
  if (storedMinutes === 60) {
    const before = Math.min(span.before, floorTo(history.endsAt, DAY_MS));
    const limit = Math.ceil((span.limit * storedCount) / OPEN_HOURS_MIN) + 2;
    const dayBefore = candleStartFrom('1day', before);
    const days = await closedCandles(reader, state, { interval: '1day', limit, before: dayBefore });
    const hours = splitCandles(days, history, { from: 1440, to: 60 });
    return newest(joinInto(span.interval, hours, timesOf(state)), before, span.limit);
  }
  const before = Math.min(span.before, floorTo(history.endsAt, HOUR_MS));
  const limit = Math.ceil((span.limit * length) / 60) + 1;
  const hourBefore = candleStartFrom('60min', before);
  const hours = await closedCandles(reader, state, {
    interval: '60min',
    limit,
    before: hourBefore,
  });
  const rungs = { from: 60, to: length as 30 | 15 | 5 | 1 } as const;
  return newest(splitCandles(hours, history, rungs), before, span.limit);
}

function newest(candles: readonly Candle[], before: number, limit: number): Candle[] {
  return candles.filter((candle) => candle.start < before).slice(-limit);
}

/** Joins finer candles, oldest first, into those of an interval. */
function joinInto(interval: Interval, finer: readonly Candle[], times: Times): Candle[] {
  const joined: Candle[] = [];
  let parts: Candle[] = [];
  let start = Number.NaN;
  let previous: Candle | undefined;
  const close = (): void => {
    if (parts.length === 0) return;
    joined.push(beginCandle(parts, start, { previous, times }));
    previous = parts.at(-1);
  };
  for (const candle of finer) {
    const next = candleStart(interval, candle.start);
    if (next !== start) {
      close();
      parts = [];
      start = next;
    }
    parts.push(candle);
  }
  close();
  return joined;
}

/** The close of the last minute that had ended by `at`, so that the answer never changes. */
export async function priceAt(
  reader: Reader,
  state: SymbolState | undefined,
  at: number,
): Promise<Price | undefined> {
  if (state === undefined) return undefined;
  const before = floorTo(at, MINUTE_MS);
  const candles = await readCandles(reader, state, { interval: '1min', limit: 1, before });
  return candles.at(-1)?.close;
}
