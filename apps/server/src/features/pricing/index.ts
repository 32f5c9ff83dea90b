/** The door of pricing: from sources to reference ticks, chained and stored, with candles and the state of each symbol. */
import type { InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { MarketMovements } from '../../kernel/prices/market-movements.ts';
import type { ReferencePriceBoard } from '../../kernel/prices/reference-prices.ts';
import type { TickFrontier, TickHistory } from '../../kernel/prices/tick-history.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { type FeedHealth, healthOf } from './feed-health.ts';
import { secondDeviation } from './measure-movement.ts';
import type { PlannedTick } from './plan-tick.ts';
import type { PriceSource } from './price-source.ts';
import { createMarketRun } from './run-market.ts';
import { openSources } from './sources/open-sources.ts';
import type { SourceSettings } from './sources/source-settings.ts';
import { createThrottledLog } from './sources/throttled-log.ts';
import { pruneTicks } from './store.ts';
import { tickHistory } from './store-ticks.ts';
import type { SymbolState } from './symbol-state.ts';

export { beginCandle, withFlatCandles } from './candles/flat-candles.ts';
export { type Gap, gapBetween, type Times, untold } from './candles/gaps.ts';
export { hourlyCloses, lastDay } from './candles/rolling-day.ts';
export { type History, splitCandles } from './candles/split-candles.ts';
export type { FeedHealth } from './feed-health.ts';
export type { PlannedTick } from './plan-tick.ts';
export { REFERENCE_RULE } from './reference-rule.ts';
export type { SourceSettings, SymbolNames } from './sources/source-settings.ts';
export { type JoinedCandle, joinedMinutes, storedCandles, type TickRow } from './store.ts';
export { historyOf, lastPrice, type SymbolState } from './symbol-state.ts';

export interface PricingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentBook;
  readonly prices: ReferencePriceBoard;
  /** Of the simulator: equal seeds give equal markets. */
  readonly seed: string;
  /** Of the simulator's past; a year when absent. Tests need less. */
  readonly historyDays?: number | undefined;
  /** The operator's live sources; symbols without one are simulated. */
  readonly liveSources?: SourceSettings | undefined;
  /** Whether a contract waits for prices: then the beginning of a long pause is backfilled too (ADR 17). */
  readonly areTicksAwaited?: () => Promise<boolean>;
  /** Takes the place of all configured sources. */
  readonly sources?: readonly PriceSource[];
}

export interface Pricing extends Feature, MarketMovements {
  /** The names of all sources, with "simulated" for the built-in one. */
  readonly sourceNames: readonly string[];
  /** In the order they are shown; empty before the first cycle. */
  states(): readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  health(state: SymbolState): FeedHealth;
  /** Ticks of the past, and the edge of what can still be written, for settlements. */
  readonly ticks: TickHistory & TickFrontier;
  /** One cycle of prices: stored first, then published. The job calls it each second. */
  driveTicks(): Promise<void>;
  /** Calls the listener with new ticks once they are stored and on the price board. Gives back how to stop it. */
  subscribe(listener: (ticks: readonly PlannedTick[]) => void): () => void;
}

const TICK_MS = 1_000;
const RETENTION_MS = 600_000;
/** The database itself refuses less than 48 hours (ADR 14). */
const KEPT_MS = 49 * 3_600_000;

export function createPricing(deps: PricingDeps): Pricing {
  const { database, clock, instruments } = deps;
  const now = () => clock.now();
  const settings = deps.liveSources ?? { htx: [], quotes: [] };
  const sources =
    deps.sources ?? openSources({ ...deps, instruments: instruments.all, settings, now });
  const logThrottled = createThrottledLog(deps.log, now);
  const listeners = new Set<(ticks: readonly PlannedTick[]) => void>();
  const run = createMarketRun({
    ...deps,
    sources,
    onRefused: (source, why) => logThrottled(source, `a quote was ${why}`),
    onTicks: (ticks) => listeners.forEach((listener) => listener(ticks)),
  });
  const prune = async (): Promise<void> => {
    const before = clock.now() - KEPT_MS;
    while ((await database.transaction((tx) => pruneTicks(tx, before))) > 0);
  };
  return {
    slug: 'pricing',
    sourceNames: sources.map((source) => source.name),
    states: () => run.states,
    find: run.find,
    health: (state) =>
      healthOf(state, { sources, said: run.lastSaid(state.instrument.symbol), now: now() }),
    ticks: { ...tickHistory, isLive: run.isLive, closeUpTo: run.closeUpTo },
    secondDeviation(symbol) {
      const state = run.find(symbol);
      return state === undefined ? undefined : secondDeviation(state, !run.isLive(symbol));
    },
    driveTicks: run.driveTicks,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    jobs: [
      { name: 'pricing.ticks', everyMs: TICK_MS, run: run.driveTicks },
      { name: 'pricing.prune-ticks', everyMs: RETENTION_MS, run: prune },
    ],
    start: run.driveTicks,
    async stop() {
      run.stop();
    },
  };
}
