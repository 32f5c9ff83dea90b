/** Prices, and what is made of them. */
import { createFeed } from '../../features/market/feed/index.ts';
import { createMarketData, type MarketData } from '../../features/market/market-data/index.ts';
import { createPricing, type Pricing } from '../../features/market/pricing/index.ts';
import { membersTrades } from '../../features/trading/spot/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PublicLog } from '../../features/proof/public-log/index.ts';
import type { Kernel } from './kernel.ts';
import type { Parts } from './parts.ts';

export type Market = ReturnType<typeof composeMarket>;

/** `areTicksAwaited`: whether something settles on the next ticks. */
export function composeMarket(
  parts: Parts,
  kernel: Kernel,
  areTicksAwaited: (database: Database) => Promise<boolean>,
) {
  const { database, clock } = parts;
  const { assets, halts, instruments, prices } = kernel;
  const pricing = createPricing({
    ...parts,
    instruments,
    prices,
    seed: parts.marketSeed,
    membersTrades,
    areTicksAwaited: () => areTicksAwaited(database),
  });
  const marketData = createMarketData({ database, clock, assets, halts, pricing });
  const history = parts.pastPrices?.history ?? marketData.history;
  // Simulated prices of the past have none.
  const gaps = parts.pastPrices === undefined ? marketData.priceGaps : { isGapAt: () => false };
  return { pricing, marketData, history, gaps };
}

/** The public sockets; the public log's checkpoints are sent there too. */
export const composeFeed = (
  { clock }: Parts,
  { tape }: Kernel,
  {
    pricing,
    marketData,
    checkpoint,
  }: { pricing: Pricing; marketData: MarketData } & Pick<PublicLog, 'checkpoint'>,
) => createFeed({ clock, tape, pricing, marketData, checkpoint });
