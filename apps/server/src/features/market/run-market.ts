/** The running market: states of all symbols, and the cycle that moves them. */
import type { InstrumentBook } from '../../kernel/instruments.ts';
import type { ReferencePriceBoard } from '../../kernel/reference-prices.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { beginMarkets } from './begin-market.ts';
import { edgeHour } from './candles/rolling-day.ts';
import { driveOnce } from './drive-ticks.ts';
import { type Deafness, type Hearing, listenTo } from './hearing.ts';
import { loadEdges } from './load-edges.ts';
import { createPastFiller } from './past/fill-past.ts';
import type { PlannedTick } from './plan-tick.ts';
import type { PriceSource } from './price-source.ts';
import type { SourcePrice } from './reference-rule.ts';
import { resumeStates } from './resume-market.ts';
import type { SymbolState } from './symbol-state.ts';

export interface MarketRunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentBook;
  readonly prices: ReferencePriceBoard;
  readonly sources: readonly PriceSource[];
  readonly seed: string;
  /** Told of quotes that were not believed. */
  readonly onRefused: (source: string, why: Deafness) => void;
  /** Told of ticks that are stored, after the price board. */
  readonly onTicks: (ticks: readonly PlannedTick[]) => void;
}

export interface MarketRun {
  /** In the order they are shown; empty before the first cycle. */
  readonly states: readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  /** What each source of the symbol said last. */
  lastSaid(symbol: string): readonly SourcePrice[];
  /**
   * One cycle; a call during a cycle joins it. The first one goes on from what is stored and begins symbols
   * that have no past.
   * Fails with: a thrown error when nothing could be stored; the next cycle first reads what is there.
   */
  driveTicks(): Promise<void>;
  /** See `TickFrontier`. */
  closeUpTo(at: number): Promise<void>;
  stop(): void;
}

export function createMarketRun(deps: MarketRunDeps): MarketRun {
  let states: readonly SymbolState[] = [];
  let bySymbol = new Map<string, SymbolState>();
  let hearing: Hearing | undefined;
  let isStale = true;
  let edge = Number.NaN;
  let cycle: Promise<void> | undefined;
  let closedUpTo = Number.NEGATIVE_INFINITY;

  const past = createPastFiller(deps);
  const resume = async (): Promise<Hearing> => {
    states = await readStates(deps, deps.clock.now());
    bySymbol = new Map(states.map((state) => [state.instrument.symbol, state]));
    edge = Number.NaN;
    isStale = false;
    for (const state of states) announceResumed(deps, state);
    hearing ??= listen(deps);
    return hearing;
  };
  const keepEdges = async (now: number): Promise<void> => {
    if (edgeHour(now) === edge) return;
    await loadEdges(deps.database, states, now);
    edge = edgeHour(now);
  };
  const drive = async (): Promise<void> => {
    const heard = isStale || hearing === undefined ? await resume() : hearing;
    const now = deps.clock.now();
    await keepEdges(now);
    for (const source of deps.sources) source.beat?.(now);
    try {
      const going = await past.settle(states, heard, now);
      const market = { states: going, all: states, hearing: heard, closedUpTo };
      const planned = await driveOnce(deps.database, market, now);
      announceTicks(deps, planned);
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  return {
    get states() {
      return states;
    },
    find: (symbol) => bySymbol.get(symbol),
    lastSaid: (symbol) => hearing?.prices(symbol) ?? [],
    driveTicks() {
      cycle ??= drive().finally(() => {
        cycle = undefined;
      });
      return cycle;
    },
    async closeUpTo(at) {
      closedUpTo = Math.max(closedUpTo, Math.min(at, deps.clock.now()));
      // A cycle that began before may still store a tick of that time; of one that fails it is not known.
      await cycle;
    },
    stop: () => deps.sources.forEach((source) => source.stop()),
  };
}

function listen({ sources, instruments, clock, onRefused }: MarketRunDeps): Hearing {
  return listenTo(sources, instruments.all, { now: () => clock.now(), onRefused });
}

function announceTicks(deps: MarketRunDeps, planned: readonly PlannedTick[]): void {
  for (const { state, tick } of planned) {
    const { symbol } = state.instrument;
    for (const source of deps.sources) source.resume?.(symbol, tick.price, tick.at);
    deps.prices.publish({ symbol, price: tick.price, at: tick.at, seq: tick.seq });
  }
  if (planned.length > 0) deps.onTicks(planned);
}

async function readStates(deps: MarketRunDeps, now: number): Promise<SymbolState[]> {
  const { database, instruments, sources, seed } = deps;
  const read = () => database.snapshot((reader) => resumeStates(reader, instruments.all));
  const states = await read();
  const unbegun = states.filter((state) => state.genesis === undefined && state.chain.seq === 0);
  if (unbegun.length === 0) return states;
  const beginning = unbegun.map((state) => state.instrument);
  await database.transaction((tx) =>
    beginMarkets(tx, { instruments: beginning, sources, seed, now }),
  );
  return read();
}

function announceResumed(deps: MarketRunDeps, state: SymbolState): void {
  const { symbol } = state.instrument;
  if (state.isBroken) {
    deps.log.error({ symbol, seq: state.chain.seq }, 'the tick chain is broken: no new prices');
  }
  const last = state.recentTicks.at(-1);
  if (last === undefined) return;
  for (const source of deps.sources) source.resume?.(symbol, last.price, last.at);
  if (deps.prices.latest(symbol)?.seq === last.seq) return;
  deps.prices.publish({ symbol, price: last.price, at: last.at, seq: last.seq });
}
