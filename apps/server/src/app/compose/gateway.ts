/** What API clients use: keys, HTX's API, the data feed of charts, and files of past prices. */
import type { Auth } from '../../features/account/auth/index.ts';
import { createHistoryFiles } from '../../features/gateway/history-files/index.ts';
import { createHtxGateway } from '../../features/gateway/htx-gateway/index.ts';
import { createKeys, type Keys } from '../../features/gateway/keys/index.ts';
import { createUdf } from '../../features/gateway/udf/index.ts';
import type { Feed } from '../../features/market/feed/index.ts';
import type { Funding } from '../../features/money/funding/index.ts';
import type { PublicLog } from '../../features/proof/public-log/index.ts';
import type { Spot } from '../../features/trading/spot/index.ts';
import type { Kernel } from './kernel.ts';
import type { Market } from './market.ts';
import type { Parts } from './parts.ts';

export const composeKeys = (parts: Parts, { confirmations }: Kernel, auth: Auth): Keys =>
  createKeys({ ...parts, auth, confirmations });

export function composeGateway(
  parts: Parts,
  kernel: Kernel,
  given: {
    market: Market;
    feed: Feed;
    keys: Keys;
    spot: Spot;
    funding: Funding;
    publicLog: PublicLog;
  },
) {
  const { feed, keys, spot, funding, publicLog } = given;
  const { pricing, marketData } = given.market;
  const { assets, events, instruments, rails, tape, worthOf } = kernel;
  const htx = createHtxGateway({
    ...parts,
    pricing,
    marketData,
    assets,
    instruments,
    tape,
    events,
    feed,
    keys,
    rails,
    feesOf: spot.feesOf,
    orders: spot.orders,
    deposits: funding.deposits.bots,
    withdrawals: funding.withdrawals.bots,
    worthOf,
  });
  const udf = createUdf({ ...parts, pricing, marketData });
  const historyFiles = createHistoryFiles({
    ...parts,
    keeping: parts.historyFiles,
    pricing,
    marketData,
    publicLog,
  });
  return [htx, udf, historyFiles];
}
