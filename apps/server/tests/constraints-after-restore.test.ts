/** A database in the words that PostgreSQL gives its guards after pg_dump and a restore: none is reported, each weakened one is (ADR 70). */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedGuards } from '../src/kernel/invariants/schema-guards.ts';
import { finishRestore } from '../src/kernel/instances/restored-dump.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { brokenInvariantsAfter } from './support/tampering.ts';
import { weakenedGuards } from './support/weakened-guards.ts';

/** Drops each guard that is printed in other words once it was read again, and makes it from its printed text, as pg_dump does. */
const RESTORE = `do $$
declare
  again record;
begin
  for again in
    select format('alter table %s drop constraint %I, add constraint %2$I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as sql
    from schema_guards g join pg_constraint c on c.conrelid::regclass || '.' || c.conname = g.name and c.contype = 'c'
    where g.kind = 'constraint' and g.restored <> g.definition
    union all
    select format('drop index %s; %s', g.name, pg_get_indexdef(g.name::regclass))
    from schema_guards g where g.kind = 'index' and g.restored <> g.definition
    union all
    select format('drop trigger %I on %s; %s', t.tgname, t.tgrelid::regclass, pg_get_triggerdef(t.oid))
    from schema_guards g join pg_trigger t on t.tgrelid::regclass || '.' || t.tgname = g.name
    where g.kind = 'trigger' and g.restored <> g.definition
    union all
    select format('create or replace view %s as %s', g.name, pg_get_viewdef(g.name::regclass))
    from schema_guards g where g.kind = 'view' and g.restored <> g.definition
  loop
    execute again.sql;
  end loop;
end
$$`;

const REWORDED = `select count(*)::int as count from schema_guards g join schema_guards_now n on n.kind = g.kind and n.name = g.name
  where n.definition <> g.definition`;

let fresh: FreshDatabase;
let owner: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(RESTORE);
});
afterAll(async () => {
  await owner.end();
  await fresh.drop();
});

describe('a database that was restored from pg_dump', () => {
  it('has guards in other words, and none is reported', async () => {
    const { rows } = await owner.query<{ count: number }>(REWORDED);
    expect(rows[0]!.count).toBeGreaterThan(0);
    expect(await changedGuards(fresh.database)).toEqual([]);
  });

  it('keeps these words in a second dump', async () => {
    const { rows } = await owner.query(
      `select r.kind, r.name from schema_guards_restored() r join schema_guards g on g.kind = r.kind and g.name = r.name
        where r.definition <> g.restored`,
    );
    expect(rows).toEqual([]);
  });

  it('leaves nothing behind of the reading', async () => {
    const { rows } = await owner.query(
      `select relname from pg_class where relname like 'schema_guards_copy%'`,
    );
    expect(rows).toEqual([]);
  });
});

/** A guard that is weakened while its words stay nearly the same. */
async function weakened(change: (definition: string) => string, like: string): Promise<string[]> {
  const { rows } = await owner.query<{ place: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as place, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c where c.contype = 'c' and c.connamespace = 'public'::regnamespace and pg_get_constraintdef(c.oid) like $1
      order by 1, 2`,
    [like],
  );
  const { place, name, definition } = rows[0]!;
  const broader = change(definition);
  expect(broader).not.toBe(definition);
  const sql = `alter table ${place} drop constraint ${name}, add constraint ${name} ${broader} not valid`;
  const { rows: before } = await owner.query<{ count: number }>(REWORDED);
  expect(before[0]!.count).toBeGreaterThan(0);
  return brokenInvariantsAfter(fresh, sql);
}

describe('a guard that is weakened in a restored database is found:', () => {
  it.each(weakenedGuards)('%s', async (_name, sql) => {
    expect(await brokenInvariantsAfter(fresh, sql)).toEqual(['guards']);
  });

  it('one more allowed value in a list', async () => {
    const more = (definition: string) => definition.replace('ARRAY[', `ARRAY['anything'::text, `);
    expect(await weakened(more, `%ARRAY['%`)).toEqual(['guards']);
  });
});

describe('the first start on a restored dump', () => {
  /** An id that only the dumped server has reached. */
  const AHEAD = '9000000000';

  it('lets nothing wait for transactions of the dumped server', async () => {
    await owner.query(`update ledger_record_progress set settled_at = '${AHEAD}'`);
    await owner.query(
      `insert into member_events (transaction_id, member_ids, events, created_at) values ('${AHEAD}', '{}', '[]', now())`,
    );
    expect(await finishRestore(fresh.owner)).toBe(true);
    const { rows } = await owner.query(
      `select (select settled_at from ledger_record_progress)::text as settled_at,
        (select count(*)::int from member_events where transaction_id >= '${AHEAD}') as ahead,
        (select count(*)::int > 0 from member_events) as has_one`,
    );
    expect(rows).toEqual([{ settled_at: '0', ahead: 0, has_one: true }]);
  });

  it('takes the right to create temporary tables from all roles', async () => {
    const { database: name } = fresh.ownerTarget;
    await owner.query(`grant temporary on database ${name} to public`);
    await finishRestore(fresh.owner);
    const { rows } = await owner.query(
      `select has_database_privilege('tern_app', $1, 'temporary') as may`,
      [name],
    );
    expect(rows).toEqual([{ may: false }]);
  });

  it('has nothing to do at any other start', async () => {
    expect(await finishRestore(fresh.owner)).toBe(false);
    await owner.query(
      `update ledger_record_progress set settled_at = pg_snapshot_xmax(pg_current_snapshot())`,
    );
    expect(await finishRestore(fresh.owner)).toBe(false);
    const { rows } = await owner.query(
      `select settled_at <> '0' as is_kept from ledger_record_progress`,
    );
    expect(rows).toEqual([{ is_kept: true }]);
  });
});
