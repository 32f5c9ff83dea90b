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
  /** What the engine answered with lately, by the id of the order. */
  readonly recent: Map<number, string>;
}

/** Repeated requests come soon; a later one gets the order alone. */
const RECENT_MAX = 1_000;

/** Of the batch, or of an earlier one whose answer a repeated request gets: the stored answer has none. */
function withConfirmation(
  { kind }: MemberCommand,
  outcome: Outcome,
  { confirmed, recent }: { confirmed: Confirmations | undefined; recent: Map<number, string> },
): Outcome {
  if (kind !== 'place' || outcome instanceof Refusal || !('order' in outcome)) return outcome;
  const { ID: id } = outcome.order;
  const confirmation = confirmed?.get(id) ?? recent.get(id);
  if (confirmation === undefined) return outcome;
  recent.set(id, confirmation);
  if (recent.size > RECENT_MAX) recent.delete(recent.keys().next().value!);
  return { ...outcome, confirmation };
}

/**
 * Answers the callers of a committed batch. A retried key must get its first answer. A batch planned from memory may refuse a command whose key is already
 * answered in the database, so the keys of refused commands are looked up first.
 * Never fails: `fail` receives the commands whose keys could not be looked up.
 */
export async function answerCallers(
  database: Database,
  { pending, planned, confirmations, recent }: Answered,
  fail: (pending: readonly PendingCommand[], error: unknown) => void,
): Promise<void> {
  const signed = { confirmed: await confirmations?.(), recent };
  const unsure: { caller: PendingCommand; refusal: Refusal }[] = [];
  pending.forEach((caller, position) => {
    const outcome = withConfirmation(caller.command, planned.outcomes[position]!, signed);
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
      else resolve(caller, withConfirmation(caller.command, before.answer as Outcome, signed));
    }
  } catch (error) {
    fail(callers, error);
  }
}

function resolve(caller: PendingCommand, outcome: Outcome): void {
  if (outcome instanceof Refusal) caller.reject(outcome);
  else caller.resolve(outcome);
}
