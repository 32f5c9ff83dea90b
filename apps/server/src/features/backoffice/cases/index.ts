/** Cases: what is suspected of a customer, and what two people of compliance decide of it (ADR 111). */
import { HOUR_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { CasesDeps } from './deps.ts';
import { endDueRestrictions } from './end-restrictions.ts';
import { caseRoutes } from './operator.ts';
import { pruneClosedCases } from './prune-cases.ts';

const END_EVERY_MS = 10 * SECOND_MS;

export function createCases(deps: CasesDeps): Feature {
  return {
    slug: 'cases',
    routes: caseRoutes(deps),
    jobs: [
      {
        name: 'cases.end-restrictions',
        everyMs: END_EVERY_MS,
        run: () => endDueRestrictions(deps),
      },
      { name: 'cases.prune', everyMs: HOUR_MS, run: () => pruneClosedCases(deps) },
    ],
  };
}
