/** Candles of any interval and depth: the running one, the stored ones, and the made history before them. */
import type { Reader } from '../../../platform/database/database.ts';
import { joinedMinutes, storedCandles } from '../store.ts';
import { historyOf, type SymbolState } from '../symbol-state.ts';
import { type Candle, joinCandles } from './candle.ts';
import {
  candleStart,
  candleStartFrom,
  DAY_MS,
  floorTo,
  HOUR_MS,
  type Interval,
  planOf,
} from './intervals.ts';
import { type History, type LadderMinutes, splitCandles } from './split-candles.ts';

export interface CandleQuery {
  readonly interval: Interval;
  /** The newest so many. */
  readonly limit: number;
  /** Only candles that start before it, epoch milliseconds. */
  readonly before?: number;
}

/** Oldest first; times without trade have no candle. */
export async function readCandles(
  reader: Reader,
  state: SymbolState,
  query: CandleQuery,
): Promise<Candle[]> {
  const { interval, limit } = query;
  const running = state.running.get(interval);
  const end = running?.start ?? FAR_FUTURE;
  const before = candleStartFrom(interval, Math.min(query.before ?? FAR_FUTURE, FAR_FUTURE));
  const isRunningAsked = running !== undefined && running.start < before;
  const wanted = limit - (isRunningAsked ? 1 : 0);
  const over = { interval, limit: wanted, before: Math.min(before, end) };
  const candles = wanted > 0 ? await candlesOver(reader, state, over) : [];
  return isRunningAsked ? [...candles, running] : candles;
}

/** The year 2100. */
const FAR_FUTURE = 4_102_444_800_000;

type Span = Required<CandleQuery>;

/** Candles that are over; `before` lies on the interval's grid. */
async function candlesOver(reader: Reader, state: SymbolState, span: Span): Promise<Candle[]> {
  const stored = await storedSpan(reader, state, span);
  const missing = span.limit - stored.length;
  const history = historyOf(state);
  if (missing <= 0 || history === undefined) return stored;
  const made = await madeCandles(reader, { state, history }, { ...span, limit: missing });
  return [...made, ...stored];
}

async function storedSpan(reader: Reader, state: SymbolState, span: Span): Promise<Candle[]> {
  const { storedMinutes, storedCount } = planOf(span.interval);
  const instrumentId = state.instrument.id;
  const { before, limit } = span;
  if (storedMinutes === 1 && storedCount > 1) {
    return joinedMinutes(reader, storedCount, { instrumentId, before, limit });
  }
  const rows = await storedCandles(reader, storedMinutes, {
    instrumentId,
    before,
    limit: limit * storedCount,
  });
  return joinInto(span.interval, rows).slice(-limit);
}

/** A week of any market has at least this many open hours per day that has any. */
const OPEN_HOURS_MIN = 19;

async function madeCandles(
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
    const days = await candlesOver(reader, state, { interval: '1day', limit, before: dayBefore });
    const hours = splitCandles(days, history, { from: 1440, to: 60 });
    return newest(joinInto(span.interval, hours), before, span.limit);
  }
  const before = Math.min(span.before, floorTo(history.endsAt, HOUR_MS));
  const limit = Math.ceil((span.limit * length) / 60) + 1;
  const hourBefore = candleStartFrom('60min', before);
  const hours = await candlesOver(reader, state, { interval: '60min', limit, before: hourBefore });
  const rungs = { from: 60, to: length as LadderMinutes } as const;
  return newest(splitCandles(hours, history, rungs), before, span.limit);
}

function newest(candles: readonly Candle[], before: number, limit: number): Candle[] {
  return candles.filter((candle) => candle.start < before).slice(-limit);
}

/** Joins finer candles, oldest first, into those of an interval. */
function joinInto(interval: Interval, finer: readonly Candle[]): Candle[] {
  const joined: Candle[] = [];
  let parts: Candle[] = [];
  let start = Number.NaN;
  const close = (): void => {
    if (parts.length > 0) joined.push(joinCandles(parts, start));
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
