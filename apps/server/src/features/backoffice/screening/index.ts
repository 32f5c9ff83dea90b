/** Screening: lists of sanctions are read, all names and addresses compared with them, and hits decided by two people (ADR 103). */
import { SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { ScreeningDeps } from './deps.ts';
import { screeningRoutes } from './operator.ts';
import { readLists } from './read-lists.ts';
import { screenAgain } from './screen-again.ts';

const EVERY_MS = 10 * SECOND_MS;

/** More than any publisher's file has. */
export const LIST_BYTES_MAX = 200 * 1024 * 1024;

export function createScreening(deps: ScreeningDeps): Feature {
  return {
    slug: 'screening',
    routes: screeningRoutes(deps),
    jobs: [
      { name: 'screening.read-lists', everyMs: EVERY_MS, run: () => readLists(deps) },
      {
        name: 'screening.screen-again',
        everyMs: EVERY_MS,
        run: (ending) => screenAgain(deps, ending),
      },
    ],
  };
}
