/** The publisher of the market: runs the sources and the cycle that stores their prices as ticks, in one instance at a time. */
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FinalUpTo, StoredTick } from '../../../kernel/prices/tick-history.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Log } from '../../../platform/log.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { makeFirstHistory, storeFirstHistory } from './first-history.ts';
import { catchUpSeconds } from './catch-up.ts';
import { recordGaps } from './record-gaps.ts';
import { runCycle } from './tick-cycle.ts';
import { createQuoteIntake, type RejectReason, type QuoteIntake } from './quote-intake.ts';
import { createSecondGenerator, type SecondGenerator } from './generated-seconds.ts';
import { createCandleBackfiller } from './backfill/backfill-candles.ts';
import { createTickBackfiller } from './backfill/backfill-ticks.ts';
import { type MarketMemory, newestOf } from './market-memory.ts';
import type { PlannedTick } from './plan-tick.ts';
import {
  type GeneratedSource,
  isGenerated,
  isLiveSource,
  isPushing,
  type LiveSource,
  type PriceSource,
  serves,
} from './price-source.ts';
import type { SourcePrice } from './reference-rule.ts';
import { tickHistory } from './store-ticks.ts';
import type { SymbolState } from './symbol-state.ts';

export interface MarketPublisherDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentRegistry;
  readonly memory: MarketMemory;
  /** Not started yet. */
  readonly sources: readonly PriceSource[];
  readonly seed: string;
  /** Whether a contract waits for prices of a time that may have been missed. */
  readonly areTicksAwaited?: () => Promise<boolean>;
  /** Called for each rejected quote. */
  readonly onRejected: (source: string, why: RejectReason) => void;
  /** Called after each cycle. */
  readonly onStored: () => void;
}

/**
 * Publishes the prices until it is stopped. Two publishers do no harm: the number of a tick is unique in its chain, so
 * the transaction of one of them fails, and it goes on after what the other one stored.
 */
export interface MarketPublisher {
  /** The latest price of each source of the symbol. */
  lastPrices(symbol: string): readonly SourcePrice[];
  /**
   * One cycle; a call during a cycle joins it. The first one continues from the stored ticks and creates the first
   * history of new symbols.
   * @throws Error when nothing could be stored; the next cycle loads the states again
   */
  advanceTicks(): Promise<void>;
  /** See `TickFrontier`. */
  closeUpTo(at: number, awaited: ReadonlySet<number>): Promise<FinalUpTo>;
  /** Waits for the cycle in progress; nothing is stored afterwards. */
  stop(): Promise<void>;
}

/** A longer time between two cycles means that this process was paused. */
const PAUSE_MS = 2_500;

export function createMarketPublisher(deps: MarketPublisherDeps): MarketPublisher {
  const { memory, database, clock } = deps;
  let intake: QuoteIntake | undefined;
  let isStopped = false;
  /** Of the states that the sources and the generator of seconds continue from. */
  let isResumed = false;
  let cycle: Promise<void> | undefined;
  let closedUpTo = Number.NEGATIVE_INFINITY;
  let seconds: SecondGenerator | undefined;
  let receivedAt: number | undefined;
  let drivenAt = Number.NEGATIVE_INFINITY;
  let awaited: ReadonlySet<number> = new Set();

  const { generated, pushing, live, isLive } = splitSources(deps.sources);
  const candleBackfiller = createCandleBackfiller({ ...deps, sources: live });
  const tickBackfiller = createTickBackfiller({ ...deps, sources: live });
  const resume = async (): Promise<QuoteIntake> => {
    isResumed = false;
    if (memory.isStale) await memory.load();
    await storeMissingHistory({ ...deps, sources: generated }, clock.now());
    const { states } = memory;
    const before = await ticksBefore(database, states);
    for (const [index, state] of states.entries()) resumeSources(generated, state, before[index]);
    // Seconds that could not be stored are generated again.
    for (const source of generated) intake?.reset(source.name);
    seconds?.retryUnstored();
    seconds ??= createSecondGenerator(generated, newestTick(states, isLive));
    intake ??= startSources({ ...deps, sources: pushing }, () => receivedAt ?? clock.now());
    isResumed = true;
    return intake;
  };
  const setIntakeClock = (at: number | undefined): void => {
    receivedAt = at;
  };
  const drive = async (): Promise<void> => {
    const mustResume = memory.isStale || !isResumed || intake === undefined;
    const current = mustResume ? await resume() : intake!;
    const { states } = memory;
    const now = clock.now();
    const hasPaused = now - drivenAt > PAUSE_MS;
    drivenAt = now;
    await memory.refreshEdges(now);
    for (const source of pushing) await source.deliver?.();
    try {
      const span = { now, closedUpTo, isLive };
      if (seconds!.isFarBehind(now) && !(await deps.areTicksAwaited?.())) seconds!.skipTo(now);
      const caughtUp = await catchUpSeconds(
        { ...deps, sources: generated, seconds: seconds!, setIntakeClock },
        { states, intake: current, span },
      );
      const [pushed, simulated] = split(states, ({ instrument }) => isLive(instrument.symbol));
      const moment = { now, intake: current, hasPaused, awaited };
      const backfilled = await tickBackfiller.backfill(pushed, moment);
      const ready = await candleBackfiller.backfill([...backfilled, ...simulated], current, now);
      const market = { states: ready, all: states, intake: current, span };
      const planned = await runCycle(database, market);
      publishTicks({ memory, sources: generated }, [...caughtUp, ...planned]);
      deps.onStored();
    } catch (error) {
      memory.isStale = true;
      throw error;
    }
  };
  const advanceTicks = (): Promise<void> => {
    if (isStopped) return Promise.reject(new Error('this instance does not drive the market'));
    cycle ??= goOnAfterOthers(drive, deps.log).finally(() => {
      cycle = undefined;
    });
    return cycle;
  };
  return {
    lastPrices: (symbol) => intake?.prices(symbol) ?? [],
    advanceTicks,
    async closeUpTo(at, waitedFor) {
      awaited = waitedFor;
      const until = Math.min(at, clock.now());
      // A cycle that began earlier may not have generated the seconds up to now.
      await cycle;
      const isBehind = memory.isStale || seconds?.hasStored(until) !== true;
      if (isStopped || isBehind || waitedFor.size > 0) await advanceTicks();
      closedUpTo = Math.max(closedUpTo, until);
      // A cycle that began meanwhile may still store a tick of that time.
      await cycle;
      try {
        const states = memory.states.filter(({ instrument }) => isLive(instrument.symbol));
        const candidates = { states, awaited, tickBackfiller };
        await recordGaps(database, { ...candidates, now: clock.now() });
      } catch (error) {
        memory.isStale = true;
        throw error;
      }
      return finalUpTo(memory.states, { isLive, closedUpTo });
    },
    async stop() {
      isStopped = true;
      await cycle?.catch(() => undefined);
      for (const source of pushing) source.stop();
    },
  };
}

