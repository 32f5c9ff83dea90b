/** Everything the database stores of a member, to detect changes. */
import { int8, text } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

/** The rows of each table that names the member, as a hash, but for what jobs count, copy or compare a moment later. */
const tablesOf = defineQuery({
  name: 'test.storedRowsOfMember',
  text: `select table_name, md5(query_to_xml(
      format('select t from %I t where %I = %s order by t::text', table_name, column_name, $1::int8),
      true, false, '')::text) as rows
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name !~ '^(ledger_(record_|day_changes)|liabilities_|screening_values)'
      and (column_name in ('member_id', 'owner_id') or (table_name, column_name) = ('members', 'id'))
    order by table_name`,
  params: [int8],
  row: { tableName: text, rows: text },
});

/** With the end of the journal. @throws Error if it covers too few tables */
export async function storedRowsOf(server: TestServer, { memberId }: Person) {
  const tables = await server.fresh.owner.many(tablesOf, [memberId]);
  if (tables.length < 15) throw new Error('tables of members are not found by their columns');
  return { tables, journal: await server.journalHead() };
}
