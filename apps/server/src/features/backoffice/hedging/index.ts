/** Hedging: orders of the exchange at another exchange against what swaps and contracts left it with, within limits and with a switch. */
import { SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { HedgingDeps } from './deps.ts';
import { hedgingRoutes } from './operator.ts';
import { runHedging } from './run-hedging.ts';
import { situationOf } from './show-hedging.ts';
import { resumeKind } from './switch.ts';
import { venueMoveKind } from './venue-moves.ts';

export { measureStop } from './switch.ts';

const EVERY_MS = 10 * SECOND_MS;

export function createHedging(deps: HedgingDeps): Feature {
  deps.reviews.register(resumeKind((reader) => situationOf(deps, reader)));
  deps.reviews.register(venueMoveKind());
  const { venue } = deps;
  return {
    slug: 'hedging',
    routes: hedgingRoutes(deps),
    jobs:
      venue === undefined
        ? []
        : [{ name: 'hedging.run', everyMs: EVERY_MS, run: () => runHedging({ ...deps, venue }) }],
  };
}
