/** Counts members' records in the background, a few seconds behind the journal (ADR 22). */
import { int4, int8, timestamptz } from '../../platform/database/columns.ts';
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
/** Postings per transaction: about 100 ms of work. */
const LINES_MAX = 10_000;

/** Counts all postings that can be counted now. */
export async function countRecords(database: Database): Promise<void> {
  let passed: number;
  do {
    ({ passed } = await database.transaction((tx) => tx.one(countSome, [LINES_MAX])));
  } while (passed === LINES_MAX);
}

export function createRecordCounting(database: Database): Feature {
  const run = () => countRecords(database);
  return { slug: 'records', jobs: [{ name: 'records.count', everyMs: EVERY_MS, run }] };
}
