/** The current state of one symbol: the end of its chain, its running candles, its last day. */
import { tickGenesis } from '@tern/proofs';
import type { Price } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { Gap } from './candles/gaps.ts';
import type { Interval } from '../../../kernel/prices/intervals.ts';
import type { RollingDay } from './candles/rolling-day.ts';
import type { History } from './candles/split-candles.ts';
import { HISTORY_MODEL } from './simulator/history.ts';
import type { PreviousPrice } from './reference-rule.ts';
import type { Genesis, TickRow } from './store.ts';
import type { Backfill } from './store-gaps.ts';

/** The last link of a chain. */
export interface ChainEnd {
  /** 0 before the first tick. */
  readonly seq: number;
  readonly hash: Uint8Array;
  /** Epoch milliseconds; minus infinity before the first tick. */
  readonly at: number;
}

export interface SymbolState {
  readonly instrument: Instrument;
  /** Absent for a symbol that has only live sources. */
  genesis: Genesis | undefined;
  chain: ChainEnd;
  /** Set when the hashes of stored ticks do not match: no tick is added to a broken chain. */
  isBroken: boolean;
  /** The current candle of each interval; the last one while nothing is traded. */
  running: ReadonlyMap<Interval, Candle>;
  day: RollingDay;
  /** Newest last. */
  recentTicks: readonly TickRow[];
  /** Oldest first. */
  backfills: readonly Backfill[];
  /** Feed gaps of its class, oldest first. */
  gaps: readonly Gap[];
  /** The newest gap record: no tick is dated at or before it any more. */
  closedAt: number;
}

export function newSymbolState(instrument: Instrument): SymbolState {
  return {
    instrument,
    genesis: undefined,
    chain: { seq: 0, hash: tickGenesis(instrument.symbol), at: Number.NEGATIVE_INFINITY },
    isBroken: false,
    running: new Map(),
    day: { hours: [], edge: { hour: Number.NaN, minutes: [] } },
    recentTicks: [],
    backfills: [],
    gaps: [],
    closedAt: Number.NEGATIVE_INFINITY,
  };
}

/** The symbol's simulated history, if it has one that can be split. */
export function historyOf({ instrument, genesis }: SymbolState): History | undefined {
  if (genesis?.model !== HISTORY_MODEL) return undefined;
  return { instrument, seed: genesis.historySeed, endsAt: genesis.beganAt };
}

/** The last known price, simulated history included. */
export function lastPrice(state: SymbolState): Price | undefined {
  return state.recentTicks.at(-1)?.price ?? state.genesis?.price;
}

/** The reference prices that a new one is compared with, oldest first; the genesis price if there are none. */
export function previousPrices(state: SymbolState): readonly PreviousPrice[] {
  const { recentTicks, genesis } = state;
  if (recentTicks.length > 0 || genesis === undefined) return recentTicks;
  return [{ at: genesis.beganAt, price: genesis.price }];
}
