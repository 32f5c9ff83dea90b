/** Describes every declared query on the migrated database and compares its types. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkNames } from '../src/platform/database/execute.ts';
import { allQueries } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { describeStatement } from './support/describe-statement.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** By themselves, or as methods of a table: `orders.select('spot.orderById', …)`. */
const DECLARED =
  /\bdefine(Query|Statement|Table)\(|\.(select|count|update|insert|insertReturning|insertMany)\(\s*'[a-z][a-z-]*\.[a-zA-Z-]+'/;
const declaresQueries = (file: string): boolean =>
  DECLARED.test(readFileSync(join(source, file), 'utf8'));

const OF_THE_PLATFORM = ['query.ts', 'table.ts'].map((file) => join('platform', 'database', file));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => !OF_THE_PLATFORM.includes(file) && declaresQueries(file));
for (const file of files) await import(/* @vite-ignore */ join(source, file));

type Query = ReturnType<typeof allQueries>[number];

let fresh: FreshDatabase;
let client: Client;
let typeNames: Map<number, string>;

beforeAll(async () => {
  fresh = await freshDatabase();
  client = new Client(fresh.appTarget);
  await client.connect();
  const types = await client.query<{ oid: number; name: string }>(
    'select oid::int4 as oid, format_type(oid, null) as name from pg_type',
  );
  typeNames = new Map(types.rows.map(({ oid, name }) => [oid, name]));
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

const namesOf = (oids: readonly number[]): string[] =>
  oids.map((oid) => typeNames.get(oid) ?? String(oid));

/** Only the owner of the database may run them. */
const OF_OWNER: ReadonlySet<string> = new Set([
  'kernel.decideDeploymentMode',
  'kernel.deleteClearMarketSeed',
  'kernel.finishRestore',
  'kernel.noteOrigin',
  'kernel.recordGuards',
  'kernel.takeTurnToRecordGuards',
]);

describe('every declared query', () => {
  // Earlier tests in this process have declared their own queries.
  const queries = allQueries()
    .filter(({ name }) => !/^([a-z-]+-)?test\./.test(name))
    .map((query) => [query.name, query] as const);

  test('is found in the sources', () => {
    expect(files).not.toEqual([]);
    expect(queries.length).toBeGreaterThanOrEqual(files.length);
  });

  /** What is wrong with each query, by name. */
  const faultsOf = async (
    checked: typeof queries,
    check: (query: Query) => Promise<void>,
  ): Promise<string[]> => {
    const faults: string[] = [];
    for (const [name, query] of checked) {
      await check(query).catch((error: Error) => faults.push(`${name}: ${error.message}`));
    }
    return faults;
  };

  test('has the declared parameters and columns', async () => {
    const faults = await faultsOf(queries, async (query) => {
      const { parameters, columns } = await describeStatement(client, query.text);
      expect(namesOf(parameters)).toEqual(query.params.map((kind) => kind.type));
      if (query.columns.length === 0) return;
      expect(namesOf(columns.map((column) => column.dataTypeID))).toEqual(
        query.columns.map(([, kind]) => kind.type),
      );
      checkNames(
        query,
        columns.map((column) => column.name),
      );
    });
    expect(faults).toEqual([]);
  });

  test('needs no more than the server’s grants', async () => {
    const ofServer = queries.filter(([name]) => !OF_OWNER.has(name));
    // Grants are checked when a plan is started, which EXPLAIN does without running it.
    const faults = await faultsOf(ofServer, async (query) => {
      await client.query(`explain (generic_plan) ${query.text}`);
    });
    expect(faults).toEqual([]);
  });

  test('uses no advisory lock, and neither does any function of the database', async () => {
    const functions = await client.query<{ proname: string }>(
      "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'advisory'",
    );
    const names = queries.filter(([, { text }]) => text.includes('advisory')).map(([name]) => name);
    expect([...names, ...functions.rows.map(({ proname }) => proname)]).toEqual([]);
  });

  test('is refused without a grant', async () => {
    const ungranted = client.query('explain (generic_plan) select name from schema_migrations');
    await expect(ungranted).rejects.toThrow('permission denied');
  });
});
