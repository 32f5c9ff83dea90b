/** Pricing: turns the sources' quotes into chained, stored reference ticks and candles. */
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { ReferencePriceBoard } from '../../../kernel/prices/reference-prices.ts';
import type {
  MarketMovements,
  SourceCounts,
  TickFrontier,
  TickHistory,
} from '../../../kernel/prices/tick-history.ts';
import type { Leases } from '../../../kernel/leases/leases.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Feature } from '../../../platform/feature.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { Log } from '../../../platform/log.ts';
import { type FeedHealth, healthOf, type SourceState, statesOfSources } from './feed-health.ts';
import { secondDeviation } from './measure-movement.ts';
import type { PlannedTick } from './plan-tick.ts';
import {
  createSourceLog,
  isLiveSource,
  type PriceSource,
  serves,
  type SourceSettings,
} from './price-source.ts';
import { createMarketRun } from './run-market.ts';
import type { MembersTrade, TradesAfter } from './sources/members-source.ts';
import { type AskedMarket, type AskedPrice, askSources, openToNew } from './sources/ask-sources.ts';
import { openSources } from './sources/open-sources.ts';
import { pruneTicks } from './store.ts';
import { tickHistory } from './store-ticks.ts';
import type { SymbolState } from './symbol-state.ts';
import { priceMetrics, TICKS_BEHIND_MAX } from './ticks-behind.ts';

export { beginCandle, withFlatCandles } from './candles/flat-candles.ts';
export { type Gap, gapBetween, type Times, withoutBackfilled } from './candles/gaps.ts';
export { hourlyCloses, lastDay } from './candles/rolling-day.ts';
export { type History, splitCandles } from './candles/split-candles.ts';
export type { FeedHealth, SourceState } from './feed-health.ts';
export type { PlannedTick } from './plan-tick.ts';
export { simulatedOf } from './sources/open-sources.ts';
export { measureGaps } from './store-gaps.ts';
export { REFERENCE_RULE } from './reference-rule.ts';
export type { SourceSettings, SymbolNames } from './price-source.ts';
export type { MembersTrade, TradesAfter } from './sources/members-source.ts';
export { type JoinedCandle, joinedMinutes, storedCandles, type TickRow } from './store.ts';
export { type TradeRow, tradesIn } from './store-trades.ts';
export { historyOf, lastPrice, type SymbolState } from './symbol-state.ts';

export interface PricingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentRegistry;
  readonly prices: ReferencePriceBoard;
  readonly bus: Bus;
  /** Only the holder of `pricing` runs the sources and stores ticks. */
  readonly leases: Leases;
  /** Seed of the simulator: equal seeds give equal markets. */
  readonly seed: string;
  readonly mode: 'paper' | 'live';
  /** Days of simulated history; a year when absent. Tests need less. */
  readonly historyDays?: number | undefined;
  /** The operator's live sources; symbols without one are simulated. */
  readonly liveSources?: SourceSettings | undefined;
  /** Whether a contract waits for prices: then a long pause is backfilled too (ADR 17). */
  readonly areTicksAwaited?: () => Promise<boolean>;
  /** The trades of our own books, for markets that only members price. */
  readonly membersTrades: (reader: Reader, after: TradesAfter) => Promise<readonly MembersTrade[]>;
  /** Replaces all configured sources, for tests. */
  readonly sources?: readonly PriceSource[];
}

export interface Pricing extends Feature, MarketMovements {
  /** The names of all sources, with "simulated" for the built-in one. */
  readonly sourceNames: readonly string[];
  /** In display order; empty before the first cycle. */
  states(): readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  health(state: SymbolState): FeedHealth;
  /** Every source over all its symbols. */
  sourceStates(): SourceState[];
  /** Asks each live source that would quote a new coin market, for a few seconds. */
  askSources(market: AskedMarket): Promise<AskedPrice[]>;
  /** Of live sources that quote new coin markets. */
  liveSourceNames(): string[];
  /** Stored ticks, and up to when each chain is final, for settlements. */
  readonly ticks: TickHistory & TickFrontier;
  /**
   * In the instance that publishes the prices: one cycle, which stores the new ticks, then publishes them. In another one: one
   * pass over what was stored. A job calls it every second.
   */
  advanceTicks(): Promise<void>;
  /** Calls the listener with new ticks after they are stored and on the price board. Returns the unsubscribe function. */
  subscribe(listener: (ticks: readonly PlannedTick[]) => void): () => void;
}

const PRUNE_MS = 10 * MINUTE_MS;
/** The database refuses less than 48 hours (ADR 14). */
const RETENTION_MS = 49 * HOUR_MS;

export function createPricing(deps: PricingDeps): Pricing {
  const { database, clock, instruments } = deps;
  const now = () => clock.now();
  const settings = deps.liveSources ?? { htx: [], quotes: [] };
  const tradesAfter = (after: TradesAfter) => deps.membersTrades(database, after);
  const opened = { ...deps, settings, now, tradesAfter };
  const open = () => deps.sources ?? openSources({ ...opened, instruments: instruments.all });
  const logProblem = createSourceLog(deps.log, now);
  const listeners = new Set<(ticks: readonly PlannedTick[]) => void>();
  const run = createMarketRun({
    ...deps,
    openSources: open,
    onRejected: (source, reason) => logProblem(source, `a quote was rejected: ${reason}`),
    onTicks: (ticks) => listeners.forEach((listener) => listener(ticks)),
  });
  const prune = async (): Promise<void> => {
    const before = clock.now() - RETENTION_MS;
    while ((await database.transaction((tx) => pruneTicks(tx, before))) > 0);
  };
  const health = (state: SymbolState) =>
    healthOf(state, {
      sources: run.sources,
      quoted: run.quotedAt(state.instrument.symbol),
      now: now(),
    });
  const sourcesOf = (symbol: string): SourceCounts | undefined => {
    if (!run.isLive(symbol)) return undefined;
    const configured = run.sources.filter(
      (each) => isLiveSource(each) && serves(each, symbol),
    ).length;
    const newest = run.find(symbol)?.recentTicks.at(-1)?.source;
    return { configured, agreeing: newest === undefined ? 0 : newest.split('+').length };
  };
  return {
    slug: 'pricing',
    get sourceNames() {
      return run.sources.map((source) => source.name);
    },
    states: () => run.states,
    find: run.find,
    health,
    sourceStates: () =>
      statesOfSources(
        run.states.map((state) => ({ group: state.instrument.class, health: health(state) })),
      ),
    askSources: (market) => askSources(opened, market),
    liveSourceNames: () => openToNew(settings).htx.map(({ url }) => new URL(url).host),
    ticks: {
      ...tickHistory,
      isLive: run.isLive,
      sourcesOf,
      closeUpTo: run.closeUpTo,
      accompany: run.accompany,
    },
    secondDeviation(symbol) {
      const state = run.find(symbol);
      return state === undefined ? undefined : secondDeviation(state, !run.isLive(symbol));
    },
    advanceTicks: run.advanceTicks,
    isBehind: () => (run.ticksBehind() ?? 0) > TICKS_BEHIND_MAX,
    metrics: priceMetrics({ states: () => run.states, ticksBehind: run.ticksBehind, sourcesOf }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    jobs: [
      { name: 'pricing.ticks', everyMs: SECOND_MS, runs: 'everywhere', run: run.advanceTicks },
      { name: 'pricing.prune-ticks', everyMs: PRUNE_MS, run: prune },
    ],
    start: run.start,
    stop: run.stop,
  };
}
