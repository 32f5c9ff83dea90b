/** The two database roles on an operator's own server: one migrates, the other runs the server. */
import { type Client, DatabaseError } from 'pg';
import { connectOnce } from './connect-once.ts';
import type { ConnectionTarget } from './connection.ts';
import { messageOf } from './database-errors.ts';
import { APP_ROLE } from './embedded/provision.ts';
import { refusePooler } from './pooler.ts';

/** The connections of the two roles. */
export interface Access {
  /** Runs migrations and owns everything. */
  readonly owner: ConnectionTarget;
  /** The running server: only what migrations grant. */
  readonly app: ConnectionTarget;
}

export interface ServerAddress {
  /** The login of the running server, and of migrations unless `ownerUrl` is given. */
  readonly url: string;
  readonly ownerUrl?: string;
}

const INSUFFICIENT_PRIVILEGE = '42501';
/** Another process created or granted the role concurrently. */
const DUPLICATES = ['42710', '23505'];

/** From PostgreSQL 16 on, a login that creates a role is a member that may grant it, and cannot switch to it. */
const MAY_SWITCH = `select 1 where pg_has_role($1::name, $2::name,
  case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`;

/**
 * Prepares an operator's own server: creates the role `tern_app` and grants it to the login.
 * @throws Error that names DATABASE_URL when the login fails; one with the SQL to run once, when the login has no right to
 * prepare the server
 */
export async function prepareServer({ url, ownerUrl = url }: ServerAddress): Promise<Access> {
  const login = await loginOf({ url }).catch((error: unknown) => {
    throw new Error(`The database of DATABASE_URL cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  });
  const repair = `create role ${APP_ROLE} nologin;\ngrant ${APP_ROLE} to ${quoteName(login)};`;
  try {
    await withSession({ url: ownerUrl }, (client) => ensureRole(client, login));
    await sessionUser({ url, role: APP_ROLE });
  } catch (error) {
    throw new Error(
      `The database login "${login}" cannot work as the role ${APP_ROLE} (${messageOf(error)}).\n` +
        `Run this once as an administrator of the database server, then start again:\n${repair}`,
      { cause: error },
    );
  }
  return { owner: { url: ownerUrl }, app: { url, role: APP_ROLE } };
}

async function loginOf(target: ConnectionTarget): Promise<string> {
  await refusePooler(target);
  return sessionUser(target);
}

async function ensureRole(client: Client, login: string): Promise<void> {
  await client.query('set default_transaction_read_only = off');
  const found = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (found.rowCount === 0) await allow(client, `create role ${APP_ROLE} nologin`, DUPLICATES);
  // Granted by an administrator: repeated by a login without the right to grant, it is an error in the server's log.
  if ((await client.query(MAY_SWITCH, [login, APP_ROLE])).rowCount === 1) return;
  // Whether a refusal matters, switching to the role decides.
  const granting = [INSUFFICIENT_PRIVILEGE, ...DUPLICATES];
  await allow(client, `grant ${APP_ROLE} to ${quoteName(login)}`, granting);
}

async function allow(client: Client, sql: string, codes: readonly string[]): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !codes.includes(error.code ?? '')) throw error;
  }
}

async function sessionUser(target: ConnectionTarget): Promise<string> {
  return withSession(target, async (client) => {
    const { rows } = await client.query<{ name: string }>('select session_user::text as name');
    return rows[0]?.name ?? '';
  });
}

/** Runs `work` on one connection, which can only read unless it says otherwise. */
export async function withSession<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectOnce(target, {
    name: 'start',
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 10_000,
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function quoteName(name: string): string {
  return `"${name.replace(/"/g, '""')}"`;
}
