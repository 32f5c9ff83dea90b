/** The running market: the states of all symbols and the cycle that updates them. */
import type { InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { ReferencePriceBoard } from '../../kernel/prices/reference-prices.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FinalUpTo, StoredTick } from '../../kernel/prices/tick-history.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { storeFirstHistory } from './first-history.ts';
import { edgeHour } from './candles/rolling-day.ts';
import { driveSeconds } from './catch-up.ts';
import { decideClosures } from './decide-closures.ts';
import { driveOnce } from './drive-ticks.ts';
import { createQuoteIntake, type RejectReason, type QuoteIntake } from './quote-intake.ts';
import { loadEdges } from './load-edges.ts';
import { createSecondGenerator, isOnDemand, type SecondGenerator } from './on-demand-seconds.ts';
import { createCandleBackfiller } from './backfill/backfill-candles.ts';
import { createTickBackfiller } from './backfill/backfill-ticks.ts';
import type { PlannedTick } from './plan-tick.ts';
import { type PriceSource, serves } from './price-source.ts';
import type { SourcePrice } from './reference-rule.ts';
import { loadStates } from './load-states.ts';
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
  /** Whether a contract waits for prices of a time that may have been missed. */
  readonly areTicksAwaited?: () => Promise<boolean>;
  /** Called for each rejected quote. */
  readonly onRejected: (source: string, why: RejectReason) => void;
  /** Called with stored ticks, after the price board is updated. */
  readonly onTicks: (ticks: readonly PlannedTick[]) => void;
}

export interface MarketRun {
  /** In display order; empty before the first cycle. */
  readonly states: readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  /** The latest price of each source of the symbol. */
  lastPrices(symbol: string): readonly SourcePrice[];
  /**
   * One cycle; a call during a cycle joins it. The first one loads the stored states and creates the first history of
   * new symbols.
   * Fails with: a thrown error when nothing could be stored; the next cycle loads the states again.
   */
  driveTicks(): Promise<void>;
  /** See `TickFrontier`. */
  isLive(symbol: string): boolean;
  /** See `TickFrontier`. */
  closeUpTo(at: number, awaited: ReadonlySet<number>): Promise<FinalUpTo>;
  stop(): void;
}

/** A longer time between two cycles means that this process was paused. */
const PAUSE_MS = 2_500;

