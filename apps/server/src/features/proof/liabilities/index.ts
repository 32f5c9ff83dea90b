/** Liabilities: what is owed to all members, in trees that anyone can total and each member finds themselves in (ADR 53). */
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { askDaily } from './ask-snapshot.ts';
import { buildSnapshot } from './build-snapshot.ts';
import type { BuildDeps } from './building.ts';
import { liabilitiesRoutes } from './routes.ts';
import { treeEndpoints } from './tree-endpoints.ts';

export { listPublished, listTrees, readTile } from './store.ts';

export function createLiabilities(deps: BuildDeps): Feature {
  const { database } = deps;
  return {
    slug: 'liabilities',
    routes: liabilitiesRoutes(deps),
    endpoints: treeEndpoints(database),
    jobs: [
      {
        name: 'liabilities.snapshot',
        everyMs: MINUTE_MS,
        async run() {
          await askDaily(deps);
          await buildSnapshot(deps);
        },
      },
    ],
  };
}
