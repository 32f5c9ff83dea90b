/** Gives those who wait their answers, once their batch stands. */
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { keyText, type Planned } from './batch.ts';
import type { Outcome } from './batch-result.ts';
import type { Waiting } from './flight.ts';
import { readFinished } from './fresh-reads.ts';

/**
 * A refusal changes nothing, so a batch can carry one although its key is answered already: whoever repeats a request
 * gets the first answer, and that is looked up for those who are about to be refused.
 * Fails with: nothing; `fail` is told of those whose key could not be looked up.
 */
export async function answerWaiting(
  database: Database,
  { taken, planned }: { taken: readonly Waiting[]; planned: Planned },
  fail: (taken: readonly Waiting[], error: unknown) => void,
): Promise<void> {
  const doubtful: { waiting: Waiting; refusal: Refusal }[] = [];
  taken.forEach((waiting, position) => {
    const outcome = planned.outcomes[position]!;
    const isDoubtful = !planned.isFresh && waiting.command.key !== undefined;
    if (isDoubtful && outcome instanceof Refusal) doubtful.push({ waiting, refusal: outcome });
    else tell(waiting, outcome);
  });
  if (doubtful.length === 0) return;
  const asking = doubtful.map(({ waiting }) => waiting);
  try {
    const commands = asking.map(({ command }) => command);
    const finished = await readFinished(database, commands);
    for (const { waiting, refusal } of doubtful) {
      const key = waiting.command.key!;
      const before = finished.get(keyText(key));
      if (before === undefined) tell(waiting, refusal);
      else if (before.requestHash !== key.requestHash) tell(waiting, new Refusal(5002));
      else tell(waiting, before.answer as Outcome);
    }
  } catch (error) {
    fail(asking, error);
  }
}

function tell({ resolve, reject }: Waiting, outcome: Outcome): void {
  if (outcome instanceof Refusal) reject(outcome);
  else resolve(outcome);
}
