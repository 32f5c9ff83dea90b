/** The database handle: typed reads, and transactions that either wholly happen or do not. */
import type { Params, Query } from './query.ts';

/** What can read: a transaction, or the database itself for one statement at a time. */
export interface Reader {
  many<P extends Params, R>(query: Query<P, R>, params: P): Promise<R[]>;
  /** Fails with: a thrown error unless there is exactly one row. */
  one<P extends Params, R>(query: Query<P, R>, params: P): Promise<R>;
  /** Fails with: a thrown error when there is more than one row. */
  maybe<P extends Params, R>(query: Query<P, R>, params: P): Promise<R | undefined>;
}

/**
 * One running transaction. Calls made without awaiting each other are pipelined: they run in the
 * order of the calls and cost one round trip together.
 */
export interface Tx extends Reader {
  /** Gives the number of rows written. */
  run<P extends Params, R>(query: Query<P, R>, params: P): Promise<number>;
}

/** The root handle. Outside of `transaction` it can only read: a write there is refused. */
export interface Database extends Reader {
  /**
   * Runs `work` and commits, or rolls everything back and throws what went wrong.
   * Fails with: `UnknownOutcome` when the connection is lost at COMMIT: look the effect up before retrying.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Several reads that see one and the same moment; nothing can be written. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** A line of whole transactions on a connection of its own; it closes with the database at the latest. */
  lane(): Lane;
  close(): Promise<void>;
}

/** Transactions that travel whole: each leaves at once with its COMMIT, also while earlier ones are under way. */
export interface Lane {
  /**
   * `send` makes its calls at once and gives their promises. The transactions of a lane happen in the order of the calls;
   * one that fails leaves nothing, and those behind it go ahead all the same: let them refuse what no longer holds.
   * Fails with: the first failure; `UnknownOutcome` when the connection is lost: look the effect up before retrying.
   */
  transaction<const T extends readonly Promise<unknown>[]>(
    send: (tx: Tx) => readonly [...T],
  ): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
  close(): Promise<void>;
}
