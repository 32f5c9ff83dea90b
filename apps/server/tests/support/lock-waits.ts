/** Waits until statements wait for locks: what they would have done without the lock, they have not done then. */
import { int8 } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { until } from './pass-time.ts';

const waitingQuery = defineQuery({
  name: 'test.waitingForLocks',
  text: `select count(*) as waiting from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`,
  params: [],
  row: { waiting: int8 },
});

/** Until so many statements in the database of `by` wait for a lock. */
export async function untilLocked(by: Database, count = 1): Promise<void> {
  await until(`${count} statements that wait for a lock`, async () => {
    return (await by.one(waitingQuery, [])).waiting === count;
  });
}
