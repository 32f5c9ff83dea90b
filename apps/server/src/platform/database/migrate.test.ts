/** Rules of migrations, on a real server and in real folders. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { schemaPage } from '../../../tests/support/schema-page.ts';
import { int4, text } from './columns.ts';
import { migrate, readMigrations } from './migrate.ts';
import { defineQuery } from './query.ts';

const applied = defineQuery({
  name: 'migratetest.applied',
  text: 'select name from schema_migrations order by name',
  params: [],
  row: { name: text },
});
const tableCount = defineQuery({
  name: 'migratetest.table-count',
  text: `select count(*)::int as count from pg_tables where tablename = $1`,
  params: [text],
  row: { count: int4 },
});

const amounts = defineQuery({
  name: 'migratetest.amounts',
  text: 'select amount::text as amount from second order by amount',
  params: [],
  row: { amount: text },
});

let fresh: FreshDatabase;
let folder: string;

beforeEach(async () => {
  fresh = await freshDatabase({ migrated: false });
  folder = mkdtempSync(join(tmpdir(), 'tern-migrations-'));
  write('0001-first', 'create table first (id int);');
});
afterEach(async () => {
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(folder, `${name}.sql`), `-- feature: platform\n${sql}\n`);
}
function seed(file: string, json: string): void {
  mkdirSync(join(folder, 'seeds', 'second'), { recursive: true });
  writeFileSync(join(folder, 'seeds', 'second', file), json);
}
const run = () => migrate({ owner: fresh.ownerTarget, folder });
const names = async () => (await fresh.owner.many(applied, [])).map((row) => row.name);
const hasTable = async (name: string) => (await fresh.owner.one(tableCount, [name])).count === 1;

test('each file is applied once, in order, and new files after it', async () => {
  write('0002-second', 'alter table first add column note text;');
  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(await run()).toEqual([]);
  write('0003-third', 'create table third (id int);');
  expect(await run()).toEqual(['0003-third.sql']);
  expect(await names()).toEqual(['0001-first.sql', '0002-second.sql', '0003-third.sql']);
});

test('a failing file is rolled back, and earlier files stay applied', async () => {
  write('0002-broken', 'create table second (id int); select 1 / 0;');
  await expect(run()).rejects.toThrow('migration 0002-broken.sql failed: division by zero');
  expect(await names()).toEqual(['0001-first.sql']);
  expect(await hasTable('first')).toBe(true);
  expect(await hasTable('second')).toBe(false);
});

test('a changed file that is already applied is refused', async () => {
  await run();
  write('0001-first', 'create table first (id bigint);');
  await expect(run()).rejects.toThrow('migration 0001-first.sql was changed after it was applied');
});

test('a database from before the first release is refused as such, not as a newer one', async () => {
  await run();
  rmSync(join(folder, '0001-first.sql'));
  write('1000-first', 'create table first (id int);');
  await expect(run()).rejects.toThrow('from before the first release, and cannot be upgraded');
});

const SEEDED = `create table second (amount numeric);
  insert into second select amount from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'rows') as row (amount numeric)`;

test('a file inserts the rows of its seed files, with exact amounts', async () => {
  write('0002-second', SEEDED);
  seed('rows.json', '[{"amount": 0.000000000000000001}, {"amount": 123456789012345678.123456789}]');
  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
  const rows = await fresh.owner.many(amounts, []);
  expect(rows.map((row) => row.amount)).toEqual([
    '0.000000000000000001',
    '123456789012345678.123456789',
  ]);
});

test('a later file does not see the seeds of an earlier one', async () => {
  write('0002-second', SEEDED);
  seed('rows.json', '[]');
  write('0003-third', SEEDED.replaceAll('second', 'third'));
  await expect(run()).rejects.toThrow('migration 0003-third.sql failed');
  expect(await names()).toEqual(['0001-first.sql', '0002-second.sql']);
});

test('changed seeds of an applied file are refused', async () => {
  write('0002-second', SEEDED);
  seed('rows.json', '[{"amount": 1}]');
  await run();
  seed('rows.json', '[{"amount": 2}]');
  await expect(run()).rejects.toThrow('migration 0002-second.sql was changed after it was applied');
});

test('an instance older than the database is refused, and both versions are named', async () => {
  write('0002-second', 'select 1;');
  await migrate({ owner: fresh.ownerTarget, folder, version: '1.4.0' });
  rmSync(join(folder, '0002-second.sql'));
  const older = migrate({ owner: fresh.ownerTarget, folder, version: '1.3.5' });
  await expect(older).rejects.toThrow(
    /^This is Tern 1\.3\.5, which knows the database up to 0001-first\.sql\. .* Tern 1\.4\.0 has prepared it up to 0002-second\.sql/,
  );
});

test('a file that contracts waits until no older instance lives; others are applied beside it', async () => {
  await run();
  write('0002-second', 'alter table first add column note text;');
  write(
    '0003-third',
    '-- contracts: the release before still reads the id\nalter table first drop column id;',
  );
  let asked: string[] = [];
  let living = ['Tern 1.3.5 (host-1 4711)'];
  const older = async (file: string) => {
    asked.push(file);
    return living;
  };
  const upgrade = () => migrate({ owner: fresh.ownerTarget, folder, older });
  await expect(upgrade()).rejects.toThrow(
    'The migration 0003-third.sql takes away what an older Tern still uses, and one runs on this database: Tern 1.3.5 (host-1 4711).',
  );
  expect(await names()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(asked).toEqual(['0003-third.sql']);
  living = [];
  asked = [];
  expect(await upgrade()).toEqual(['0003-third.sql']);
  expect(await upgrade()).toEqual([]);
  expect(asked).toEqual(['0003-third.sql']);
});

test('a new file cannot come before an applied one', async () => {
  write('0005-fifth', 'select 1;');
  await run();
  write('0003-third', 'select 1;');
  await expect(run()).rejects.toThrow('0003-third.sql comes before 0005-fifth.sql');
});

test('concurrent processes apply each file once', async () => {
  write('0002-slow', 'select pg_sleep(0.05); create table second (id int);');
  const runs = await Promise.all([run(), run(), run(), run()]);
  expect(runs.flat().sort()).toEqual(['0001-first.sql', '0002-slow.sql']);
});

test('a file without an owner, with a wrong name or a used number is refused', () => {
  writeFileSync(join(folder, '0002-nobodys.sql'), 'select 1;');
  expect(() => readMigrations(folder)).toThrow('does not begin "-- feature: <slug>"');
  rmSync(join(folder, '0002-nobodys.sql'));
  write('0001-other', 'select 1;');
  expect(() => readMigrations(folder)).toThrow('two migrations have the number 0001');
  rmSync(join(folder, '0001-other.sql'));
  write('second', 'select 1;');
  expect(() => readMigrations(folder)).toThrow('second.sql is not named NNNN-name.sql');
});

const OWN = join(import.meta.dirname, '../../../migrations');

/** A database that has one of them refuses to start with another text of it. */
test('the migrations of the server are those in checksums.txt; a new one is added there, and none changes', () => {
  const listed = readFileSync(join(OWN, 'checksums.txt'), 'utf8').trimEnd().split('\n');
  expect(readMigrations(OWN).map(({ name, sha256 }) => `${sha256}  ${name}`)).toEqual(listed);
});

test('docs/schema.sql is the schema that the migrations make', async () => {
  const whole = await freshDatabase();
  const owner = new Client(whole.ownerTarget);
  await owner.connect();
  const page = await schemaPage(owner);
  await owner.end();
  await whole.drop();
  await expect(page).toMatchFileSnapshot('../../../../../docs/schema.sql');
});
