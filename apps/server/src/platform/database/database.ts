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
  close(): Promise<void>;
}
