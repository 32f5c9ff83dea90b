/** The running market: states of all symbols, and the cycle that moves them. */
import type { InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { ReferencePriceBoard } from '../../kernel/prices/reference-prices.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FinalUpTo, StoredTick } from '../../kernel/prices/tick-history.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { beginMarkets } from './begin-market.ts';
import { edgeHour } from './candles/rolling-day.ts';
import { driveSeconds } from './catch-up.ts';
import { closeSilent } from './close-silent.ts';
import { driveOnce } from './drive-ticks.ts';
import { createQuoteIntake, type RejectReason, type QuoteIntake } from './quote-intake.ts';
import { loadEdges } from './load-edges.ts';
import { createSecondMaker, isOnDemand, type SecondMaker } from './made-seconds.ts';
import { createCandleBackfiller } from './backfill/backfill-candles.ts';
import { createTickBackfiller } from './backfill/backfill-ticks.ts';
import type { PlannedTick } from './plan-tick.ts';
import { type PriceSource, serves } from './price-source.ts';
import type { SourcePrice } from './reference-rule.ts';
import { resumeStates } from './resume-market.ts';
import { tickHistory } from './store-ticks.ts';
import type { SymbolState } from './symbol-state.ts';

export interface MarketRunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentBook;
  readonly prices: ReferencePriceBoard;
  readonly sources: readonly PriceSource[];
  readonly seed: string;
  /** Whether somebody waits for prices of a time that we may have missed. */
  readonly areTicksAwaited?: () => Promise<boolean>;
  /** Told of quotes that were not believed. */
  readonly onRefused: (source: string, why: RejectReason) => void;
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
  isLive(symbol: string): boolean;
  /** See `TickFrontier`. */
  closeUpTo(at: number, awaited: ReadonlySet<number>): Promise<FinalUpTo>;
  stop(): void;
}

/** A cycle that comes later than this after the one before says that we stood still. */
const PAUSE_MS = 2_500;

