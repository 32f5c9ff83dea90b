/**
 * Migrations: numbered SQL files, each applied once in one transaction and never changed afterwards.
 *
 * Most expand: instances of the release before run on beside them. One whose second line begins with `-- contracts:` takes away
 * what they still use, so it waits until none of them lives.
 *
 * `NNNN-name.sql` may insert the rows of `seeds/name/*.json`, which it reads as
 * `current_setting('migration.seeds')::jsonb`, one key per file. Its checksum covers them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { hasSkippedStandby, skippedStandby } from './acknowledged.ts';
import { connectOnce } from './connect-once.ts';
import type { ConnectionTarget } from './connection.ts';

export interface MigrateOptions {
  /** The role that owns everything. */
  readonly owner: ConnectionTarget;
  /** Contains the `NNNN-name.sql` files; the first line of each is `-- feature: <slug>`. */
  readonly folder: string;
  /** The release of this instance, for the message to one that is older. */
  readonly version?: string;
  /** The instances that live and know no migration as new as this file; asked before a file that contracts. */
  older?(file: string): Promise<readonly string[]>;
  readonly onProgress?: (line: string) => void;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Its seeds as JSON; most have none. */
  readonly seeds: string | undefined;
  readonly sha256: string;
  /** Takes away what instances of the release before still use. */
  readonly contracts: boolean;
}

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;
const OWNER_LINE = /^-- feature: [a-z][a-z0-9-]*\n/;
const CONTRACTS_LINE = /^-- feature: .*\n-- contracts: \S/;
/** An arbitrary number, the same in every process. */
const LOCK_KEY = 8_214_071;

/**
 * Applies the missing files in order, each in one transaction; safe to run in several processes concurrently.
 * @throws Error when an applied file was changed or is missing, or a new one comes before an applied one
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(options.folder);
  const client = await connectOnce(options.owner, {
    name: 'migrate',
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  const applied: string[] = [];
  try {
    const history = await inLock(client, async () => {
      await client.query(HISTORY_TABLE);
      return readHistory(client);
    });
    refuseOtherHistory(history, migrations, options.version);
    const before = new Set(history.map(({ name }) => name));
    for (const migration of migrations) {
      // One that was applied stays so.
      if (before.has(migration.name)) continue;
      const apply = () => applyOnce(client, migration, { all: migrations, options });
      const wasApplied = await inLock(client, apply);
      if (!wasApplied) continue;
      applied.push(migration.name);
      options.onProgress?.(`Prepared the database: ${migration.name}`);
    }
  } finally {
    await client.end();
  }
  return applied;
}

/** @throws Error on a malformed name, a repeated number or a missing owner line */
export function readMigrations(folder: string): Migration[] {
  const names = filesIn(folder);
  const numbers = new Set<string>();
  return names.map((name) => {
    const [, number, subject] = FILE_NAME.exec(name) ?? [];
    if (number === undefined || subject === undefined) {
      throw new Error(`migration ${name} is not named NNNN-name.sql`);
    }
    if (numbers.has(number)) throw new Error(`two migrations have the number ${number}`);
    numbers.add(number);
    const sql = textOf(join(folder, name));
    if (!OWNER_LINE.test(sql))
      throw new Error(`migration ${name} does not begin "-- feature: <slug>"`);
    const seeds = readSeeds(join(folder, 'seeds', subject));
    const sha256 = createHash('sha256')
      .update(`${sql}${seeds ?? ''}`)
      .digest('hex');
    return { name, sql, seeds, sha256, contracts: CONTRACTS_LINE.test(sql) };
  });
}

/** "1060-leases" */
export function newestMigration(folder: string): string {
  return (filesIn(folder).at(-1) ?? '').replace('.sql', '');
}

/** In their order. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

/** One JSON object with the content of each file under its name without `.json`. Not parsed, so that amounts stay exact. */
function readSeeds(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `"${name.slice(0, -'.json'.length)}": ${textOf(join(folder, name))}`);
  return `{${files.join(',')}}`;
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/\r\n/g, '\n');
}

const HISTORY_TABLE = `
  create table if not exists schema_migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    version text
  )`;

async function inLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin read write');
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    const value = await work();
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}`);
    if (hasSkippedStandby(client)) throw skippedStandby();
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyOnce(
  client: Client,
  migration: Migration,
  { all, options }: { all: readonly Migration[]; options: MigrateOptions },
): Promise<boolean> {
  const history = await readHistory(client);
  refuseOtherHistory(history, all, options.version);
  if (history.some((row) => row.name === migration.name)) return false;
  const last = history.at(-1)?.name ?? '';
  if (last > migration.name) {
    throw new Error(`migration ${migration.name} comes before ${last}, which is already applied`);
  }
  if (migration.contracts) await refuseBesideOlder(migration.name, options);
  try {
    const { seeds } = migration;
    if (seeds !== undefined) {
      await client.query(`select set_config('migration.seeds', $1, true)`, [seeds]);
    }
    await client.query(migration.sql);
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await client.query('insert into schema_migrations (name, sha256, version) values ($1, $2, $3)', [
    migration.name,
    migration.sha256,
    options.version,
  ]);
  return true;
}

async function refuseBesideOlder(file: string, { older }: MigrateOptions): Promise<void> {
  const names = (await older?.(file)) ?? [];
  if (names.length === 0) return;
  throw new Error(
    `The migration ${file} takes away what an older Tern still uses, and one runs on this database: ${names.join(', ')}. ` +
      'Stop it, or upgrade it to a release without this migration first, then start again.',
  );
}

/** In their order. */
async function readHistory(client: Client): Promise<readonly AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>(
    'select name, sha256, version from schema_migrations order by name',
  );
  return rows;
}

interface AppliedRow {
  readonly name: string;
  readonly sha256: string;
  /** The release that applied it; null: one that did not say so. */
  readonly version: string | null;
}

function refuseOtherHistory(
  history: readonly AppliedRow[],
  all: readonly Migration[],
  version = 'of an unknown version',
): void {
  const unknown = history.findLast(({ name }) => !all.some((each) => each.name === name));
  const first = all[0]?.name ?? '';
  if (unknown !== undefined && unknown.name < first) {
    throw new Error(
      `The database is from before the first release, and cannot be upgraded: ${unknown.name} has prepared it, and ` +
        `this is Tern ${version}, whose first file is ${first}. Set another DATA_DIR, or a DATABASE_URL of an empty database.`,
    );
  }
  if (unknown !== undefined) {
    throw new Error(
      `This is Tern ${version}, which knows the database up to ${all.at(-1)?.name ?? 'nothing'}. The database is newer: ` +
        `Tern ${unknown.version ?? 'of an unknown version'} has prepared it up to ${unknown.name}. ` +
        'Start that version or a newer one: a database never goes back.',
    );
  }
  for (const row of history) {
    const known = all.find((migration) => migration.name === row.name)!;
    if (known.sha256 !== row.sha256) {
      throw new Error(
        `migration ${row.name} was changed after it was applied; add a new one instead`,
      );
    }
  }
}
