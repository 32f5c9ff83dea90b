/** Markets for operators: what trades, and halts. */
import { SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { endDueHalts } from './halt-market.ts';
import type { ListDeps } from './list-markets.ts';
import { marketRoutes } from './operator.ts';

export const createMarkets = (deps: ListDeps): Feature => ({
  slug: 'markets',
  routes: marketRoutes(deps),
  jobs: [{ name: 'markets.end-halts', everyMs: SECOND_MS, run: () => endDueHalts(deps) }],
});
