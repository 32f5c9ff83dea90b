/** Counts the journal into days, closes each day once when it is over, and states what chains and banks say of it. */
import type { Feature } from '../../../platform/feature.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { DayCloseDeps } from './deps.ts';
import { closeNext, countSome, daysToState, stateDay } from './store.ts';

const EVERY_MS = 10 * SECOND_MS;
/** Postings per transaction: some tens of milliseconds. */
const LINES_MAX = 5_000;
/** Of the oldest and of the newest days that wait: our choice, so that a bank without statements does not make each minute longer. */
const WAITING_DAYS = 14;

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
    closed = await database.transaction(async (tx) => {
      const { day } = await tx.one(closeNext, [clock.now()]);
      if (day !== null) await tx.one(stateDay, [day, clock.now()]);
      return day;
    });
  }
}

/** Of days that are not signed, and for which a source had no statement: it may have come meanwhile. */
export async function stateDays({
  database,
  clock,
}: Pick<DayCloseDeps, 'database' | 'clock'>): Promise<void> {
  for (const { day } of await database.many(daysToState, [WAITING_DAYS]))
    await database.transaction((tx) => tx.one(stateDay, [day, clock.now()]));
}

export const closeJobs = (deps: DayCloseDeps): NonNullable<Feature['jobs']> => [
  { name: 'day-close.close', everyMs: EVERY_MS, run: (ending) => closeDays(deps, ending) },
  { name: 'day-close.state', everyMs: MINUTE_MS, run: () => stateDays(deps) },
];
