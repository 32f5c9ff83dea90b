/** Every page of this build. */
import { firstRoutes } from '../src/app/first-routes.ts';
import { laterRoutes } from '../src/app/later-routes.ts';
import type { RouteDef } from '../src/platform/navigation/route.ts';

export const routes: readonly RouteDef[] = [...firstRoutes, ...laterRoutes];
