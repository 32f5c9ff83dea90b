/** Runs a money use case once per idempotency key; repeated requests get the first answer. */
import type { Call } from '@tern/protocol';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import type { MemberCallContext } from '../../platform/http/route.ts';
import { finishedRequests, storeAnswers, requestHash, type RequestKey } from './idempotency.ts';
import { Refusal } from './refusal.ts';

/** The idempotency key of a request, if it has one. */
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
 * Runs `act` in one transaction and stores its answer as JSON under the key; without a key it only runs. Refusals are not
 * stored: the same key can be tried again.
 * @throws idempotency-key-reused when the key was used for another request, and with the errors of `act`
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
      await storeAnswers(tx, [{ ...key, answer }], deps.clock.now());
      return answer;
    });
  } catch (error) {
    // Either the same request ran concurrently and took the key or the balance first, or the connection was lost at
    // COMMIT. In both cases the stored answer, if there is one, is the outcome.
    const finished = await finishedAnswer(deps.database, key);
    if (finished === undefined) throw error;
    return finished.answer as Answer;
  }
}

/**
 * The stored answer of an earlier request, for use cases that check something before `answerOnce`: a repeated request is
 * answered even if the check would fail now.
 * @throws idempotency-key-reused
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
  if (finished !== undefined && finished.requestHash !== key.requestHash)
    throw new Refusal('idempotency-key-reused');
  return finished;
}
