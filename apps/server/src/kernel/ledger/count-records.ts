/** Counts members' records in the background, a few seconds behind the journal (ADR 22). */
import { int4, int8, timestamptz } from '../../platform/database/columns.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';
import type { Feature } from '../../platform/feature.ts';

const countSome = defineQuery({
  name: 'kernel.countRecords',
  text: 'select ledger_count_records($1) as passed',
  params: [int4],
  row: { passed: int8 },
});

const oldestUncounted = defineQuery({
  name: 'kernel.oldestUncounted',
  text: `select e.created_at from ledger_record_progress p
    cross join lateral (select entry_id from ledger_postings where id > p.counted_through order by id limit 1) l
    join ledger_entries e on e.id = l.entry_id`,
  params: [],
  row: { createdAt: timestamptz },
});

/** When the oldest posting was written that is not counted yet (epoch ms); undefined: all are. */
export const uncountedSince = async (reader: Reader): Promise<number | undefined> =>
  (await reader.maybe(oldestUncounted, []))?.createdAt;

/** Long enough that a busy member's counts are updated once for many records. */
const EVERY_MS = 15_000;
/** Postings per transaction: some 30 ms of work, which orders may have to wait for. */
const LINES_MAX = 2_500;
/**
 * One transaction in this time while there is a backlog. It so takes less than a quarter of a core from the orders, also after a
 * rush, and still counts 25,000 postings a second, more than the engines write.
 */
const STEP_MS = 100;

/** Counts up to `LINES_MAX` postings. Returns whether more can be counted now. */
async function countOnce(database: Database): Promise<boolean> {
  const { passed } = await database.transaction((tx) => tx.one(countSome, [LINES_MAX]));
  return passed === LINES_MAX;
}

/** Counts all postings that can be counted now. */
export async function countRecords(database: Database): Promise<void> {
  while (await countOnce(database));
}

export function createRecordCounting(database: Database, clock: Clock): Feature {
  let isBehind = true;
  let countedAt = 0;
  const run = async () => {
    if (!isBehind && clock.now() - countedAt < EVERY_MS) return;
    countedAt = clock.now();
    isBehind = await countOnce(database);
  };
  return { slug: 'records', jobs: [{ name: 'records.count', everyMs: STEP_MS, run }] };
}
