/**
 * Migrations: numbered SQL files, each applied once in one transaction and never changed afterwards.
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
  readonly onProgress?: (line: string) => void;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Its seeds as JSON; most have none. */
  readonly seeds: string | undefined;
  readonly sha256: string;
}

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;
const OWNER_LINE = /^-- feature: [a-z][a-z0-9-]*\n/;
/** An arbitrary number, the same in every process. */
const LOCK_KEY = 8_214_071;

/**
 * Applies the missing files in order, each in one transaction; safe to run in several processes concurrently.
 * Fails with: a thrown error when an applied file was changed or is missing, or a new one comes before an applied one.
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
    await inLock(client, () => client.query(HISTORY_TABLE));
    for (const migration of migrations) {
      const wasApplied = await inLock(client, () => applyOnce(client, migration, migrations));
      if (!wasApplied) continue;
      applied.push(migration.name);
      options.onProgress?.(`Prepared the database: ${migration.name}`);
    }
  } finally {
    await client.end();
  }
  return applied;
}

/** Fails with: a thrown error on a malformed name, a repeated number or a missing owner line. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
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
    return { name, sql, seeds, sha256 };
  });
}

/** "0061-leases" */
export function newestMigration(folder: string): string {
  return (readMigrations(folder).at(-1)?.name ?? '').replace('.sql', '');
}

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
    applied_at timestamptz not null default now()
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
  all: readonly Migration[],
): Promise<boolean> {
  const history = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  );
  refuseOtherHistory(history.rows, all);
  if (history.rows.some((row) => row.name === migration.name)) return false;
  const last = history.rows.at(-1)?.name ?? '';
  if (last > migration.name) {
    throw new Error(`migration ${migration.name} comes before ${last}, which is already applied`);
  }
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
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
    migration.name,
    migration.sha256,
  ]);
  return true;
}

function refuseOtherHistory(
  history: readonly { name: string; sha256: string }[],
  all: readonly Migration[],
): void {
  for (const row of history) {
    const known = all.find((migration) => migration.name === row.name);
    if (known === undefined) {
      throw new Error(
        `the database was made by another version of the program: it has ${row.name}`,
      );
    }
    if (known.sha256 !== row.sha256) {
      throw new Error(
        `migration ${row.name} was changed after it was applied; add a new one instead`,
      );
    }
  }
}
