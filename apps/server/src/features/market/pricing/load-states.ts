/** Loads the state of every symbol from the database, after a start or a failed write. */
import { tickGenesis, verifyChain } from '@tern/proofs';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { type Candle, candleOfTrade, joinCandles } from '../../../kernel/prices/candle.ts';
import { beginCandle } from './candles/flat-candles.ts';
import {
  candleStart,
  floorTo,
  type Interval,
  intervals,
  planOf,
} from '../../../kernel/prices/intervals.ts';
import { HOURS_KEPT } from './candles/rolling-day.ts';
import { splitCandles } from './candles/split-candles.ts';
import { RECENT_TICKS } from './plan-tick.ts';
import { findGenesis, lastCandles, lastTicks, type TickRow } from './store.ts';
import { findBackfills, findGapRecords, findGaps } from './store-gaps.ts';
import { historyOf, newSymbolState, type SymbolState } from './symbol-state.ts';

interface Stored {
  readonly ticks: readonly TickRow[];
  readonly minutes: readonly Candle[];
  readonly hours: readonly Candle[];
  readonly days: readonly Candle[];
}

/** The minutes of an hour and the days of a year, each with the one before. */
const MINUTES_BACK = 61;
const DAYS_OF_YEAR = 367;

/** Shape: `reader` is a snapshot. */
export async function loadStates(
  reader: Reader,
  instruments: readonly Instrument[],
): Promise<SymbolState[]> {
  const ids = instruments.map((instrument) => instrument.id);
  const [genesis, ticks, minutes, hours, days, backfills, gaps, gapRecords] = await Promise.all([
    findGenesis(reader),
    lastTicks(reader, ids, RECENT_TICKS).then(byInstrument),
    lastCandles(reader, ids, { minutes: 1, count: MINUTES_BACK }).then(byInstrument),
    lastCandles(reader, ids, { minutes: 60, count: HOURS_KEPT }).then(byInstrument),
    lastCandles(reader, ids, { minutes: 1440, count: DAYS_OF_YEAR }).then(byInstrument),
    findBackfills(reader, ids).then(byInstrument),
    findGaps(reader),
    findGapRecords(reader, ids),
  ]);
  return instruments.map((instrument) => {
    const state = newSymbolState(instrument);
    state.genesis = genesis.find((entry) => entry.instrumentId === instrument.id);
    state.backfills = backfills.get(instrument.id) ?? [];
    state.gaps = gaps.get(instrument.class) ?? [];
    state.closedAt = gapRecords.get(instrument.id) ?? Number.NEGATIVE_INFINITY;
    fillState(state, {
      ticks: ticks.get(instrument.id) ?? [],
      minutes: minutes.get(instrument.id) ?? [],
      hours: hours.get(instrument.id) ?? [],
      days: days.get(instrument.id) ?? [],
    });
    return state;
  });
}

function byInstrument<T extends { readonly instrumentId: number }>(
  rows: readonly T[],
): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.instrumentId);
    if (group === undefined) groups.set(row.instrumentId, [row]);
    else group.push(row);
  }
  return groups;
}

function fillState(state: SymbolState, stored: Stored): void {
  const last = stored.ticks.at(-1);
  const at = lastKnownAt(state, stored);
  if (last !== undefined) {
    state.chain = { seq: last.seq, hash: last.hash, at: last.at };
    state.isBroken = !isTailIntact(state.instrument.symbol, stored.ticks);
  }
  state.recentTicks = stored.ticks;
  state.day = { ...state.day, hours: lastHours(state, stored) };
  if (at !== undefined) state.running = runningAt(at, stored, state);
}

/** Time of the last tick, or of a backfilled minute after it. */
function lastKnownAt({ genesis }: SymbolState, { ticks, minutes }: Stored): number | undefined {
  const moments = [ticks.at(-1)?.at, minutes.at(-1)?.start, genesis?.beganAt];
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** In a market's first hours most of its last day is simulated history, of which only days are stored. */
function lastHours(state: SymbolState, stored: Stored): Candle[] {
  const history = historyOf(state);
  if (stored.hours.length >= HOURS_KEPT || history === undefined) return [...stored.hours];
  const firstDay = floorTo(history.endsAt, DAY_MS);
  const days = stored.days.filter((day) => day.start < firstDay).slice(-DAYS_BACK);
  const simulated = splitCandles(days, history, { from: 1440, to: 60 });
  return [...simulated, ...stored.hours].slice(-HOURS_KEPT);
}

/** Two of them may be short days next to a weekend. */
const DAYS_BACK = 3;

/** Whether the hashes of the stored ticks match; a chain whose first ticks are pruned is verified from its oldest stored hash. */
function isTailIntact(symbol: string, ticks: readonly TickRow[]): boolean {
  const linked = ticks.map((tick) => ({ ...tick, symbol }));
  const [first] = linked;
  if (first === undefined) return true;
  if (first.seq === 1) return verifyChain(linked, tickGenesis(symbol)).isIntact;
  return verifyChain(linked.slice(1), first.hash).isIntact;
}

/** The running candles at `at`: built from closed finer candles and the current one. */
function runningAt(
  at: number,
  stored: Stored,
  { instrument, gaps }: SymbolState,
): Map<Interval, Candle> {
  const times = { hours: instrument.hours, gaps };
  const running = new Map<Interval, Candle>();
  const closedOf = { 1: stored.minutes, 60: stored.hours, 1440: stored.days };
  const finest = { 1: currentMinute(at, stored.ticks), 60: undefined, 1440: undefined } as Record<
    1 | 60 | 1440,
    Candle | undefined
  >;
  for (const interval of ['1min', '60min', '1day', ...intervals] as const) {
    const { storedMinutes, storedCount } = planOf(interval);
    const start = candleStart(interval, at);
    // The running hour is built from minutes, the running day from hours.
    const base = storedCount > 1 ? storedMinutes : finerOf(storedMinutes);
    const parts = closedOf[base].filter((candle) => candle.start >= start);
    const current = finest[base];
    if (current !== undefined) parts.push(current);
    if (parts.length === 0) continue;
    const previous = closedOf[base].findLast((candle) => candle.start < start);
    const candle = beginCandle(parts, start, { previous, times });
    running.set(interval, candle);
    if (interval === '60min') finest[60] = candle;
    if (interval === '1day') finest[1440] = candle;
  }
  return running;
}

function finerOf(minutes: 1 | 60 | 1440): 1 | 60 {
  return minutes === 1440 ? 60 : 1;
}

function currentMinute(at: number, ticks: readonly TickRow[]): Candle | undefined {
  const start = candleStart('1min', at);
  const parts = ticks
    .map((tick, index) => candleOfTrade(tick, tick.at, ticks[index - 1]?.price))
    .filter((part) => part.start >= start);
  // As while they came (`joinRunning`): until something counts, the minute is only the last price.
  const counting = parts.findIndex(({ count }) => count > 0);
  const begun = counting === -1 ? parts : parts.slice(counting);
  return begun.length === 0 ? undefined : joinCandles(begun, start);
}
