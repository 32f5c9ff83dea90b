/** The dependencies of the swap feature, with prices set by the test. */
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { createValuation } from '../../src/kernel/prices/valuation.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { spotDependencies } from './market.ts';

const PRICES = { btcusdt: '64000', ethusdt: '3200', usdtusd: '1', eurusd: '1.08', xauusd: '2400' };

export async function swapDependencies(database: Database, clock: Clock) {
  const deps = await spotDependencies(database, clock);
  return {
    ...deps,
    settings: createSettings(database, deps.log),
    valuation: createValuation(deps),
    secretBox: createSecretBox(new Uint8Array(32)),
    tickAll() {
      for (const [symbol, price] of Object.entries(PRICES)) deps.tick(symbol, price);
    },
  };
}

export type SwapDependencies = Awaited<ReturnType<typeof swapDependencies>>;
