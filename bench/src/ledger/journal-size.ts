/** The size of the journal, on disk and in the log. */
import { int8 } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';

const sizes = defineQuery({
  name: 'bench.journalSizes',
  text: `select (pg_total_relation_size('ledger_entries') + pg_total_relation_size('ledger_postings')
      + pg_total_relation_size('ledger_balances'))::int8 as disk,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as log`,
  params: [],
  row: { disk: int8, log: int8 },
});

/** Bytes: tables with their indexes, and everything ever written to the log. */
export function journalSize(database: Database): Promise<{ disk: number; log: number }> {
  return database.one(sizes, []);
}
