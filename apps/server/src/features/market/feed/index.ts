/** The public market feed: prices, candles, trades and books over WebSocket. */
import type { MarketTape } from '../../../kernel/prices/market-tape.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { MarketData } from '../market-data/index.ts';
import type { Pricing, SymbolState } from '../pricing/index.ts';
import type { FeedDeps } from './contents.ts';
import { createMarketFeed } from './market-feed.ts';
import type { TradeLine } from './messages.ts';

export { contentOf, type FeedDeps } from './contents.ts';
export { type Exact, exactJson } from './exact-json.ts';
export {
  detailMessage,
  encodedCandle,
  sourceTradeId,
  tickerMessage,
  type TradeLine,
} from './messages.ts';

export interface Feed extends Feature {
  /** The trades of the reference ticks, newest first. */
  trades(state: SymbolState): readonly TradeLine[];
}

const TICKERS_MS = 250;
const BOOKS_MS = 100;
const CHANGES_MS = 25;
const HEARTBEAT_MS = 5_000;

export function createFeed(deps: {
  readonly clock: Clock;
  readonly tape: MarketTape;
  readonly pricing: Pick<Pricing, 'states' | 'find' | 'subscribe'>;
  readonly marketData: Pick<MarketData, 'candles'>;
  readonly checkpoint?: FeedDeps['checkpoint'];
}): Feed {
  const { clock, tape, pricing, marketData, checkpoint } = deps;
  const { states, find } = pricing;
  const { candles } = marketData;
  const feed = createMarketFeed({
    now: () => clock.now(),
    tape,
    states,
    find,
    candles,
    checkpoint,
  });
  const unsubscribe = pricing.subscribe((ticks) => feed.onTicks(ticks));
  return {
    slug: 'feed',
    trades: feed.trades,
    sockets: [
      { path: '/ws', accept: feed.accept },
      { path: '/feed', accept: feed.accept },
    ],
    jobs: [
      {
        name: 'feed.tickers',
        everyMs: TICKERS_MS,
        runs: 'everywhere',
        run: async () => feed.pushTickers(),
      },
      {
        name: 'feed.books',
        everyMs: BOOKS_MS,
        runs: 'everywhere',
        run: async () => feed.pushBooks(),
      },
      {
        name: 'feed.changes',
        everyMs: CHANGES_MS,
        runs: 'everywhere',
        run: async () => feed.pushChanges(),
      },
      {
        name: 'feed.heartbeat',
        everyMs: HEARTBEAT_MS,
        runs: 'everywhere',
        run: async () => feed.heartbeat(),
      },
    ],
    async stop() {
      unsubscribe();
      feed.stop();
    },
  };
}
