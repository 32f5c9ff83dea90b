/** A market on a test database, with a manual clock. */
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { type InstrumentRegistry, loadInstruments } from '../../src/kernel/catalog/instruments.ts';
import { createSoleLeases } from '../../src/kernel/leases/leases.ts';
import { createMarketTape, type MarketTape } from '../../src/kernel/prices/market-tape.ts';
import {
  createReferencePriceBoard,
  type ReferencePriceBoard,
} from '../../src/kernel/prices/reference-prices.ts';
import { createFeed } from '../../src/features/market/feed/index.ts';
import { carriedNetworks } from '../../src/kernel/networks/carried-networks.ts';
import { publicEndpoints } from '../../src/features/gateway/htx-gateway/public/endpoints.ts';
import { createMarketData, type MarketData } from '../../src/features/market/market-data/index.ts';
import {
  createPricing,
  type Pricing,
  type PricingDeps,
} from '../../src/features/market/pricing/index.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { callRoute } from './call-route.ts';
import { type ManualClock, manualClock } from './market.ts';

/** Pricing, market data, the feed and the gateway's public calls as one. */
export interface Market extends Pricing, Pick<MarketData, 'history'> {}

export interface RunningMarket {
  readonly market: Market;
  readonly clock: ManualClock;
  readonly prices: ReferencePriceBoard;
  readonly tape: MarketTape;
  readonly instruments: InstrumentRegistry;
  /** Moves the clock and runs a cycle, second by second. */
  pass(seconds: number): Promise<void>;
  /** Moves the clock to a time and runs one cycle. */
  goTo(iso: string): Promise<void>;
  /** Runs a job by its name. @throws Error for an unknown name */
  runJob(name: string): Promise<void>;
  /** The `data` of a call, or the refusal it throws. */
  call(path: string, input: unknown): Promise<unknown>;
}

/** The product simulates a year of candles before the first price, which takes seconds. */
const HISTORY_DAYS = 1;

export async function runMarket(
  database: Database,
  at: string | number,
  over: Partial<PricingDeps> & { readonly clock?: ManualClock } = {},
): Promise<RunningMarket> {
  const clock = over.clock ?? manualClock(typeof at === 'number' ? at : Date.parse(at));
  const prices = createReferencePriceBoard();
  const tape = createMarketTape();
  const instruments = await loadInstruments(database);
  const log = createLog('silent');
  const assets = await loadAssets(database);
  const pricing = createPricing({
    database,
    clock,
    log,
    instruments,
    prices,
    bus: createLocalBus((error) => log.error(error)),
    leases: createSoleLeases(),
    seed: 'test',
    mode: 'paper',
    historyDays: HISTORY_DAYS,
    membersTrades: async () => [],
    ...over,
  });
  const halts = { of: () => undefined, delistingOf: () => undefined };
  const marketData = createMarketData({ database, clock, assets, halts, pricing });
  const feed = createFeed({ clock, tape, pricing, marketData });
  const endpoints = publicEndpoints({
    now: () => clock.now(),
    log,
    assets,
    tape,
    states: pricing.states,
    find: pricing.find,
    candles: marketData.candles,
    trades: feed.trades,
    networks: () => carriedNetworks(database, { carry: () => true }),
  });
  const market: Market = {
    ...pricing,
    history: marketData.history,
    routes: marketData.routes ?? [],
    endpoints,
    sockets: feed.sockets ?? [],
    jobs: [...(pricing.jobs ?? []), ...(feed.jobs ?? [])],
    async stop() {
      await feed.stop?.();
      await pricing.stop?.();
    },
  };
  await market.start?.();
  const goOn = async (to: number): Promise<void> => {
    clock.set(to);
    await market.advanceTicks();
  };
  return {
    market,
    clock,
    prices,
    tape,
    instruments,
    goTo: (iso) => goOn(Date.parse(iso)),
    async pass(seconds) {
      for (let step = 0; step < seconds; step += 1) await goOn(clock.now() + 1_000);
    },
    async runJob(name) {
      const job = market.jobs?.find((each) => each.name === name);
      if (job === undefined) throw new Error(`no job ${name}`);
      await job.run();
    },
    call: (path, input) => callRoute(market.routes, path, input),
  };
}
