/** The guards of the schema: constraints, unique indexes, triggers, functions and views are as the migrations made them (ADR 52). */
import { text } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const record = defineStatement({
  name: 'kernel.recordGuards',
  text: 'select schema_record_guards()',
  params: [],
});

/** Instances that start together record one after the other. */
const takeTurn = defineStatement({
  name: 'kernel.takeTurnToRecordGuards',
  text: 'lock table schema_guards_source in share row exclusive mode',
  params: [],
});

/** After migrations, by the owner of the database: what is in force now is what has to be. Does nothing at other starts. */
export async function recordGuards(owner: Database): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.run(takeTurn, []);
    await tx.run(record, []);
  });
}

const changed = defineQuery({
  name: 'kernel.changedGuards',
  text: `select coalesce(g.kind, n.kind) || ' ' || coalesce(g.name, n.name) || case
      when n.name is null then ' is gone' when g.name is null then ' was added' else ' was changed or disabled' end as fault
    from schema_guards g full join schema_guards_now n on n.kind = g.kind and n.name = g.name
    where n.definition is distinct from g.definition and n.definition is distinct from g.restored
      and (g.name is not null or n.kind = 'trigger') order by 1 limit 20`,
  params: [],
  row: { fault: text },
});

/**
 * What is missing, changed or disabled, and triggers that were added: those could change rows. Other additions take nothing away,
 * such as an index that is being rebuilt or an extension of the server's administrator. A guard is unchanged in the words that
 * PostgreSQL gives the same definition after a restore from pg_dump (ADR 70).
 */
export async function changedGuards(reader: Reader): Promise<string[]> {
  return (await reader.many(changed, [])).map(({ fault }) => fault);
}
