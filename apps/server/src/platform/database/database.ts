/** The database handle: typed reads and transactions. */
import type { Params, Query } from './query.ts';

/** Anything that can read: a transaction, or the database itself for single statements. */
export interface Reader {
  many<P extends Params, R>(query: Query<P, R>, params: P): Promise<R[]>;
  /** @throws Error unless there is exactly one row */
  one<P extends Params, R>(query: Query<P, R>, params: P): Promise<R>;
  /** @throws Error when there is more than one row */
  maybe<P extends Params, R>(query: Query<P, R>, params: P): Promise<R | undefined>;
}

/**
 * A running transaction. Calls that do not await each other are pipelined: they run in the order of the calls and share
 * one round trip.
 */
export interface Tx extends Reader {
  /** Returns the number of rows written. */
  run<P extends Params, R>(query: Query<P, R>, params: P): Promise<number>;
}

/** The connections of an instance, now. */
export interface Connections {
  /** Busy ones and idle ones. */
  readonly open: number;
  readonly idle: number;
  /** Work that waits for one. */
  readonly waiting: number;
  readonly max: number;
}

/** The root handle. Outside of `transaction` it can only read: a write there is refused. */
export interface Database extends Reader {
  /**
   * Runs `work` and commits, or rolls back and throws the error.
   * @throws `UnknownOutcome` when the connection is lost at COMMIT: check the effect before retrying
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Several reads of one snapshot; writes are refused. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * A lane: a queue of whole transactions on its own connection. It closes with the database at the latest. `name`: what the
   * connection does, for `pg_stat_activity`.
   */
  lane(name: string): Lane;
  connections(): Connections;
  close(): Promise<void>;
}

/** Sends each transaction in one packet together with its COMMIT, even while earlier ones are in flight. */
export interface Lane {
  /**
   * `send` makes all its calls synchronously and returns their promises. The transactions of a lane run in the order of the
   * calls. One that fails is rolled back, but those behind it still run: they have to check their own assumptions.
   * @throws the first failure; `UnknownOutcome` when the connection is lost: check the effect before retrying
   */
  transaction<const T extends readonly Promise<unknown>[]>(
    send: (tx: Tx) => readonly [...T],
  ): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
  close(): Promise<void>;
}
