/** Answers the callers of a batch once it has committed: with what it did, and the signed numbers of new orders. */
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { MemberCommand } from '../commands.ts';
import { findFinished, keyText } from './answers.ts';
import type { Confirmations, Outcome, PlannedBatch } from './batch.ts';
import type { InFlightBatch, PendingCommand } from './round.ts';

/** A batch whose transaction has committed, and its callers. */
interface Answered {
  readonly pending: readonly PendingCommand[];
  readonly planned: PlannedBatch;
  readonly confirmations: InFlightBatch['confirmations'];
}

/** The stored answer has none: what is answered to a repeated request is what the first one did. */
function withConfirmation(
  { kind }: MemberCommand,
  outcome: Outcome,
  confirmed: Confirmations | undefined,
): Outcome {
  if (kind !== 'place' || outcome instanceof Refusal || !('order' in outcome)) return outcome;
  const confirmation = confirmed?.get(outcome.order.ID);
  return confirmation === undefined ? outcome : { ...outcome, confirmation };
}

/**
 * Answers the callers of a committed batch. A retried key must get its first answer. A batch planned from memory may refuse a command whose key is already
 * answered in the database, so the keys of refused commands are looked up first.
 * Never fails: `fail` receives the commands whose keys could not be looked up.
 */
export async function answerCallers(
  database: Database,
  { pending, planned, confirmations }: Answered,
  fail: (pending: readonly PendingCommand[], error: unknown) => void,
): Promise<void> {
  const confirmed = await confirmations;
  const unsure: { caller: PendingCommand; refusal: Refusal }[] = [];
  pending.forEach((caller, position) => {
    const outcome = withConfirmation(caller.command, planned.outcomes[position]!, confirmed);
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
