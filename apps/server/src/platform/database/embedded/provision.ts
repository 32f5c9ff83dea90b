/** The roles and the database inside of the embedded server. */
import { Client } from 'pg';
import { SUPERUSER } from './cluster.ts';
import { SOCKET_PORT, type SocketFolder } from './socket-folder.ts';

/** Runs the migrations and owns everything. */
export const OWNER_ROLE = 'tern_owner';
/** The running program: only what migrations grant. */
export const APP_ROLE = 'tern_app';
export const DATABASE = 'tern';

/**
 * A refused spend is an error to the server and an expected answer to us, and its line in the server's log holds the
 * statement and balances. So nothing of the program's own statements goes there: what nobody expected the program logs
 * itself. What the server's own processes have to say stays.
 */
const QUIET = { log_min_messages: 'log', log_min_error_statement: 'panic' };

/** Makes what is missing; a start that was interrupted between two of these is continued. */
export async function provision(socket: SocketFolder): Promise<void> {
  const client = new Client({
    host: socket.path,
    port: SOCKET_PORT,
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
