/** One transaction on one connection: pipelined statements, then COMMIT, whose answer is checked. */
import { type ClientBase, DatabaseError } from 'pg';
import { hasSkippedStandby, skippedStandby } from './acknowledged.ts';
import type { Reader, Tx } from './database.ts';
import { UnknownOutcome } from './database-errors.ts';
import { execute, readerOver, type Send } from './execute.ts';
import type { Params, Query } from './query.ts';

/** How a transaction begins. */
export type Begin =
  | 'begin isolation level read committed read write'
  | 'begin isolation level repeatable read read only';

/**
 * Runs `work` between `begin` and COMMIT. COMMIT is sent only after every statement has succeeded, awaited or not;
 * otherwise everything is rolled back.
 *
 * BEGIN itself is not awaited. That is safe because sessions are read-only outside a read-write transaction: if BEGIN
 * fails, the statements after it are refused.
 * @throws the error of `work` or of the first failed statement; `UnknownOutcome`
 */
export async function inTransaction<T>(
  client: ClientBase,
  begin: Begin,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const pipe = openPipe(client);
  // Prepared, so that it is sent in one packet with the statements after it.
  pipe.watch(client.query({ name: begin, text: begin }));
  try {
    const value = await work(pipe.tx);
    await pipe.settle();
    await commit(client);
    return value;
  } catch (error) {
    await pipe.drain();
    if (!(error instanceof CommitFailed)) await client.query('rollback').catch(() => undefined);
    throw rootCause(error, pipe.failure());
  }
}

/** Wraps an error of COMMIT, so that no ROLLBACK follows. */
class CommitFailed extends Error {}

async function commit(client: ClientBase): Promise<void> {
  let tag: string;
  try {
    tag = (await client.query('commit')).command;
  } catch (error) {
    const wasRefused = error instanceof DatabaseError && error.severity === 'ERROR';
    throw new CommitFailed('', { cause: wasRefused ? error : new UnknownOutcome(error) });
  }
  if (hasSkippedStandby(client)) throw new CommitFailed('', { cause: skippedStandby() });
  if (tag !== 'COMMIT') {
    throw new CommitFailed('', { cause: new Error(`COMMIT was answered with ${tag}`) });
  }
}

const ABORTED = '25P02';

/** After a failed statement all later ones fail as "aborted"; the first failure is the cause. */
function rootCause(error: unknown, firstFailure: Failure | undefined): unknown {
  if (error instanceof CommitFailed) return error.cause;
  const isEcho = error instanceof DatabaseError && error.code === ABORTED;
  return isEcho && firstFailure !== undefined ? firstFailure.error : error;
}

interface Failure {
  readonly error: unknown;
}

interface Pipe {
  readonly tx: Tx;
  watch(sent: Promise<unknown>): void;
  /** Waits for every statement. @throws the first failure */
  settle(): Promise<void>;
  /** Waits for every statement, failed or not; the transaction accepts no more. */
  drain(): Promise<void>;
  failure(): Failure | undefined;
}

function openPipe(client: ClientBase): Pipe {
  const pending = new Set<Promise<unknown>>();
  let failure: Failure | undefined;
  let isOver = false;

  const watch = (sent: Promise<unknown>): void => {
    const watched: Promise<unknown> = sent
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => pending.delete(watched));
    pending.add(watched);
  };
  const drain = async (): Promise<void> => {
    isOver = true;
    while (pending.size > 0) await Promise.all(pending);
  };
  const start = async <P extends Params, R>(query: Query<P, R>, params: P) => {
    if (isOver) throw new Error(`${query.name} was called after its transaction`);
    if (failure !== undefined) throw failure.error;
    return execute(client, query, params);
  };
  const send: Send = (query, params, read) => {
    const result = start(query, params).then(read);
    watch(result);
    return result;
  };
  const settle = async (): Promise<void> => {
    await drain();
    if (failure !== undefined) throw failure.error;
  };
  return { tx: txOver(send), watch, settle, drain, failure: () => failure };
}

function txOver(send: Send): Tx {
  const reader: Reader = readerOver(send);
  return { ...reader, run: (query, params) => send(query, params, (executed) => executed.count) };
}
