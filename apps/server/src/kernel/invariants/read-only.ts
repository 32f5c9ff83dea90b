/** Read-only mode: after a broken invariant no call changes anything and no money moves, until two operators lift it (ADR 52). */
import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature, Job } from '../../platform/feature.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import { Refusal } from '../requests/refusal.ts';
import { openPeriod } from './progress.ts';

export interface ReadOnly {
  /** When it began (epoch ms); undefined: calls may change things. At most a second behind other instances. */
  since(): number | undefined;
  /** Reads the state from the database. */
  refresh(): Promise<void>;
}

export function createReadOnly({ database }: { database: Database }): ReadOnly & Feature {
  let began: number | undefined;
  const refresh = async () => {
    began = (await database.maybe(openPeriod, []))?.beganAt;
  };
  return {
    slug: 'read-only',
    since: () => began,
    refresh,
    start: refresh,
    jobs: [{ name: 'read-only.refresh', everyMs: SECOND_MS, runs: 'everywhere', run: refresh }],
  };
}

/** The refusal of everything that changes something, with its reason. */
export function readOnlyRefusal(since: number): Refusal {
  return new Refusal('busy', { text: 'readOnly.refused', data: { readOnlySince: isoTime(since) } });
}

/** The same job; in read-only mode it does nothing. */
export function paused(job: Job, readOnly: Pick<ReadOnly, 'since'>): Job {
  return {
    ...job,
    run: (ending) => (readOnly.since() === undefined ? job.run(ending) : Promise.resolve()),
  };
}
