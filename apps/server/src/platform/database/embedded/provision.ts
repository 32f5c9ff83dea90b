/** The roles and the database of the embedded server. */
import { Client } from 'pg';
import { SUPERUSER } from './cluster.ts';
import type { SocketFolder } from './socket-folder.ts';

/** Runs the migrations and owns everything. */
export const OWNER_ROLE = 'tern_owner';
/** The running instance: only what migrations grant. */
export const APP_ROLE = 'tern_app';
export const DATABASE = 'tern';

/**
 * A refused payment is an error for the server but an expected answer for us, and its log line would contain the statement
 * and balances. So statements of the instance are not logged there; the instance itself logs unexpected errors. Messages of
 * the server's own processes are logged.
 */
const QUIET = { log_min_messages: 'log', log_min_error_statement: 'panic' };

/** Creates whatever is missing, so that an interrupted start can continue. */
export async function provision(socket: SocketFolder): Promise<void> {
  const client = new Client({
    host: socket.path,
    port: socket.port,
    user: SUPERUSER,
    database: 'postgres',
  });
  await client.connect();
  try {
    for (const role of [OWNER_ROLE, APP_ROLE]) {
      const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
      if (found.rowCount === 0) await client.query(`create role ${role} login`);
    }
    for (const [name, value] of Object.entries(QUIET)) {
      await client.query(`alter role ${APP_ROLE} set ${name} = '${value}'`);
    }
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
}
