/** A lane: pipelines whole transactions on its own connection. */
import { DatabaseError, type PoolClient } from 'pg';
import { hasSkippedStandby, skippedStandby } from './acknowledged.ts';
import type { Lane, Tx } from './database.ts';
import { UnknownOutcome } from './database-errors.ts';
import { configOf, executedOf, readerOver, type Send } from './execute.ts';

const BEGIN = 'begin isolation level read committed read write';

/**
 * The connection from `connect` is released when it breaks or the lane closes. `onUnknown` is called before a transaction
 * fails with an unknown outcome.
 */
export function openLane(connect: () => Promise<PoolClient>, onUnknown: () => void): Lane {
  let current: Promise<PoolClient> | undefined;
  let isClosed = false;

  const release = (connection: Promise<PoolClient>, mustEnd: boolean) => {
    if (current === connection) current = undefined;
    connection.then(
      (client) => client.release(mustEnd),
      () => undefined,
    );
  };
  const acquire = (): Promise<PoolClient> => {
    if (isClosed) return Promise.reject(new Error('the lane is closed'));
    if (current !== undefined) return current;
    const connection = connect();
    current = connection;
    connection.then(
      (client) => {
        const end = () => {
          if (current === connection) release(connection, true);
        };
        client.once('error', end);
        client.once('end', end);
      },
      () => {
        if (current === connection) current = undefined;
      },
    );
    return connection;
  };

  return {
    async transaction(send) {
      const connection = acquire();
      const client = await connection;
      try {
        return await sendWhole(client, send);
      } catch (error) {
        // Only a connection that is certainly outside a transaction may be used again.
        if (error instanceof UnknownOutcome) {
          onUnknown();
          if (current === connection) release(connection, true);
        }
        throw error;
      }
    },
    async close() {
      isClosed = true;
      if (current !== undefined) release(current, false);
    },
  };
}

type Sent<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * Sends everything in this turn of the event loop, COMMIT included. After a failed statement the server refuses the rest
 * and answers COMMIT with a rollback.
 */
async function sendWhole<T extends readonly Promise<unknown>[]>(
  client: PoolClient,
  send: (tx: Tx) => readonly [...T],
): Promise<Sent<T>> {
  const pipe = openWholePipe(client);
  let answers: readonly Promise<unknown>[] = [];
  pipe.watch(client.query({ name: BEGIN, text: BEGIN }));
  try {
    answers = send(pipe.tx);
  } catch (error) {
    pipe.fail(error);
  }
  const end = pipe.hasFailed() ? 'rollback' : 'commit';
  pipe.close();
  const ended = client.query({ name: end, text: end });
  const results = await Promise.allSettled(answers);
  const tag = await tagOf(ended);
  if (hasSkippedStandby(client)) throw skippedStandby();
  await pipe.drain();
  pipe.throwFailure();
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (tag !== 'COMMIT') throw new Error(`COMMIT was answered with ${tag}`);
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as Sent<T>;
}

/** @throws `UnknownOutcome` when the connection was lost; the database's error */
async function tagOf(ended: Promise<{ command: string }>): Promise<string> {
  try {
    return (await ended).command;
  } catch (error) {
    const wasRefused = error instanceof DatabaseError && error.severity === 'ERROR';
    throw wasRefused ? error : new UnknownOutcome(error);
  }
}

function openWholePipe(client: PoolClient) {
  const pending: Promise<unknown>[] = [];
  let failure: { error: unknown } | undefined;
  let isOver = false;
  const fail = (error: unknown) => {
    failure ??= { error };
  };
  const watch = (sent: Promise<unknown>) => {
    pending.push(sent.catch(fail));
  };
  const send: Send = (query, params, read) => {
    try {
      if (isOver) throw new Error(`${query.name} was called after its transaction was sent`);
      // Throws for a value that cannot be sent, before COMMIT is.
      const config = configOf(query, params);
      const answer = client.query<(string | null)[]>(config);
      const result = answer.then((rows) => read(executedOf(query, rows)));
      watch(result);
      return result;
    } catch (error) {
      fail(error);
      return Promise.reject(error);
    }
  };
  const tx: Tx = {
    ...readerOver(send),
    run: (query, params) => send(query, params, (executed) => executed.count),
  };
  return {
    tx,
    watch,
    fail,
    hasFailed: () => failure !== undefined,
    close: () => {
      isOver = true;
    },
    drain: () => Promise.all(pending),
    throwFailure: () => {
      if (failure !== undefined) throw failure.error;
    },
  };
}
