/** The HTX gateway: programs read the market and trade over HTX's API. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import { carriedNetworks } from '../../../kernel/networks/carried-networks.ts';
import type { MarketTape } from '../../../kernel/prices/market-tape.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { Feed } from '../../market/feed/index.ts';
import type { Keys } from '../keys/index.ts';
import type { MarketData } from '../../market/market-data/index.ts';
import type { Pricing } from '../../market/pricing/index.ts';
import { cancelTimerJob } from './private/cancel-all-after.ts';
import { signedEndpoints, type SignedEndpointsDeps } from './private/rest/endpoints.ts';
import { contractLists, unknownCalls } from './private/rest/withheld-calls.ts';
import { createPrivateSockets, type PrivateSocketsDeps } from './private/socket/private-sockets.ts';
import { tradingGuide } from './private/trading-guide.ts';
import { publicEndpoints } from './public/endpoints.ts';
import { gatewayRows } from './export-rows.ts';

export interface HtxGatewayDeps
  extends Omit<SignedEndpointsDeps, 'authorization' | 'limits'>,
    Omit<PrivateSocketsDeps, 'authorization' | 'pingEveryMs'> {
  tape: MarketTape;
  pricing: Pick<Pricing, 'states' | 'find'>;
  marketData: Pick<MarketData, 'candles'>;
  feed: Pick<Feed, 'trades'>;
  keys: Pick<Keys, 'authorization' | 'limits'>;
}

const PING_EVERY_MS = 20_000;

export function createHtxGateway(deps: HtxGatewayDeps): Feature {
  const { database, clock, log, assets, rails, tape, pricing, marketData, feed, keys } = deps;
  const { authorization, limits } = keys;
  const sockets = createPrivateSockets({ ...deps, authorization, pingEveryMs: PING_EVERY_MS });
  return {
    slug: 'htx-gateway',
    endpoints: [
      ...publicEndpoints({
        now: () => clock.now(),
        log,
        assets,
        tape,
        states: pricing.states,
        find: pricing.find,
        candles: marketData.candles,
        trades: feed.trades,
        networks: () => carriedNetworks(database, rails),
      }),
      ...signedEndpoints({ ...deps, authorization, limits }),
      ...contractLists(() => clock.now()),
      ...unknownCalls,
      tradingGuide,
    ],
    sockets: [sockets.endpoint],
    jobs: [cancelTimerJob(deps)],
    start: async () => sockets.start(),
    stop: async () => sockets.stop(),
  };
}

/** What it holds about a member, for exports and closing. */
export const gatewayAccount: AccountPart = { held: gatewayRows };
