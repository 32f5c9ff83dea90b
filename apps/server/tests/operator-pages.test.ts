/** What the pages for operators quote: queries run on the schema, settings of PostgreSQL, log lines, pages and buttons have these names. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase, runQuery } from '../src/app/run-query.ts';
import { clusterAdmin } from './support/cluster.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');
const textsIn = (folder: string, isWanted: (path: string) => boolean) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((path) => read(`${folder}/${path}`))
    .join('\n');

const RUNBOOKS = readdirSync(`${root}docs/runbooks`).map((name) => `docs/runbooks/${name}`);
const PAGES = ['docs/handbook.md', 'docs/several-instances.md', ...RUNBOOKS];

/** What psql makes or removes as a whole: nothing of it is in the schema. */
const WHOLE_DATABASES = ['drop database tern', 'create database tern owner tern_owner'];
const QUOTED_IN_TEXT = /`((?:select|update|delete|insert|with) [^`]+)`/g;
const GIVEN_TO_PSQL = /-c (["'])((?:select|update|delete|insert|alter|drop|create) .*?)\1/g;

/** `…` stands for any query. */
const statements = PAGES.flatMap((page) => {
  const text = read(page);
  const found = [
    ...[...text.matchAll(QUOTED_IN_TEXT)].map(([, sql = '']) => sql),
    ...[...text.matchAll(GIVEN_TO_PSQL)].map(([, , sql = '']) => sql),
  ];
  return found
    .filter((sql) => !sql.includes('…') && !WHOLE_DATABASES.includes(sql))
    .map((sql) => [page, sql] as const);
});
const queries = statements.filter(([, sql]) => !sql.startsWith('alter '));
const settings = statements.filter(([, sql]) => sql.startsWith('alter '));

/** What the reader fills in: `where owner_id = OWNER`. Inside of quotes it is a text already. */
const filledIn = (sql: string) => sql.replace(/(?<!')\b[A-Z]{3,}\b(?!')/g, '0');

let fresh: FreshDatabase;
let admin: Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  admin = new Client({ ...clusterAdmin(), database: fresh.appTarget.database! });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await fresh?.drop();
});

describe('each query of the pages for operators', () => {
  it('is found', () => {
    expect(queries.length).toBeGreaterThan(20);
    expect(settings.length).toBeGreaterThan(5);
  });

  it.each(queries)(
    'in %s names tables, columns and functions that exist: %s',
    async (_page, sql) => {
      // Planned, not run.
      await admin.query(`explain ${filledIn(sql)}`);
    },
  );

  it.each(settings)('in %s sets what PostgreSQL knows: %s', async (_page, sql) => {
    const [, name] = /^alter system (?:re)?set (\w+)/.exec(sql) ?? [];
    const { rows } = await admin.query('select 1 from pg_settings where name = $1', [name]);
    expect(rows).toHaveLength(1);
  });
});

describe('`npm run query`', () => {
  const target = () => ({ ...clusterAdmin(), database: fresh.appTarget.database! });
  // Not those that call a function that acts: `select pg_promote()`.
  const reading = queries.filter(([, sql]) => /^select (?!pg_\w+\()/.test(sql));
  const held = `select count(*) from invariant_progress where claimed_until = '2100-01-01'`;
  const change = `update invariant_progress set claimed_until = '2100-01-01'`;
  const given = { sql: held, isChange: false };

  it.each(reading)('runs the query of %s: %s', async (_page, sql) => {
    const lines = await runQuery(target(), { sql: filledIn(sql), isChange: false });
    expect(lines.at(-1)).toMatch(/^\d+ rows?$/);
  });

  it('changes something only when asked to, and never by a second statement', async () => {
    await expect(runQuery(target(), { sql: change, isChange: false })).rejects.toThrow(
      'read-only transaction',
    );
    for (const isChange of [false, true]) {
      const sql = `select 1; commit; ${change}`;
      await expect(runQuery(target(), { sql, isChange })).rejects.toThrow('multiple commands');
    }
    expect(await runQuery(target(), given)).toEqual(['{"count":"0"}', '1 row']);
    expect(await runQuery(target(), { sql: change, isChange: true })).toEqual(['1 row changed']);
    expect(await runQuery(target(), given)).toEqual(['{"count":"1"}', '1 row']);
  });

  it('finds the embedded database beside the running server, and changes no other', async () => {
    const dataDir = dirname(clusterAdmin().host!);
    const where = {
      sql: 'select current_database() as name, current_user as login',
      isChange: false,
    };
    expect(await queryDatabase({ dataDir, database: undefined }, where)).toEqual([
      '{"name":"tern","login":"postgres"}',
      '1 row',
    ]);
    const { database: name } = fresh.appTarget;
    const { host, port, user } = clusterAdmin();
    const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host!)}`;
    const own = { dataDir, database: { url, ownerUrl: undefined, readUrl: undefined } };
    expect(await queryDatabase(own, given)).toHaveLength(2);
    const changed = queryDatabase(own, { sql: change, isChange: true });
    await expect(changed).rejects.toThrow('psql');
  });
});

describe('the pages for operators', () => {
  it('call pages, parts and buttons of the console, and panels of the dashboard, as they are called', () => {
    const isSource = (path: string) => /texts[.]ts$/.test(path);
    const texts = textsIn('apps/console/src', isSource);
    const dashboard = read('ops/grafana/tern.json');
    const labels = RUNBOOKS.flatMap((page) => {
      const withoutCode = read(page)
        .replace(/```[^]*?```/g, '')
        .replace(/`[^`]*`/g, '');
      return [...withoutCode.matchAll(/"([^"]+)"/g)].map(([, label = '']) => label);
    });
    expect(labels.length).toBeGreaterThan(20);
    const isKnown = (label: string) =>
      texts.includes(`'${label}'`) || dashboard.includes(`"title": "${label}"`);
    expect(labels.filter((label) => !isKnown(label))).toEqual([]);
  });

  it('explain only lines of rails that the server writes', () => {
    const isSource = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts');
    const sources = textsIn('apps/server/src', isSource);
    const table = read('docs/features/money/rails.md').split('| Log line |')[1] ?? '';
    const lines = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !sources.includes(line))).toEqual([]);
  });
});
