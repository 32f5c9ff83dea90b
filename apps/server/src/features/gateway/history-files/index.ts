/** Files of past prices in the layout of Binance's public data, for those who test strategies on them (ADR 80). */
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { dropDue } from './drop.ts';
import { historyEndpoints } from './endpoints.ts';
import { createPastFiles, type PastDeps } from './past.ts';
import { publishDue } from './publish.ts';

export type { Keeping } from './keeping.ts';

export function createHistoryFiles(deps: PastDeps): Feature {
  return {
    slug: 'history-files',
    endpoints: historyEndpoints(deps, createPastFiles(deps)),
    jobs: [
      {
        name: 'history-files.publish',
        everyMs: 5 * MINUTE_MS,
        run: (ending) => publishDue(deps, ending),
      },
      {
        name: 'history-files.drop',
        everyMs: 6 * HOUR_MS,
        run: (ending) => dropDue(deps, ending),
      },
    ],
  };
}