/** Of two publishers, the slower one loads what is stored, and makes the ticks after it. */
async function goOnAfterOthers(drive: () => Promise<void>, log: Log): Promise<void> {
  try {
    await drive();
  } catch (error) {
    if (!isUniqueViolation(error, 'ticks_pkey')) throw error;
    log.warn('the next ticks were stored already, by another instance: going on after them');
    await drive();
  }
}

/** A simulated chain is final up to where it was generated, a live one up to its newest tick or gap record. */
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
  const live = sources.filter(isLiveSource);
  return {
    generated: sources.filter(isGenerated),
    pushing: sources.filter(isPushing),
    live,
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

interface LiveDeps extends MarketPublisherDeps {
  readonly sources: readonly LiveSource[];
}
interface GeneratedDeps extends Pick<MarketPublisherDeps, 'database' | 'memory' | 'seed'> {
  readonly sources: readonly GeneratedSource[];
}

function startSources(
  { sources, instruments, onRejected }: LiveDeps,
  now: () => number,
): QuoteIntake {
  const intake = createQuoteIntake(instruments.all, now);
  for (const source of sources) {
    source.start((quote) => {
      const why = intake.accept(source.name, quote);
      if (why !== undefined) onRejected(source.name, why);
    });
  }
  return intake;
}

function publishTicks(
  { sources, memory }: Pick<GeneratedDeps, 'sources' | 'memory'>,
  planned: readonly PlannedTick[],
): void {
  for (const { state, tick } of newestOf(planned)) {
    for (const source of sources) source.resume?.(state.instrument.symbol, tick.price, tick.at);
  }
  memory.publish(planned);
}

async function storeMissingHistory(deps: GeneratedDeps, now: number): Promise<void> {
  const { database, memory, sources, seed } = deps;
  const withoutHistory = memory.states.filter(
    (state) => state.genesis === undefined && state.chain.seq === 0,
  );
  if (withoutHistory.length === 0) return;
  const instruments = withoutHistory.map((state) => state.instrument);
  const made = await makeFirstHistory({ instruments, sources, seed, now });
  if (made !== undefined) await database.transaction((tx) => storeFirstHistory(tx, made));
  await memory.load();
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

/** First the tick before the day, then the last one. */
function resumeSources(
  sources: readonly GeneratedSource[],
  { instrument, recentTicks }: SymbolState,
  before: StoredTick | undefined,
): void {
  const last = recentTicks.at(-1);
  if (last === undefined) return;
  for (const source of sources) {
    if (before !== undefined) source.resume?.(instrument.symbol, before.price, before.at);
    source.resume?.(instrument.symbol, last.price, last.at);
  }
}
