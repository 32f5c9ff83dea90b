/** The dependencies of the swap feature, with prices set by the test. */
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { createValuation } from '../../src/kernel/prices/valuation.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { tradingFloor } from './market.ts';

const PRICES = { btcusdt: '64000', ethusdt: '3200', usdtusd: '1', eurusd: '1.08', xauusd: '2400' };

export async function swapCounter(database: Database, clock: Clock) {
  const floor = await tradingFloor(database, clock);
  return {
    ...floor,
    settings: createSettings(database, floor.log),
    valuation: createValuation(floor),
    tickAll() {
      for (const [symbol, price] of Object.entries(PRICES)) floor.tick(symbol, price);
    },
  };
}

export type SwapCounter = Awaited<ReturnType<typeof swapCounter>>;