export function createMarketRun(deps: MarketRunDeps): MarketRun {
  let states: readonly SymbolState[] = [];
  let bySymbol = new Map<string, SymbolState>();
  let intake: QuoteIntake | undefined;
  let isStale = true;
  let edge = Number.NaN;
  let cycle: Promise<void> | undefined;
  let closedUpTo = Number.NEGATIVE_INFINITY;
  let seconds: SecondGenerator | undefined;
  let receivedAt: number | undefined;
  let drivenAt = Number.NEGATIVE_INFINITY;
  let awaited: ReadonlySet<number> = new Set();

  const { onDemand, isLive } = splitSources(deps.sources);
  const candleBackfiller = createCandleBackfiller(deps);
  const tickBackfiller = createTickBackfiller(deps);
  const resume = async (): Promise<QuoteIntake> => {
    states = await readStates(deps, deps.clock.now());
    bySymbol = new Map(states.map((state) => [state.instrument.symbol, state]));
    edge = Number.NaN;
    isStale = false;
    const before = await ticksBefore(deps.database, states);
    for (const [index, state] of states.entries()) publishResumed(deps, state, before[index]);
    // Seconds that could not be stored are generated again.
    for (const source of onDemand) intake?.reset(source.name);
    seconds?.retryUnstored();
    seconds ??= createSecondGenerator(onDemand, newestTick(states, isLive));
    intake ??= startSources(deps, { now: () => receivedAt ?? deps.clock.now(), seconds });
    return intake;
  };
  const refreshEdges = async (now: number): Promise<void> => {
    if (edgeHour(now) === edge) return;
    await loadEdges(deps.database, states, now);
    edge = edgeHour(now);
  };
  const setIntakeClock = (at: number | undefined): void => {
    receivedAt = at;
  };
  const drive = async (): Promise<void> => {
    const current = isStale || intake === undefined ? await resume() : intake;
    const now = deps.clock.now();
    const hasPaused = now - drivenAt > PAUSE_MS;
    drivenAt = now;
    await refreshEdges(now);
    try {
      const span = { now, closedUpTo, isLive };
      if (seconds!.isFarBehind(now) && !(await deps.areTicksAwaited?.())) seconds!.skipTo(now);
      const generated = await driveSeconds(
        { ...deps, sources: onDemand, seconds: seconds!, setIntakeClock },
        { states, intake: current, span },
      );
      const [live, simulated] = split(states, ({ instrument }) => isLive(instrument.symbol));
      const moment = { now, intake: current, hasPaused, awaited };
      const backfilled = await tickBackfiller.backfill(live, moment);
      const ready = await candleBackfiller.backfill([...backfilled, ...simulated], current, now);
      const market = { states: ready, all: states, intake: current, span };
      const planned = await driveOnce(deps.database, market);
      publishTicks(deps, [...generated, ...planned]);
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
    lastPrices: (symbol) => intake?.prices(symbol) ?? [],
    driveTicks,
    isLive,
    async closeUpTo(at, waitedFor) {
      awaited = waitedFor;
      const until = Math.min(at, deps.clock.now());
      // A cycle that began earlier may not have generated the seconds up to now.
      await cycle;
      if (isStale || seconds?.hasStored(until) !== true || waitedFor.size > 0) await driveTicks();
      closedUpTo = Math.max(closedUpTo, until);
      // A cycle that began meanwhile may still store a tick of that time.
      await cycle;
      try {
        const live = states.filter(({ instrument }) => isLive(instrument.symbol));
        const candidates = { states: live, awaited, tickBackfiller };
        await decideClosures(deps.database, { ...candidates, now: deps.clock.now() });
      } catch (error) {
        isStale = true;
        throw error;
      }
      return finalUpTo(states, { isLive, closedUpTo });
    },
    stop: () => deps.sources.forEach((source) => source.stop()),
  };
}

/** A simulated chain is final up to where it was generated, a live one up to its newest tick or closure. */
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

function splitSources(sources: readonly PriceSource[]) {
  const live = sources.filter((source) => !isOnDemand(source));
  return {
    onDemand: sources.filter(isOnDemand),
    isLive: (symbol: string) => live.some((source) => serves(source, symbol)),
  };
}

function split<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

/** Time of the newest tick of the simulated markets; undefined before the first one. */
function newestTick(
  states: readonly SymbolState[],
  isLive: (symbol: string) => boolean,
): number | undefined {
  const times = states
    .filter(({ instrument, chain }) => chain.seq > 0 && !isLive(instrument.symbol))
    .map(({ chain }) => chain.at);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Starts every source. Quotes that arrive while a second is being generated belong to that second. */
function startSources(
  { sources, instruments, onRejected }: MarketRunDeps,
  { now, seconds }: { now(): number; seconds: SecondGenerator },
): QuoteIntake {
  const intake = createQuoteIntake(instruments.all, now);
  for (const source of sources) {
    source.start((quote) => {
      if (seconds.collect(source.name, quote)) return;
      const why = intake.accept(source.name, quote);
      if (why !== undefined) onRejected(source.name, why);
    });
  }
  return intake;
}

function publishTicks(deps: MarketRunDeps, planned: readonly PlannedTick[]): void {
  // Of several seconds only the newest price is current.
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
  const read = () => database.snapshot((reader) => loadStates(reader, instruments.all));
  const states = await read();
  const withoutHistory = states.filter(
    (state) => state.genesis === undefined && state.chain.seq === 0,
  );
  if (withoutHistory.length === 0) return states;
  const newInstruments = withoutHistory.map((state) => state.instrument);
  await database.transaction((tx) =>
    storeFirstHistory(tx, { instruments: newInstruments, sources, seed, now }),
  );
  return read();
}

/** The tick that scales each symbol's last day: the last one before that day, or its first one (ADR 15). */
async function ticksBefore(
  reader: Reader,
  states: readonly SymbolState[],
): Promise<(StoredTick | undefined)[]> {
  const asks = states.map(({ instrument, chain }) => ({
    instrumentId: instrument.id,
    at: chain.seq === 0 ? 0 : chain.at - (chain.at % DAY_MS) - 1,
    skipsBackfilled: false,
  }));
  const [before, first] = await Promise.all([
    tickHistory.lastUpTo(reader, asks),
    tickHistory.firstAfter(reader, asks),
  ]);
  return before.map((tick, index) => tick ?? first[index]);
}

function publishResumed(
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
