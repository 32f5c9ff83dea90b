/** Orders and their fees, swaps, contracts, price alerts and recurring buys. */
import { createFeeLevels } from '../../features/trading/fee-level/index.ts';
import { createFutures } from '../../features/trading/futures/index.ts';
import { createPriceAlerts } from '../../features/trading/price-alert/index.ts';
import { createRecurringBuys } from '../../features/trading/recurring-buy/index.ts';
import { createSpot } from '../../features/trading/spot/index.ts';
import { createSwap } from '../../features/trading/swap/index.ts';
import type { PublicLog } from '../../features/proof/public-log/index.ts';
import type { Transparency } from '../../features/proof/transparency/index.ts';
import type { Kernel } from './kernel.ts';
import type { Market } from './market.ts';
import type { ComposedParts } from './parts.ts';

export function composeTrading(
  parts: ComposedParts,
  kernel: Kernel,
  {
    pricing,
    history,
    transparency,
    publicLog,
  }: Pick<Market, 'pricing' | 'history'> & { transparency: Transparency; publicLog: PublicLog },
) {
  const { assets, instruments, lists, prices, productRules, tape, valuation } = kernel;
  const traded = { ...parts, lists, assets, instruments, prices };
  const feeLevels = createFeeLevels({ ...traded, valuation, history });
  const { feesOf } = feeLevels;
  const spot = createSpot({ ...traded, tape, transparency, publicLog, feesOf });
  return {
    feeLevels,
    spot,
    swap: createSwap({ ...traded, valuation }),
    priceAlerts: createPriceAlerts({ ...traded, ticks: pricing.ticks, history }),
    recurringBuys: createRecurringBuys({ ...traded, tape, orders: spot.orders }),
    futures: createFutures({
      ...traded,
      productRules,
      transparency,
      ticks: pricing.ticks,
      movements: pricing,
    }),
  };
}
