/**
 * Refuses a connection pooler that gives each transaction another session, as pgbouncer in transaction mode does. The
 * settings and the role of a session, its prepared statements and its pipelined transactions belong together (ADR 60).
 */
import { type Client, DatabaseError } from 'pg';
import type { ConnectionTarget, SessionSettings } from './connection.ts';
import { connectOnce } from './connect-once.ts';

export class PoolerBetween extends Error {
  override readonly name = 'PoolerBetween';

  constructor(why: string, cause?: unknown) {
    super(
      `a connection pooler is between Tern and PostgreSQL, and ${why}. ` +
        'Name PostgreSQL itself: Tern pools its connections, at most 16 for each process',
      { cause },
    );
  }
}

const SETTINGS: SessionSettings = {
  name: 'start',
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 10_000,
};

/** @throws `PoolerBetween`; the driver's error */
export async function refusePooler(target: ConnectionTarget): Promise<void> {
  const one = await connect(target);
  try {
    const { rows } = await one.query<{ kept: string }>(
      `select current_setting('default_transaction_read_only') = 'on'
        and current_setting('statement_timeout') = '10s' as kept`,
    );
    if (rows[0]?.kept !== 't') throw new PoolerBetween('it drops the settings of the session');
    const isDirect = (one as Client & { processID?: number }).processID === (await processOf(one));
    if (!isDirect && (await isShared(one, target))) {
      throw new PoolerBetween('it gives each transaction another session');
    }
  } finally {
    await one.end();
  }
}

/** Whether another connection's transaction gets the session of this one, or takes it away. */
async function isShared(one: Client, target: ConnectionTarget): Promise<boolean> {
  const other = await connect(target);
  try {
    const before = await processOf(one);
    await other.query('begin');
    return (await processOf(other)) === before || (await processOf(one)) !== before;
  } finally {
    await other.end();
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: string }>('select pg_backend_pid() as pid');
  return Number(rows[0]?.pid);
}

const PROTOCOL_VIOLATION = '08P01';

async function connect(target: ConnectionTarget): Promise<Client> {
  try {
    return await connectOnce(target, SETTINGS);
  } catch (error) {
    // PostgreSQL itself knows all parameters that we send.
    const isRefused = error instanceof DatabaseError && error.code === PROTOCOL_VIOLATION;
    if (isRefused) throw new PoolerBetween('it takes no settings of a session', error);
    throw error;
  }
}
