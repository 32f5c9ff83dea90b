/** The page that says what guards each table against untrue writes of the server's role: it names every table that the role may write, and only guards and checks that exist. */
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { invariants } from '../src/audit/invariants.ts';
import { actsSealed } from '../src/audit/seals.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

const page = readFileSync(new URL('../../../docs/table-guards.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, tables = '', refuses = '', finds = '', other = '']) => ({
    tables,
    refuses,
    finds,
    other,
  }));
const named = (text: string) => [...text.matchAll(/`([a-z_-]+)`/g)].map(([, name = '']) => name);

let fresh: FreshDatabase;
let owner: Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await fresh.drop();
});

const namesOf = async (sql: string): Promise<string[]> => {
  const found = await owner.query<{ name: string }>(sql);
  return found.rows.map(({ name }) => name);
};

/** Of tables and of single columns. */
const WRITTEN = `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (has_table_privilege('tern_app', c.oid, 'insert, update, delete, truncate') or has_any_column_privilege('tern_app', c.oid, 'insert, update'))`;
const FUNCTIONS = `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
  and prorettype <> 'trigger'::regtype and has_function_privilege('tern_app', oid, 'execute')`;
/** Triggers, constraints and unique indexes. */
const GUARDS = `select tgname as name from pg_trigger where not tgisinternal
  union all select conname from pg_constraint where conrelid <> 0
  union all select indexrelid::regclass::text from pg_index where indisunique`;

it('names each table that the server may write once, and no other', async () => {
  const tables = rows.flatMap((row) => named(row.tables));
  expect(tables.toSorted()).toEqual((await namesOf(WRITTEN)).toSorted());
});

it('names each function by which the server writes what it may not write itself', async () => {
  const [, functions = ''] = /calls functions that compare first: ([^\n]+)/.exec(page) ?? [];
  expect(named(functions).toSorted()).toEqual((await namesOf(FUNCTIONS)).toSorted());
});

it('says in each row what refuses an untrue write, finds it, or who sees it', () => {
  const empty = rows.filter(({ refuses, finds, other }) => `${refuses}${finds}${other}` === '');
  expect(empty).toEqual([]);
  expect(page).not.toMatch(/\|\s*nothing\s*\|/i);
});

it('names guards and checks that exist', async () => {
  const guards = new Set(await namesOf(GUARDS));
  const unknown = rows.flatMap(({ refuses }) => named(refuses)).filter((name) => !guards.has(name));
  const ids = [...invariants, actsSealed(createSecretBox(new Uint8Array(32)))].map(({ id }) => id);
  const checks = rows.flatMap(({ finds }) => named(finds)).filter((id) => !ids.includes(id));
  const rules = (await auditBooks(fresh.database)).map(({ rule }) => rule);
  const quoted = rows.flatMap(({ finds }) => [...finds.matchAll(/“([^”]+)”/g)]);
  const unsaid = quoted
    .map(([, rule = '']) => rule)
    .filter((rule) => !rules.some((each) => each.startsWith(rule)));
  expect({ unknown, checks, unsaid }).toEqual({ unknown: [], checks: [], unsaid: [] });
});
