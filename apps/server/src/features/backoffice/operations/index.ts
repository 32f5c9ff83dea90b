/** Operations: what operators see of the running system and of the invariants, and how two of them lift read-only mode. */
import { SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { LogKeyDeps } from '../../proof/public-log/index.ts';
import type { OperationsDeps } from './deps.ts';
import { logKeyRoutes } from './log-keys.ts';
import { conditionsOf, noteAbsence, updateIncidents } from './measuring/incidents.ts';
import { createLines } from './measuring/lines.ts';
import { operationMetrics } from './measuring/metrics.ts';
import { Sampler } from './measuring/sampler.ts';
import { operationRoutes } from './operator.ts';

export type { OperationsDeps } from './deps.ts';
export { openReadOnlyIncident } from './measuring/incidents.ts';
export { usageOf } from './measuring/instance-sample.ts';

const MEASURE = 'operations.measure';
/** A heartbeat is sent each half second. */
const ANSWERED_MS = 2 * SECOND_MS;

export function createOperations(deps: OperationsDeps & LogKeyDeps): Feature {
  const { database, clock, measured } = deps;
  const { gauges, rails } = measured;
  const { instance } = deps.leases;
  const isAskedElsewhere = () => {
    const { heartbeatAt } = deps.leases.measure();
    const isAnswered = heartbeatAt !== undefined && clock.now() - heartbeatAt < ANSWERED_MS;
    return isAnswered && !deps.leases.held().includes(`job.${MEASURE}`);
  };
  const sampler = new Sampler({ ...deps, gauges, rails, instance, isAskedElsewhere });
  const lines = createLines(deps);
  const measure = async () => {
    const ended = await sampler.measure();
    if (ended === undefined) return;
    const conditions = conditionsOf(clock.now(), {
      lines: await lines('hour'),
      value: (key) => sampler.figure(key).value,
      sources: measured.sources(),
    });
    await updateIncidents(database, conditions, clock.now());
  };
  return {
    slug: 'operations',
    routes: [...operationRoutes({ ...deps, sampler, lines }), ...logKeyRoutes(deps)],
    metrics: operationMetrics({ ...deps, sampler }),
    jobs: [
      {
        name: 'operations.sample',
        everyMs: SECOND_MS,
        runs: 'everywhere',
        run: async () => sampler.sampleInstance(),
      },
      { name: MEASURE, everyMs: SECOND_MS, run: measure },
    ],
    async start() {
      sampler.open();
      await noteAbsence(database, clock.now());
    },
    stop: async () => sampler.close(),
  };
}