export function createMarketRun(deps: MarketRunDeps): MarketRun {
  let states: readonly SymbolState[] = [];
  let bySymbol = new Map<string, SymbolState>();
  let intake: QuoteIntake | undefined;
  let isStale = true;
  let edge = Number.NaN;
  let cycle: Promise<void> | undefined;
  let closedUpTo = Number.NEGATIVE_INFINITY;
  let seconds: SecondMaker | undefined;
  let heardAt: number | undefined;
  let drivenAt = Number.NEGATIVE_INFINITY;
  let awaited: ReadonlySet<number> = new Set();

  const { onDemand, isLive } = kindsOf(deps.sources);
  const past = createCandleBackfiller(deps);
  const missedTicks = createTickBackfiller(deps);
  const resume = async (): Promise<QuoteIntake> => {
    states = await readStates(deps, deps.clock.now());
    bySymbol = new Map(states.map((state) => [state.instrument.symbol, state]));
    edge = Number.NaN;
    isStale = false;
    const before = await ticksBefore(deps.database, states);
    for (const [index, state] of states.entries()) announceResumed(deps, state, before[index]);
    // Seconds that were made and could not be stored are said once more.
    for (const source of onDemand) intake?.forget(source.name);
    seconds?.notStored();
    seconds ??= createSecondMaker(onDemand, newestTick(states, isLive));
    intake ??= listen(deps, { now: () => heardAt ?? deps.clock.now(), seconds });
    return intake;
  };
  const keepEdges = async (now: number): Promise<void> => {
    if (edgeHour(now) === edge) return;
    await loadEdges(deps.database, states, now);
    edge = edgeHour(now);
  };
  const drive = async (): Promise<void> => {
    const heard = isStale || intake === undefined ? await resume() : intake;
    const now = deps.clock.now();
    const hasPaused = now - drivenAt > PAUSE_MS;
    drivenAt = now;
    await keepEdges(now);
    try {
      const span = { now, closedUpTo, isLive };
      if (seconds!.isFarBehind(now) && !(await deps.areTicksAwaited?.())) seconds!.skipTo(now);
      const made = await driveSeconds(
        { ...deps, sources: onDemand, seconds: seconds!, setHeardAt: (at) => (heardAt = at) },
        { states, intake: heard, span },
      );
      const [live, simulated] = split(states, ({ instrument }) => isLive(instrument.symbol));
      const known = await missedTicks.settle(live, { now, intake: heard, hasPaused, awaited });
      const going = await past.settle([...known, ...simulated], heard, now);
      const market = { states: going, all: states, intake: heard, span };
      const planned = await driveOnce(deps.database, market);
      announceTicks(deps, [...made, ...planned]);
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  const driveTicks = (): Promise<void> => {
    cycle ??= drive().finally(() => {
      cycle = undefined;
    });
    return cycle;
  };
  return {
    get states() {
      return states;
    },
    find: (symbol) => bySymbol.get(symbol),
    lastSaid: (symbol) => intake?.prices(symbol) ?? [],
    driveTicks,
    isLive,
    async closeUpTo(at, waitedFor) {
      awaited = waitedFor;
      const until = Math.min(at, deps.clock.now());
      // A cycle that began before may not have made the seconds up to now.
      await cycle;
      if (isStale || seconds?.hasStored(until) !== true || waitedFor.size > 0) await driveTicks();
      closedUpTo = Math.max(closedUpTo, until);
      // A cycle that has begun meanwhile may still store a tick of that time.
      await cycle;
      try {
        const silent = {
          states: states.filter(({ instrument }) => isLive(instrument.symbol)),
          awaited,
        };
        await closeSilent(deps.database, { ...silent, missedTicks, now: deps.clock.now() });
      } catch (error) {
        isStale = true;
        throw error;
      }
      return finalUpTo(states, { isLive, closedUpTo });
    },
    stop: () => deps.sources.forEach((source) => source.stop()),
  };
}

/** A simulated chain is final up to where it was made, a live one up to its newest tick or a decision about its silence. */
function finalUpTo(
  states: readonly SymbolState[],
  { isLive, closedUpTo }: { isLive(symbol: string): boolean; closedUpTo: number },
): FinalUpTo {
  const finals = new Map(
    states.map(({ instrument, chain, closedAt }) => [
      instrument.id,
      isLive(instrument.symbol) ? Math.max(chain.at, closedAt) : closedUpTo,
    ]),
  );
  return (instrumentId) => finals.get(instrumentId) ?? Number.NEGATIVE_INFINITY;
}

function kindsOf(sources: readonly PriceSource[]) {
  const live = sources.filter((source) => !isOnDemand(source));
  return {
    onDemand: sources.filter(isOnDemand),
    isLive: (symbol: string) => live.some((source) => serves(source, symbol)),
  };
}

function split<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

/** Of the simulated markets; undefined before they begin. */
function newestTick(
  states: readonly SymbolState[],
  isLive: (symbol: string) => boolean,
): number | undefined {
  const times = states
    .filter(({ instrument, chain }) => chain.seq > 0 && !isLive(instrument.symbol))
    .map(({ chain }) => chain.at);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Listens to every source from now on. What is said while a second is being made belongs to that second. */
function listen(
  { sources, instruments, onRefused }: MarketRunDeps,
  { now, seconds }: { now(): number; seconds: SecondMaker },
): QuoteIntake {
  const intake = createQuoteIntake(instruments.all, now);
  for (const source of sources) {
    source.start((quote) => {
      if (seconds.take(source.name, quote)) return;
      const why = intake.accept(source.name, quote);
      if (why !== undefined) onRefused(source.name, why);
    });
  }
  return intake;
}

function announceTicks(deps: MarketRunDeps, planned: readonly PlannedTick[]): void {
  // Of several seconds only the newest price is one to deal at.
  const newest = new Map(planned.map((plan) => [plan.state.instrument.symbol, plan]));
  for (const { state, tick } of newest.values()) {
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

/** What each symbol's last day is measured by: the last tick before that day, or its first one (ADR 15). */
async function ticksBefore(
  reader: Reader,
  states: readonly SymbolState[],
): Promise<(StoredTick | undefined)[]> {
  const asks = states.map(({ instrument, chain }) => ({
    instrumentId: instrument.id,
    at: chain.seq === 0 ? 0 : chain.at - (chain.at % DAY_MS) - 1,
    isHeardOnly: false,
  }));
  const [before, first] = await Promise.all([
    tickHistory.lastUpTo(reader, asks),
    tickHistory.firstAfter(reader, asks),
  ]);
  return before.map((tick, index) => tick ?? first[index]);
}

function announceResumed(
  deps: MarketRunDeps,
  state: SymbolState,
  before: StoredTick | undefined,
): void {
  const { symbol } = state.instrument;
  if (state.isBroken) {
    deps.log.error({ symbol, seq: state.chain.seq }, 'the tick chain is broken: no new prices');
  }
  const last = state.recentTicks.at(-1);
  if (last === undefined) return;
  for (const source of deps.sources) {
    if (before !== undefined) source.resume?.(symbol, before.price, before.at);
    source.resume?.(symbol, last.price, last.at);
  }
  if (deps.prices.latest(symbol)?.seq === last.seq) return;
  deps.prices.publish({ symbol, price: last.price, at: last.at, seq: last.seq });
}
