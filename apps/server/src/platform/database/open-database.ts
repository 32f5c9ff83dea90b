/** Opens the database handle and checks that the server is durable. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { confirmAcknowledged, hasSkippedStandby } from './acknowledged.ts';
import { applicationName } from './connection.ts';
import type { Database, Lane, Tx } from './database.ts';
import { UnknownOutcome } from './database-errors.ts';
import { execute, type Executor, readerOver, type Send } from './execute.ts';
import { openLane } from './lane.ts';
import { type OpenPool, openPool, type PoolOptions } from './pool.ts';
import { type Begin, inTransaction } from './transaction.ts';

export interface DatabaseOptions extends PoolOptions {
  /** Accepts a server that loses acknowledged work in a power cut. For tests. */
  readonly allowUnsafe?: boolean;
  /** Throws when the root handle is used inside a transaction. Slow; for tests. */
  readonly refuseNesting?: boolean;
}

/** With any of these off, a power cut was measured to lose acknowledged work (ADR 2). */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** @throws Error when the server cannot be reached or is not durable */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = openPool(options);
  const { pool } = opened;
  try {
    if (options.allowUnsafe !== true) await refuseUnsafeServer(pool);
    else await pool.query('select 1');
  } catch (error) {
    await opened.close();
    throw error;
  }
  return databaseOver(opened, options);
}

/** A standby for reading. It may be away now: each read connects, or fails. */
export function openReplica(options: Omit<PoolOptions, 'isReplica'>) {
  const { pool, close } = openPool({ ...options, isReplica: true });
  const reader = readerOver(async (query, params, read) =>
    read(await execute(pool, query, params)),
  );
  return { reader, close };
}

/** @throws Error that names the settings */
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

/** @throws the driver's error */
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

/** After an unknown outcome: whether it committed may be asked only once an answer is as durable as a commit. */
interface Doubt {
  raise(): void;
  /** Resolves immediately without doubt. @throws the driver's error, and the doubt stays */
  settle(): Promise<void>;
}

function createDoubt(pool: Pool): Doubt {
  let isDoubtful = false;
  let settling: Promise<void> | undefined;
  const confirm = async () => {
    const client = await pool.connect();
    try {
      // A doubt that is raised meanwhile needs a confirmation of its own.
      isDoubtful = false;
      await confirmAcknowledged(client);
      client.release();
    } catch (error) {
      isDoubtful = true;
      client.release(true);
      throw error;
    }
  };
  return {
    raise() {
      isDoubtful = true;
    },
    async settle() {
      if (!isDoubtful && settling === undefined) return;
      settling ??= confirm().finally(() => {
        settling = undefined;
      });
      await settling;
    },
  };
}

/** A transaction of `pool`, opened within another one or not. */
interface Nesting {
  readonly pool: Pool;
  readonly outer: Nesting | undefined;
  isOpen: boolean;
}

/** One for all handles: each storage in use costs a step at every promise of the server. */
const nesting = new AsyncLocalStorage<Nesting>();

function databaseOver({ pool, close }: OpenPool, options: DatabaseOptions): Database {
  const refusing = options.refuseNesting === true ? pool : undefined;
  // Only an operator's own server may have standbys.
  const doubt = options.connection.url === undefined ? undefined : createDoubt(pool);
  const send: Send = async (query, params, read) => {
    refuseInside(refusing, query.name);
    await doubt?.settle();
    return read(await execute(pool, query, params));
  };
  const within = async <T>(begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> => {
    refuseInside(refusing, 'a transaction');
    await doubt?.settle();
    const client = await pool.connect();
    try {
      const value = await marked(refusing, () => inTransaction(client, begin, work));
      client.release();
      return value;
    } catch (error) {
      if (error instanceof UnknownOutcome) doubt?.raise();
      // Only a connection that is certainly outside a transaction may be used again.
      client.release(client.getTransactionStatus() !== 'I' || hasSkippedStandby(client));
      throw error;
    }
  };
  const lanes = new Set<Lane>();
  return {
    ...readerOver(send),
    transaction: (work) => within('begin isolation level read committed read write', work),
    snapshot: (work) => within('begin isolation level repeatable read read only', work),
    lane: (name) => {
      const opened = openLane(
        () => connectAs(pool, name),
        () => doubt?.raise(),
      );
      const lane: Lane = {
        ...opened,
        async close() {
          lanes.delete(lane);
          await opened.close();
        },
      };
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
      await close();
    },
  };
}

function refuseInside(refusing: Pool | undefined, what: string): void {
  if (refusing === undefined) return;
  for (let mark = openMark(nesting.getStore()); mark; mark = openMark(mark.outer)) {
    if (mark.pool !== refusing) continue;
    throw new Error(`${what} used the root handle inside a transaction; pass the tx instead`);
  }
}

function openMark(mark: Nesting | undefined): Nesting | undefined {
  return mark === undefined || mark.isOpen ? mark : openMark(mark.outer);
}

async function marked<T>(refusing: Pool | undefined, work: () => Promise<T>): Promise<T> {
  if (refusing === undefined) return work();
  const mark: Nesting = { pool: refusing, outer: openMark(nesting.getStore()), isOpen: true };
  try {
    return await nesting.run(mark, work);
  } finally {
    mark.isOpen = false;
  }
}
