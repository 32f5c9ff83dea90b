/** What is known of one symbol right now: the end of its chain, its running candles, its last day. */
import { tickGenesis } from '@tern/proofs';
import type { Price } from '@tern/money';
import type { Instrument } from '../../kernel/catalog/instruments.ts';
import type { Candle } from '../../kernel/prices/candle.ts';
import type { Gap } from './candles/gaps.ts';
import type { Interval } from '../../kernel/prices/intervals.ts';
import type { RollingDay } from './candles/rolling-day.ts';
import type { History } from './candles/split-candles.ts';
import { HISTORY_MODEL } from './simulator/history.ts';
import type { PastPrice } from './reference-rule.ts';
import type { Genesis, TickRow } from './store.ts';
import type { Backfill } from './store-backfills.ts';

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
  /** Set when stored ticks do not follow from each other: nothing is added to such a chain. */
  isBroken: boolean;
  /** The candle under way of each interval; the last one while nothing is traded. */
  running: ReadonlyMap<Interval, Candle>;
  day: RollingDay;
  /** Newest last. */
  recentTicks: readonly TickRow[];
  /** Spans of which candles tell what a source said afterwards; oldest first. */
  backfills: readonly Backfill[];
  /** Spans in which nothing was heard of any market of its class; oldest first. */
  gaps: readonly Gap[];
  /** It was decided that nobody has a price of the time up to here: no tick is dated so early any more. */
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

/** The made history of the symbol, as far as it can be split; undefined when it has none. */
export function historyOf({ instrument, genesis }: SymbolState): History | undefined {
  if (genesis?.model !== HISTORY_MODEL) return undefined;
  return { instrument, seed: genesis.historySeed, endsAt: genesis.beganAt };
}

/** The last known price, made history included. */
export function lastPrice(state: SymbolState): Price | undefined {
  return state.recentTicks.at(-1)?.price ?? state.genesis?.price;
}

/** The reference prices a new one is held against, oldest first; without any, where the market began. */
export function pastPrices(state: SymbolState): readonly PastPrice[] {
  const { recentTicks, genesis } = state;
  if (recentTicks.length > 0 || genesis === undefined) return recentTicks;
  return [{ at: genesis.beganAt, price: genesis.price }];
}
