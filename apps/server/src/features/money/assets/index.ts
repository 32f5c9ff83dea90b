/** Assets: a member's balances, their value, and the financial records. */
import type { Feature } from '../../../platform/feature.ts';
import { cachePastPrices } from './past-worth.ts';
import { type AssetsDeps, assetsRoutes } from './routes.ts';

export { cachePastPrices } from './past-worth.ts';

export function createAssets(deps: AssetsDeps): Feature {
  return {
    slug: 'assets',
    routes: assetsRoutes({ ...deps, history: cachePastPrices(deps.history) }),
  };
}
