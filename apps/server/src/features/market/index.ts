/** The market's door: prices from sources to members, as reference ticks, candles, tickers and a live feed. */
import type { AssetBook } from '../../kernel/assets.ts';
import type { InstrumentBook } from '../../kernel/instruments.ts';
import type { MarketMovements } from '../../kernel/market-movements.ts';
import type { MarketTape } from '../../kernel/market-tape.ts';
import type { PriceHistory } from '../../kernel/price-history.ts';
import type { ReferencePriceBoard } from '../../kernel/reference-prices.ts';
import type { TickFrontier, TickHistory } from '../../kernel/tick-history.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { type CandleQuery, readCandles } from './candles/read-candles.ts';
import { heardUntil, silencesIn } from './candles/silences.ts';
import type { Gap } from './candles/gaps.ts';
import { priceAt } from './price-at.ts';
import { healthOf } from './feed-health.ts';
import { secondDeviation } from './measure-movement.ts';
import { createFeed } from './feed/feed.ts';
import { networksByAsset } from '../../kernel/networks/networks.ts';
import { htxEndpoints } from './htx/endpoints.ts';
import type { PriceSource } from './price-source.ts';
import { marketRoutes } from './routes.ts';
import { createMarketRun } from './run-market.ts';
import { createComplaints } from './sources/complaints.ts';
import { openSources } from './sources/open-sources.ts';
import type { SourceSettings } from './sources/source-settings.ts';
import { pruneTicks } from './store.ts';
import { tickHistory } from './store-ticks.ts';
import type { SymbolState } from './symbol-state.ts';

export interface MarketDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly assets: AssetBook;
  readonly instruments: InstrumentBook;
  readonly prices: ReferencePriceBoard;
  readonly tape: MarketTape;
  /** Of the simulator: equal seeds give equal markets. */
  readonly seed: string;
  /** Of the simulator's past; a year when absent. Tests need less. */
  readonly historyDays?: number | undefined;
  /** The operator's live sources; what they leave over is simulated. Absent: everything is. */
  readonly liveSources?: SourceSettings | undefined;
  /** Whether a contract waits for prices: then the beginning of a long pause is made up for too (ADR 17). */
  readonly areTicksAwaited?: () => Promise<boolean>;
  /** Takes the place of all configured sources. */
  readonly sources?: readonly PriceSource[];
}

export type { SourceSettings, SymbolNames } from './sources/source-settings.ts';

export interface Market extends Feature, MarketMovements {
  /** The names of all sources, with "simulated" for the built-in one. */
  readonly sourceNames: readonly string[];
  /** Prices of the past, for valuations. */
  history: PriceHistory;
  /** Ticks of the past, and the edge of what can still be written, for settlements. */
  ticks: TickHistory & TickFrontier;
  /** One cycle of prices: stored first, then published. The job calls it each second. */
  driveTicks(): Promise<void>;
}

const TICK_MS = 1_000;
const FEED_MS = 250;
const BOOKS_MS = 100;
const CHANGES_MS = 25;
const HEARTBEAT_MS = 5_000;
const RETENTION_MS = 600_000;
/** The database itself refuses less than 48 hours (ADR 14). */
const KEPT_MS = 49 * 3_600_000;

export function createMarket(deps: MarketDeps): Market {
  const { database, clock, assets, instruments, tape } = deps;
  const settings = deps.liveSources ?? { htx: [], quotes: [] };
  const now = () => clock.now();
  const candles = (state: SymbolState, query: CandleQuery) =>
    readCandles(database, state, { ...query, heardUntil: heardUntil(state, run.states, now()) });
  const gaps = (state: SymbolState, span: Gap) =>
    silencesIn(state, run.states, { ...span, now: now() });
  const sources =
    deps.sources ?? openSources({ ...deps, instruments: instruments.all, settings, now });
  const complain = createComplaints(deps.log, now);
  const run = createMarketRun({
    ...deps,
    sources,
    onRefused: (source, why) => complain(source, `a quote was ${why}`),
    onTicks: (ticks) => feed.onTicks(ticks),
  });
  const states = () => run.states;
  const feed = createFeed({ now, tape, states, find: run.find, candles });
  const health = (state: SymbolState) =>
    healthOf(state, { sources, said: run.lastSaid(state.instrument.symbol), now: now() });
  const views = { assets, now, states, candles, gaps, health };
  const prune = async (): Promise<void> => {
    const before = clock.now() - KEPT_MS;
    while ((await database.transaction((tx) => pruneTicks(tx, before))) > 0);
  };
  return {
    slug: 'market',
    sourceNames: sources.map((source) => source.name),
    routes: marketRoutes(views),
    endpoints: htxEndpoints({
      ...views,
      find: run.find,
      tape,
      log: deps.log,
      trades: feed.trades,
      networks: () => networksByAsset(database),
    }),
    sockets: [
      { path: '/ws', accept: feed.accept },
      { path: '/feed', accept: feed.accept },
    ],
    jobs: [
      { name: 'market.ticks', everyMs: TICK_MS, run: run.driveTicks },
      { name: 'market.feed', everyMs: FEED_MS, run: async () => feed.beat() },
      { name: 'market.books', everyMs: BOOKS_MS, run: async () => feed.beatBooks() },
      { name: 'market.changes', everyMs: CHANGES_MS, run: async () => feed.beatChanges() },
      { name: 'market.heartbeat', everyMs: HEARTBEAT_MS, run: async () => feed.heartbeat() },
      { name: 'market.prune-ticks', everyMs: RETENTION_MS, run: prune },
    ],
    history: { priceAt: (reader, symbol, at) => priceAt(reader, run.find(symbol), at) },
    ticks: { ...tickHistory, isLive: run.isLive, closeUpTo: run.closeUpTo },
    secondDeviation(symbol) {
      const state = run.find(symbol);
      return state === undefined ? undefined : secondDeviation(state, !run.isLive(symbol));
    },
    driveTicks: run.driveTicks,
    start: run.driveTicks,
    async stop() {
      feed.stop();
      run.stop();
    },
  };
}
