/** Waits until the journal is fully counted; other work in the same database server may delay it. */
import { countRecords } from '../../src/kernel/ledger/count-records.ts';
import { bool } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { until } from './pass-time.ts';

const isCounted = defineQuery({
  name: 'test.isCounted',
  text: `select p.counted_through >= coalesce((select max(id) from ledger_postings), 0) as counted from ledger_record_progress p`,
  params: [],
  row: { counted: bool },
});

export async function countAllRecords(database: Database): Promise<void> {
  await until('the counted journal', async () => {
    await countRecords(database);
    return (await database.one(isCounted, [])).counted;
  });
}
