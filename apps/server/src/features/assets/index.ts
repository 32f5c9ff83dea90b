/** The door of assets: what a member owns, what it is worth, and the records that explain it. */
import type { Feature } from '../../platform/feature.ts';
import { rememberPrices } from './remember-prices.ts';
import { type AssetsDeps, assetsRoutes } from './routes.ts';

export function createAssets(deps: AssetsDeps): Feature {
  return {
    slug: 'assets',
    routes: assetsRoutes({ ...deps, history: rememberPrices(deps.history) }),
  };
}
