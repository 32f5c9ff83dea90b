/** Plans the next tick of a symbol: its link in the chain, the candles it closes and the running ones. */
import { chainTick } from '@tern/proofs';
import type { Amount, Price } from '@tern/money';
import { type Candle, candleOfTrade, joinCandles } from '../../../kernel/prices/candle.ts';
import { beginCandle } from './candles/flat-candles.ts';
import type { Gap } from './candles/gaps.ts';
import {
  candleStart,
  type Interval,
  intervals,
  storedMinutesOf,
} from '../../../kernel/prices/intervals.ts';
import { HOURS_KEPT } from './candles/rolling-day.ts';
import { REFERENCE_RULE } from './reference-rule.ts';
import type { ClosedCandle, TickRow } from './store.ts';
import type { SymbolState } from './symbol-state.ts';

/** The new reference price and what was traded since the last tick. */
export interface TickInput {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  readonly quantity: Amount;
  readonly takerSide: 'buy' | 'sell';
  readonly sources: readonly string[];
  /** When a backfilled tick is created; null for one created in time. */
  readonly backfilledAt: number | null;
}

export interface PlannedTick {
  readonly state: SymbolState;
  readonly tick: TickRow;
  readonly closed: readonly ClosedCandle[];
  readonly running: ReadonlyMap<Interval, Candle>;
}

/** Changes nothing; the plan takes effect once it is stored. `gaps` are those up to this tick. */
export function planTick(
  state: SymbolState,
  input: TickInput,
  gaps: readonly Gap[] = state.gaps,
): PlannedTick {
  const { at, price, quantity, takerSide, backfilledAt } = input;
  const source = input.sources.join('+');
  const seq = state.chain.seq + 1;
  const linked = { seq, at, price, source, rule: REFERENCE_RULE, backfilledAt };
  const hash = linkHash(state, linked);
  const tick = { instrumentId: state.instrument.id, ...linked, hash, quantity, takerSide };
  return planLinked(state, tick, gaps);
}

/** The hash of a tick that follows the state's last one. */
export function linkHash(
  { instrument, chain }: SymbolState,
  tick: Pick<TickRow, 'seq' | 'at' | 'price' | 'source' | 'rule' | 'backfilledAt'>,
): Uint8Array {
  const { seq, at, price, source, rule, backfilledAt } = tick;
  return chainTick(chain.hash, {
    symbol: instrument.symbol,
    seq,
    at,
    price,
    source,
    rule,
    backfilledAt,
  });
}

/** The plan of the next tick of the chain, also of one that another instance has stored. */
export function planLinked(
  state: SymbolState,
  tick: TickRow,
  gaps: readonly Gap[] = state.gaps,
): PlannedTick {
  const { instrument } = state;
  const running = new Map(state.running);
  const part = candleOfTrade(tick, tick.at, running.get('1min')?.close);
  const closed = joinRunning(running, part, { instrument, gaps });
  return { state, tick, closed, running };
}

/** Adds a part, dated by its start, to the running candles and returns the candles it closes. */
export function joinRunning(
  running: Map<Interval, Candle>,
  part: Candle,
  { instrument, gaps }: Pick<SymbolState, 'instrument' | 'gaps'>,
): ClosedCandle[] {
  const closed: ClosedCandle[] = [];
  const times = { hours: instrument.hours, gaps };
  const previous = running.get('1min');
  for (const interval of intervals) {
    const start = candleStart(interval, part.start);
    const current = running.get(interval);
    const isSame = current?.start === start;
    const isBegun =
      current?.isNotBegun === undefined || previous?.start !== candleStart('1min', part.start);
    running.set(
      interval,
      isSame && isBegun
        ? joinCandles([current, part], start)
        : beginCandle([part], start, { previous: isSame ? undefined : previous, times }),
    );
    const minutes = storedMinutesOf(interval);
    if (current !== undefined && !isSame && minutes !== undefined) {
      closed.push({ instrumentId: instrument.id, minutes, candle: current });
    }
  }
  return closed;
}

/** Ticks kept in memory for the feed's list of trades. */
export const RECENT_TICKS = 120;

/** Applies a stored tick to the state of its symbol. */
export function applyTick({ state, tick, closed, running }: PlannedTick): void {
  state.chain = { seq: tick.seq, hash: tick.hash, at: tick.at };
  state.running = running;
  state.recentTicks = [...state.recentTicks.slice(1 - RECENT_TICKS), tick];
  keepHours(state, closed);
}

/** Adds closed hours to the rolling day. */
export function keepHours(state: SymbolState, closed: readonly ClosedCandle[]): void {
  const newest = state.day.hours.at(-1)?.start ?? Number.NEGATIVE_INFINITY;
  const hours = closed
    .filter(({ minutes, candle }) => minutes === 60 && candle.start > newest)
    .map(({ candle }) => candle);
  if (hours.length > 0) {
    state.day = { ...state.day, hours: [...state.day.hours, ...hours].slice(-HOURS_KEPT) };
  }
}
