/** Runs a money use case once per idempotency key: asked again, it gives the answer of the first time (rules §13). */
import type { Call } from '@tern/protocol';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import type { MemberCallContext } from '../../platform/http/route.ts';
import { finishedRequests, keepAnswers, requestHash, type RequestKey } from './idempotency.ts';
import { Refusal } from './refusal.ts';

/** The key of a request that came with one. */
export function requestKeyOf(
  call: Pick<Call, 'method' | 'path'>,
  context: MemberCallContext<object>,
): RequestKey | undefined {
  if (context.idempotencyKey === undefined) return undefined;
  return {
    memberId: context.caller.memberId,
    key: context.idempotencyKey,
    requestHash: requestHash(`${call.method} ${call.path}`, context.input),
  };
}

/**
 * Runs `act` in one transaction and keeps its answer, which must survive JSON, under the key; without a
 * key it only runs. A refusal is not kept: the same key may try again.
 * Fails with: 5002 when the key came with another request, and what `act` fails with.
 */
export async function answerOnce<Answer>(
  deps: { database: Database; clock: Clock },
  key: RequestKey | undefined,
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return deps.database.transaction(act);
  try {
    return await deps.database.transaction(async (tx) => {
      const finished = await finishedAnswer(tx, key);
      if (finished !== undefined) return finished.answer as Answer;
      const answer = await act(tx);
      await keepAnswers(tx, [{ ...key, answer }], deps.clock.now());
      return answer;
    });
  } catch (error) {
    // The same request was under way elsewhere, came first, and took the key or the balance; or the
    // connection was lost at COMMIT. Either way what stands under the key is the outcome.
    const finished = await finishedAnswer(deps.database, key);
    if (finished === undefined) throw error;
    return finished.answer as Answer;
  }
}

/**
 * What the request was answered when it was done before, for use cases that refuse some things before they
 * begin: a repetition is answered, whatever has changed since. Fails with: 5002.
 */
export async function answerBefore<Answer>(
  database: Database,
  key: RequestKey | undefined,
): Promise<Answer | undefined> {
  const finished = key && (await finishedAnswer(database, key));
  return finished?.answer as Answer | undefined;
}

async function finishedAnswer(reader: Reader, key: RequestKey) {
  const [finished] = await finishedRequests(reader, [key]);
  if (finished !== undefined && finished.requestHash !== key.requestHash) throw new Refusal(5002);
  return finished;
}
