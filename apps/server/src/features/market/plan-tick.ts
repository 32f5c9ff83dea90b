/** The next tick of a symbol: linked to its chain, with the candles it ends and the ones it goes on with. */
import { chainTick } from '@tern/proofs';
import type { Amount, Price } from '@tern/money';
import { addTrade, type Candle } from './candles/candle.ts';
import { candleStart, type Interval, intervals, storedMinutesOf } from './candles/intervals.ts';
import { HOURS_KEPT } from './candles/rolling-day.ts';
import { REFERENCE_RULE } from './reference-rule.ts';
import type { ClosedCandle, TickRow } from './store.ts';
import type { SymbolState } from './symbol-state.ts';

/** What the sources say since the last tick. */
export interface Heard {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  readonly quantity: Amount;
  readonly takerSide: 'buy' | 'sell';
  readonly sources: readonly string[];
}

export interface PlannedTick {
  readonly state: SymbolState;
  readonly tick: TickRow;
  readonly closed: readonly ClosedCandle[];
  readonly running: ReadonlyMap<Interval, Candle>;
}

/** Changes nothing yet: what is planned counts once it is stored. */
export function planTick(state: SymbolState, heard: Heard): PlannedTick {
  const { instrument, chain } = state;
  const { at, price, quantity, takerSide } = heard;
  const source = heard.sources.join('+');
  const seq = chain.seq + 1;
  const rule = REFERENCE_RULE;
  const hash = chainTick(chain.hash, {
    symbol: instrument.symbol,
    seq,
    at,
    price,
    source,
    rule,
  });
  const closed: ClosedCandle[] = [];
  const running = new Map<Interval, Candle>();
  for (const interval of intervals) {
    const start = candleStart(interval, at);
    const current = state.running.get(interval);
    const goesOn = current?.start === start;
    running.set(interval, addTrade(goesOn ? current : undefined, { price, quantity }, start));
    const minutes = storedMinutesOf(interval);
    if (current !== undefined && !goesOn && minutes !== undefined) {
      closed.push({ instrumentId: instrument.id, minutes, candle: current });
    }
  }
  const instrumentId = instrument.id;
  const tick = { instrumentId, seq, at, price, quantity, takerSide, source, rule, hash };
  return { state, tick, closed, running };
}

/** Ticks kept in memory for the feed's list of trades. */
export const RECENT_TICKS = 120;

/** Makes a stored tick the state of its symbol. */
export function applyTick({ state, tick, closed, running }: PlannedTick): void {
  state.chain = { seq: tick.seq, hash: tick.hash, at: tick.at };
  state.running = running;
  state.recentTicks = [...state.recentTicks.slice(1 - RECENT_TICKS), tick];
  const hours = closed.filter((entry) => entry.minutes === 60).map((entry) => entry.candle);
  if (hours.length > 0) {
    state.day = { ...state.day, hours: [...state.day.hours, ...hours].slice(-HOURS_KEPT) };
  }
}
