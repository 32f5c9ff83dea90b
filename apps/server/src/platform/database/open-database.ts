/** Opens the connection pool of the database handle and checks that the server is durable. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient } from 'pg';
import {
  applicationName,
  clientConfig,
  type ConnectionTarget,
  JoinedSocket,
} from './connection.ts';
import type { Database, Lane, Tx } from './database.ts';
import { execute, type Executor, readerOver, type Send } from './execute.ts';
import { openLane } from './lane.ts';
import { type Begin, inTransaction } from './transaction.ts';

export interface DatabaseOptions {
  readonly connection: ConnectionTarget;
  /** What its connections do, for `pg_stat_activity`. */
  readonly name?: string;
  /** Maximum number of connections. */
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** Accepts a server that loses acknowledged work in a power cut. For tests. */
  readonly allowUnsafe?: boolean;
  /** Throws when the root handle is used inside a transaction. Slow; for tests. */
  readonly refuseNesting?: boolean;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (error: Error) => void;
}

const POOL_SIZE = 16;
/** Idle connections that stay open: a new one takes milliseconds and has no cached plans. */
const IDLE_CONNECTIONS = 4;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
/** With any of these off, a power cut was measured to lose acknowledged work (ADR 2). */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** Fails with: a thrown error when the server cannot be reached or is not durable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = openPool(options);
  try {
    if (options.allowUnsafe !== true) await refuseUnsafeServer(pool);
    else await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return databaseOver(pool, options.refuseNesting === true);
}

/** Fails with: a thrown error that names the settings. */
async function refuseUnsafeServer(executor: Executor): Promise<void> {
  const result = await executor.query<[name: string, setting: string | null]>({
    text: 'select name, current_setting(name, true) from unnest($1::text[]) name',
    values: [DURABILITY],
    rowMode: 'array',
  });
  const off = result.rows.filter(([, setting]) => setting === 'off').map(([name]) => name);
  if (off.length > 0) {
    throw new Error(
      `This PostgreSQL server can lose acknowledged work: ${off.join(', ')} is off. ` +
        `Switch it on in the server's configuration and start again.`,
    );
  }
}

function openPool(options: DatabaseOptions): Pool {
  const pool = new Pool({
    ...clientConfig(options.connection, {
      name: options.name ?? 'tool',
      statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
    }),
    max: options.poolSize ?? POOL_SIZE,
    min: IDLE_CONNECTIONS,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    stream: () => new JoinedSocket(),
  });
  const onError = options.onError ?? (() => undefined);
  // Errors during our own shutdown do not matter.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // A connection that breaks in use fails its queries; without this listener it would also end the process.
  pool.on('connect', (client: PoolClient) => client.on('error', () => undefined));
  return pool;
}

/** Fails with: the driver's error. */
async function connectAs(pool: Pool, name: string): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(`select set_config('application_name', $1, false)`, [applicationName(name)]);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

interface Nesting {
  isOpen: boolean;
}

function databaseOver(pool: Pool, refuseNesting: boolean): Database {
  const nesting = refuseNesting ? new AsyncLocalStorage<Nesting>() : undefined;
  const send: Send = async (query, params, read) => {
    refuseInside(nesting, query.name);
    return read(await execute(pool, query, params));
  };
  const within = async <T>(begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> => {
    refuseInside(nesting, 'a transaction');
    const client = await pool.connect();
    try {
      const value = await marked(nesting, () => inTransaction(client, begin, work));
      client.release();
      return value;
    } catch (error) {
      // Only a connection that is certainly outside a transaction may be used again.
      client.release(client.getTransactionStatus() !== 'I');
      throw error;
    }
  };
  const lanes = new Set<Lane>();
  return {
    ...readerOver(send),
    transaction: (work) => within('begin isolation level read committed read write', work),
    snapshot: (work) => within('begin isolation level repeatable read read only', work),
    lane: (name) => {
      const lane = openLane(() => connectAs(pool, name));
      lanes.add(lane);
      return lane;
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    async close() {
      for (const lane of lanes) await lane.close();
      await pool.end();
    },
  };
}

function refuseInside(nesting: AsyncLocalStorage<Nesting> | undefined, what: string): void {
  if (nesting?.getStore()?.isOpen === true) {
    throw new Error(`${what} used the root handle inside a transaction; pass the tx instead`);
  }
}

async function marked<T>(
  nesting: AsyncLocalStorage<Nesting> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (nesting === undefined) return work();
  const mark: Nesting = { isOpen: true };
  try {
    return await nesting.run(mark, work);
  } finally {
    mark.isOpen = false;
  }
}
