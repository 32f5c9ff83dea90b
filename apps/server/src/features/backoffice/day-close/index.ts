/** The day close: what each UTC day did to every account, compared with the balances, kept as it was, and signed by two; and files of it. */
import type { Feature } from '../../../platform/feature.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { closeJobs } from './close-days.ts';
import type { DayCloseDeps } from './deps.ts';
import type { DayFileDeps } from './files/deps.ts';
import { fileEndpoint } from './files/download.ts';
import { type RecordSources, sourcesOf } from './files/kinds.ts';
import { makeFiles } from './files/make-files.ts';
import { dayFileRoutes } from './files/operator.ts';
import { dayCloseRoutes } from './operator.ts';

export { type NewestClose, newestClose } from './newest-close.ts';

const FILES_EVERY_MS = 2 * SECOND_MS;

export interface Given extends DayCloseDeps, Pick<DayFileDeps, 'namesOf' | 'signer'> {
  /** What members did, by features below. */
  readonly records: RecordSources;
}

export function createDayClose(given: Given): Feature {
  const deps: DayFileDeps = { ...given, sources: sourcesOf(given.records) };
  return {
    slug: 'day-close',
    routes: [...dayCloseRoutes(deps), ...dayFileRoutes(deps)],
    endpoints: [fileEndpoint(deps)],
    jobs: [
      ...closeJobs(deps),
      {
        name: 'day-close.files',
        everyMs: FILES_EVERY_MS,
        run: (ending) => makeFiles(deps, ending),
      },
    ],
  };
}
