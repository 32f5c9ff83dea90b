/** What statements cost in the server's database, by `pg_stat_statements` of an installed PostgreSQL. */
import { SUPERUSER } from '../../apps/server/src/platform/database/embedded/cluster.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts';
import { defineStatement } from '../../apps/server/src/platform/database/query.ts';
import { ServerProcess } from './server-process.ts';
import { findSystemPostgres } from './system-postgres.ts';

/** pg_stat_statements counts what functions execute too. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_utility': 'off',
};

const install = defineStatement({
  name: 'bench.installStatements',
  text: 'create extension if not exists pg_stat_statements',
  params: [],
});

const reset = defineStatement({
  name: 'bench.resetStatements',
  text: 'select pg_stat_statements_reset()',
  params: [],
});

/**
 * A server on the system's PostgreSQL that counts statements.
 * @throws an Error if there is none.
 */
export async function startWithStatements(): Promise<ServerProcess> {
  const native = findSystemPostgres();
  if (native === undefined) {
    throw new Error('needs the pg_stat_statements of an installed PostgreSQL (postgresql-contrib)');
  }
  return ServerProcess.start(native, SETTINGS);
}

/** A connection that may read the view of such a server. */
export async function openStatements(server: ServerProcess): Promise<Database> {
  const connection = { ...server.connection('owner'), user: SUPERUSER };
  const database = await openDatabase({ connection, poolSize: 1 });
  await database.transaction((tx) => tx.run(install, []));
  return database;
}

/** Counts from now on. */
export const resetStatements = (database: Database) =>
  database.transaction((tx) => tx.run(reset, []));
