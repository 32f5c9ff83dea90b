/** Monitoring: rules that two people agree to look at money and orders; what they find becomes an alert of a case (ADR 116). */
import { SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { MonitoringDeps } from './deps.ts';
import { evaluateRules } from './evaluate.ts';
import { monitoringRoutes } from './operator.ts';

/** The journal is counted every 15 s. */
const EVERY_MS = 10 * SECOND_MS;

export function createMonitoring(deps: MonitoringDeps): Feature {
  return {
    slug: 'monitoring',
    routes: monitoringRoutes(deps),
    jobs: [
      {
        name: 'monitoring.evaluate',
        everyMs: EVERY_MS,
        run: (ending) => evaluateRules(deps, ending),
      },
    ],
  };
}
