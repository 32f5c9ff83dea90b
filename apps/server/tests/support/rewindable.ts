/** A database inside of one open transaction: all commits of the product can be rolled back step by step. */
import { Client } from 'pg';
import { type ConnectionTarget, clientConfig } from '../../src/platform/database/connection.ts';
import type { Database, Reader, Tx } from '../../src/platform/database/database.ts';
import { execute, readerOver, type Send } from '../../src/platform/database/execute.ts';

export interface Rewindable {
  /** Serialised, because transactions are savepoints of one connection. */
  readonly database: Database;
  /** Sets a mark; marks are nested. */
  mark(): Promise<void>;
  /** Rolls back to the last mark and removes it. */
  rewind(): Promise<void>;
  /** Rolls back everything. */
  close(): Promise<void>;
}

const SAVE = 'savepoint step';
const BACK = 'rollback to savepoint step';
const KEEP = 'release savepoint step';

/** `remember`: returns a function that restores state outside of the database, such as the clock. */
export async function openRewindable(
  target: ConnectionTarget,
  remember: () => () => void,
): Promise<Rewindable> {
  const limits = { name: 'test', statementTimeoutMs: 30_000, lockTimeoutMs: 10_000 };
  const memories: (() => void)[] = [];
  const client = new Client({ ...clientConfig(target, limits), pipeline: true });
  await client.connect();
  await client.query('begin isolation level read committed read write');
  // Deferred constraints are checked at each step, because this transaction never commits.
  await client.query('set constraints all immediate');
  const send: Send = async (query, params, read) => read(await execute(client, query, params));
  const reader = readerOver(send);
  const tx: Tx = {
    ...reader,
    run: async (query, params) => (await execute(client, query, params)).count,
  };
  const back = async () => {
    await Promise.all([client.query(BACK), client.query(KEEP)]);
  };
  const within = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await client.query(SAVE);
    try {
      const value = await work(tx);
      await client.query(KEEP);
      return value;
    } catch (error) {
      await back();
      throw error;
    }
  };
  const database: Database = {
    ...reader,
    transaction: within,
    snapshot: (work: (reader: Reader) => Promise<never>) => work(reader),
    lane() {
      throw new Error('lanes commit alone: nothing could be undone');
    },
    connections: () => ({ open: 1, idle: 0, waiting: 0, max: 1 }),
    close: async () => undefined,
  };
  return {
    database,
    async mark() {
      memories.push(remember());
      await client.query(SAVE);
    },
    async rewind() {
      memories.pop()?.();
      await back();
    },
    close: () => client.end(),
  };
}
