/** The door of spot: a central limit order book per instrument, with exact money and durable answers. */
import type { Feature } from '../../platform/feature.ts';
import { createDesks, type DesksDeps } from './desks.ts';
import { spotRoutes } from './routes.ts';

export type SpotDeps = DesksDeps;

export function createSpot(deps: SpotDeps): Feature {
  const desks = createDesks(deps);
  return {
    slug: 'spot',
    routes: spotRoutes({ database: deps.database, instruments: deps.instruments, desks }),
    jobs: [{ name: 'spot.withdraw-stale', everyMs: 1_000, run: async () => desks.withdrawStale() }],
    start: () => desks.open(),
    stop: () => desks.close(),
  };
}
