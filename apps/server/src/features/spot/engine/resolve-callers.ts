/** Answers the callers of a committed batch. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findFinished, keyText } from './answers.ts';
import type { Outcome, PlannedBatch } from './batch.ts';
import type { PendingCommand } from './in-flight-batch.ts';

/**
 * A retried key must get its first answer. A batch planned from memory may refuse a command whose key is already
 * answered in the database, so the keys of refused commands are looked up first.
 * Fails with: nothing; `fail` receives the commands whose keys could not be looked up.
 */
export async function resolveCallers(
  database: Database,
  { pending, planned }: { pending: readonly PendingCommand[]; planned: PlannedBatch },
  fail: (pending: readonly PendingCommand[], error: unknown) => void,
): Promise<void> {
  const unsure: { caller: PendingCommand; refusal: Refusal }[] = [];
  pending.forEach((caller, position) => {
    const outcome = planned.outcomes[position]!;
    const isUnsure = !planned.isFresh && caller.command.key !== undefined;
    if (isUnsure && outcome instanceof Refusal) unsure.push({ caller, refusal: outcome });
    else resolve(caller, outcome);
  });
  if (unsure.length === 0) return;
  const callers = unsure.map(({ caller }) => caller);
  try {
    const finished = await findFinished(
      database,
      callers.map(({ command }) => command),
    );
    for (const { caller, refusal } of unsure) {
      const key = caller.command.key!;
      const before = finished.get(keyText(key));
      if (before === undefined) resolve(caller, refusal);
      else if (before.requestHash !== key.requestHash)
        resolve(caller, new Refusal('idempotency-key-reused'));
      else resolve(caller, before.answer as Outcome);
    }
  } catch (error) {
    fail(callers, error);
  }
}

function resolve(caller: PendingCommand, outcome: Outcome): void {
  if (outcome instanceof Refusal) caller.reject(outcome);
  else caller.resolve(outcome);
}
