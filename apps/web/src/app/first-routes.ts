/** The pages of the first script: home, the other tabs, and what belongs to their features. All others are in later-routes.ts. */
import { assetsRoutes } from '../features/money/assets/index.ts';
import { marketRoutes } from '../features/market/market/index.ts';
import { siteRoutes } from '../features/backoffice/site/index.ts';
import { spotRoutes } from '../features/trading/spot/index.ts';
import type { RouteDef } from '../platform/navigation/route.ts';
import { RouteTable } from '../platform/navigation/route-table.ts';

export const firstRoutes: readonly RouteDef[] = [
  ...siteRoutes,
  ...marketRoutes,
  ...spotRoutes,
  ...assetsRoutes,
];

/** Knows these pages, and the others once their list has loaded. */
export const openRouteTable = () =>
  new RouteTable(firstRoutes, async () => (await import('./later-routes.ts')).laterRoutes);
