/** The schema on one page, from the catalogue of a migrated database: what is in force, in the order of the migrations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { MIGRATIONS } from './cluster.ts';

const HEAD = `-- The schema as the migrations make it, file by file: tables with their columns, guards, indexes and the rights of the program's role;
-- views and functions by name. Bodies and reasons are in apps/server/migrations. Generated, never edited:
-- npx vitest run apps/server/src/platform/database/migrate.test.ts -u
`;

/** Each gives `name` and `text`; a name may have several texts, in their order. */
const TABLES = `
  select c.relname as name, 'create table ' || c.relname || E' (\\n' || (
    select string_agg('  ' || part, E',\\n' order by place) from (
      select a.attnum as place, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attidentity <> '' then ' generated always as identity'
          when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
        || coalesce((select string_agg(case k.contype when 'p' then ' primary key' when 'u' then ' unique'
            else ' references ' || k.confrelid::regclass end, '' order by k.contype desc)
          from pg_constraint k where k.conrelid = c.oid and k.conkey = array[a.attnum] and k.contype in ('p', 'u', 'f')), '') as part
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select 10000 + row_number() over (order by k.contype <> 'p', k.conname), 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
      from pg_constraint k where k.conrelid = c.oid and (k.contype in ('c', 'x') or k.contype in ('p', 'u', 'f') and cardinality(k.conkey) > 1)
    ) parts
  ) || E'\\n);' as text
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all (
    select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid) || ';' from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by i.indexrelid::regclass::text
  ) union all (
    select t.tgrelid::regclass::text, pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by t.tgname
  )`;

const VIEWS = `
  select c.relname as name, '-- view ' || c.relname || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')' as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' group by c.relname`;

const RIGHTS = `
  select r.name, 'grant ' || string_agg(r.what, ', ' order by r.what) || ' on ' || r.name || ' to tern_app;' as text from (
    select c.relname as name, lower(g.privilege_type) as what from pg_class c cross join lateral aclexplode(c.relacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee = 'tern_app'::regrole
    union all
    select c.relname, lower(g.privilege_type) || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')'
    from pg_class c join pg_attribute a on a.attrelid = c.oid cross join lateral aclexplode(a.attacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee = 'tern_app'::regrole group by c.relname, g.privilege_type
  ) r group by r.name`;

const FUNCTIONS = `
  select p.proname as name, '-- function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns '
    || pg_get_function_result(p.oid) || case when p.prosecdef then ', with the rights of the owner' else '' end
    || case when has_function_privilege('tern_app', p.oid, 'execute') then ', for tern_app' else '' end as text
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by p.proname`;

const CREATED = /^create (table|view|function|sequence|type) ([a-z_]+)/gmu;

/** As `docs/schema.sql` has it. */
export async function schemaPage(owner: Client): Promise<string> {
  const texts = new Map<string, string[]>();
  for (const query of [TABLES, VIEWS, RIGHTS, FUNCTIONS]) {
    const { rows } = await owner.query<{ name: string; text: string }>(query);
    for (const { name, text } of rows) texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  // The list of applied migrations, which none of them creates.
  texts.delete('schema_migrations');
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const sections = files.sort().map((file) => {
    const sql = readFileSync(join(MIGRATIONS, file), 'utf8');
    const objects = [...sql.matchAll(CREATED)].map(([, kind = '', name = '']) => {
      const own = texts.get(name) ?? [];
      texts.delete(name);
      const named = kind === 'sequence' || kind === 'type' ? [`-- ${kind} ${name}`] : [];
      return [...named, ...own].join('\n');
    });
    // Views and functions are a line each.
    const text = objects.join('\n\n').replaceAll(/^(-- .*)\n\n(?=-- )/gmu, '$1\n');
    return `\n-- ${file} ${'-'.repeat(96 - file.length)}\n\n${inShort(text)}\n`;
  });
  const [left] = texts.keys();
  if (left !== undefined) throw new Error(`no migration creates ${left} at the start of a line`);
  return HEAD + sections.join('');
}

/** PostgreSQL prints more than one needs to read it. */
const inShort = (text: string): string =>
  text
    .replaceAll(/public\.| USING btree|::text\b(?!\[)/gu, '')
    .replaceAll('timestamp with time zone', 'timestamptz');
