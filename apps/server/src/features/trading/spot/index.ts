/** Spot: a central limit order book per instrument, with exact money and durable answers. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Invariant } from '../../../kernel/invariants/invariant.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { PublicLog } from '../../proof/public-log/index.ts';
import type { Transparency } from '../../proof/transparency/index.ts';
import { createBookCheck } from './check-books.ts';
import { endDelisted } from './end-delisted.ts';
import { createEngines, type EnginesDeps, leaseOf, marketFees } from './engines.ts';
import { notifyTriggered } from './conditional/notify-triggered.ts';
import { ConditionalsKnown } from './conditional/place-conditional.ts';
import { conditionalRoutes } from './conditional/routes.ts';
import { findWaitingOf } from './conditional/store.ts';
import { notifyFills } from './notify-fills.ts';
import { createSpotMetrics } from './metrics.ts';
import { createOrderApi, type OrderApi } from './order-api.ts';
import { spotRoutes } from './routes.ts';
import { countOrdersOf } from './store.ts';
import { spotRows } from './export-rows.ts';
import { pruneFillNotices } from './store-fill-notices.ts';
import { spotNotices } from './notices.ts';
import { recordEndpoints } from './record/endpoints.ts';
import { dropOldBooks } from './record/kept-books.ts';
import { packDays } from './record/pack-days.ts';
import { publishDays } from './record/publish-days.ts';
import { sealCommands } from './record/seal-commands.ts';
import type { FeesOf } from './order.ts';

export { ordersSource, tradesSource } from './file-sources.ts';
export { orderRecords } from './member-records.ts';
export { membersTrades } from './store-members-trades.ts';
export {
  type BookActs,
  bookActs,
  numberBefore,
  recordPositions,
  type TradingFacts,
  tradingOf,
} from './store-trading-facts.ts';
export { membersTrading } from './store-delisted.ts';
export { countOpenOrders, countOrdersOf, ordersBefore } from './store.ts';
export { listTradeFees, ordersTraded } from './store-fills.ts';
export type { ConditionalRange } from './conditional/conditional-api.ts';
export type { ConditionalOrder, ConditionalStatus } from './conditional/conditional-order.ts';
export type { ApiOrder, OrderKind, OrderState } from './api-order.ts';
export type { FeesOf, OrderFees, TimeInForce } from './order.ts';
export type { Fill, OrderApi } from './order-api.ts';
export { filledCash } from './order-rows.ts';
export { nativeHashing } from './record/native-hashing.ts';
export { linesOf } from './record/publish-days.ts';
export { RecordReplay, type StatedFill } from './record/replay-record.ts';

export interface SpotDeps extends Omit<EnginesDeps, 'onRound' | 'meter' | 'sign'> {
  /** For lists. */
  lists: Reader;
  transparency: Pick<Transparency, 'proveTrigger' | 'signer'>;
  publicLog: Pick<PublicLog, 'append'>;
}

export interface Spot extends NotifyingFeature {
  /** For features that trade for a member. */
  orders: OrderApi;
  /** What a new order pays. */
  feesOf: FeesOf;
  /** Orders that were accepted since the start, and commands that wait now. */
  activity(): { readonly placed: number; readonly queued: number };
  /** The market whose engine the lease is for; undefined for other leases. */
  marketOf(lease: string): string | undefined;
  /** What must hold of the books in memory. */
  bookCheck: Invariant;
}

export function createSpot(deps: SpotDeps): Spot {
  const activity = () => ({
    placed: engines.placed(),
    queued: engines.all().reduce((sum, { queued }) => sum + queued, 0),
  });
  const { metrics, meter, onRound } = createSpotMetrics({
    activity,
    engines: () =>
      deps.instruments.all.map(({ symbol }) => ({
        symbol,
        isHeld: engines.find(symbol) !== undefined,
      })),
  });
  const sign = (text: string) => deps.transparency.signer().signAside(text);
  const engines = createEngines({ ...deps, sign, meter, onRound });
  const known = new ConditionalsKnown(deps.database);
  const pairsKnown = new ConditionalsKnown(deps.database);
  const changesKnown = new ConditionalsKnown(deps.database, { isForChanges: true });
  const parts = { database: deps.database, instruments: deps.instruments, engines };
  return {
    slug: 'spot',
    notices: spotNotices,
    orders: createOrderApi(parts),
    feesOf: deps.feesOf ?? marketFees,
    activity,
    marketOf: (lease) => deps.instruments.all.find((each) => leaseOf(each) === lease)?.symbol,
    metrics,
    bookCheck: createBookCheck(parts),
    routes: [
      ...spotRoutes({ ...parts, lists: deps.lists, clock: deps.clock, log: deps.log }),
      ...conditionalRoutes({ ...deps, ...parts, known, pairsKnown, changesKnown }),
    ],
    endpoints: recordEndpoints(deps),
    jobs: [
      {
        name: 'spot.withdraw-stale',
        everyMs: 1_000,
        runs: 'everywhere',
        run: async () => engines.withdrawStale(),
      },
      {
        name: 'spot.open-sub-accounts',
        everyMs: 1_000,
        runs: 'everywhere',
        run: () => engines.openSubAccounts(),
      },
      { name: 'spot.seal-commands', everyMs: 1_000, run: () => sealCommands(deps) },
      { name: 'spot.publish-record', everyMs: 10 * MINUTE_MS, run: () => publishDays(deps) },
      {
        name: 'spot.pack-record',
        everyMs: 10 * MINUTE_MS,
        run: (ending) => packDays(deps, { ending }),
      },
      { name: 'spot.drop-books', everyMs: HOUR_MS, run: () => dropOldBooks(deps) },
      {
        name: 'spot.end-delisted',
        everyMs: 10_000,
        run: () => endDelisted({ ...deps, engines }),
      },
      { name: 'spot.notify-fills', everyMs: 1_000, run: () => notifyFills(deps) },
      { name: 'spot.notify-triggered', everyMs: 1_000, run: () => notifyTriggered(deps) },
      {
        name: 'spot.prune-fill-notices',
        everyMs: HOUR_MS,
        run: async () => {
          await deps.database.transaction((tx) => tx.run(pruneFillNotices, []));
        },
      },
    ],
    start: () => engines.open(),
    stop: () => engines.close(),
  };
}

/** What it holds about a member, for exports and closing. */
export const spotAccount: AccountPart = {
  held: spotRows,
  async obstacles(reader, memberId) {
    const { open } = await countOrdersOf(reader, memberId);
    const count = open + (await findWaitingOf(reader, memberId)).length;
    return count === 0 ? [] : [{ kind: 'order', count }];
  },
};
