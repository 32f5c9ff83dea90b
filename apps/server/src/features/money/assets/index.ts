/** Assets: a member's balances, their value, and the financial records. */
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { computeWorth } from './compute-worth.ts';
import { cachePastPrices } from './past-worth.ts';
import { type AssetsDeps, assetsRoutes } from './routes.ts';

export { cachePastPrices, pastWorths } from './past-worth.ts';

export function createAssets(given: AssetsDeps): Feature {
  const deps = { ...given, history: cachePastPrices(given.history) };
  const run = (ending?: AbortSignal) => computeWorth(deps, ending);
  return {
    slug: 'assets',
    routes: assetsRoutes(deps),
    jobs: [{ name: 'assets.worth', everyMs: MINUTE_MS, run }],
  };
}
