/** Markets for operators: what trades, halts by operators, and halts by a jump of the price. */
import { SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { gauge } from '../../../platform/metrics/metric.ts';
import { type JumpDeps, haltJumped } from './halt-jumped.ts';
import { endDueHalts } from './halt-market.ts';
import type { ListDeps } from './list-markets.ts';
import { marketRoutes } from './operator.ts';

export const createMarkets = (deps: ListDeps & JumpDeps): Feature => ({
  slug: 'markets',
  routes: marketRoutes(deps),
  jobs: [
    { name: 'markets.end-halts', everyMs: SECOND_MS, run: () => endDueHalts(deps) },
    { name: 'markets.halt-jumped', everyMs: SECOND_MS, run: () => haltJumped(deps) },
  ],
  metrics: [
    gauge({
      name: 'tern_markets_halted_by_jump',
      help: 'Markets that halted automatically because their price jumped',
      read: () =>
        deps.instruments.all.filter(({ id }) => deps.halts.of(id)?.operatorId === null).length,
    }),
  ],
});
