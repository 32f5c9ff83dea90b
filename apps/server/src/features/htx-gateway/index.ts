/** The HTX gateway: our market data in the format of HTX's public REST API. */
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import { networksByAsset } from '../../kernel/networks/networks.ts';
import type { MarketTape } from '../../kernel/prices/market-tape.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import type { Feed } from '../feed/index.ts';
import type { MarketData } from '../market-data/index.ts';
import type { Pricing } from '../pricing/index.ts';
import { htxEndpoints } from './endpoints.ts';

export function createHtxGateway(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly assets: AssetBook;
  readonly tape: MarketTape;
  readonly pricing: Pick<Pricing, 'states' | 'find'>;
  readonly marketData: Pick<MarketData, 'candles'>;
  readonly feed: Pick<Feed, 'trades'>;
}): Feature {
  const { database, clock, log, assets, tape, pricing, marketData, feed } = deps;
  return {
    slug: 'htx-gateway',
    endpoints: htxEndpoints({
      now: () => clock.now(),
      log,
      assets,
      tape,
      states: pricing.states,
      find: pricing.find,
      candles: marketData.candles,
      trades: feed.trades,
      networks: () => networksByAsset(database),
    }),
  };
}
