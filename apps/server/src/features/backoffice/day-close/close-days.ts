/** Counts the journal into days, and closes each day once when it is over. */
import type { Feature } from '../../../platform/feature.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import type { DayCloseDeps } from './deps.ts';
import { closeNext, countSome } from './store.ts';

const EVERY_MS = 10 * SECOND_MS;
/** Postings per transaction: some tens of milliseconds. */
const LINES_MAX = 5_000;

/** After a pause it catches up: all that was written is counted first, then each day that is over is closed in its own transaction. */
export async function closeDays(
  { database, clock }: Pick<DayCloseDeps, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<void> {
  let passed = LINES_MAX;
  while (passed === LINES_MAX && !ending?.aborted) {
    ({ passed } = await database.transaction((tx) => tx.one(countSome, [LINES_MAX])));
  }
  let closed: string | null = '';
  while (closed !== null && !ending?.aborted) {
    ({ day: closed } = await database.transaction((tx) => tx.one(closeNext, [clock.now()])));
  }
}

export const closeJob = (deps: DayCloseDeps): NonNullable<Feature['jobs']>[number] => ({
  name: 'day-close.close',
  everyMs: EVERY_MS,
  run: (ending) => closeDays(deps, ending),
});
