/** Lifting read-only mode: one approver proposes it, another one lifts it, each with a reason (ADR 52). */
import {
  lift,
  periodForUpdate,
  proposeLift as propose,
} from '../../../kernel/invariants/progress.ts';
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { publishToConsoles } from '../../../kernel/operators/operator-live.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason } from '../../../kernel/review/review-rules.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { OperationsDeps } from './deps.ts';

interface LiftInput {
  /** The read-only period. */
  readonly id: number;
  readonly reason: string;
}

/** A second proposal is refused: the first one waits. @throws invalid-request, not-found, already-decided */
export async function proposeLift(
  deps: OperationsDeps,
  actor: Actor,
  input: LiftInput,
): Promise<void> {
  const reason = readReason(input.reason);
  await deps.database.transaction(async (tx) => {
    const period = await openAt(tx, input.id);
    if (period.proposedBy !== null) throw new Refusal('already-decided');
    const at = deps.clock.now();
    await tx.run(propose, [period.id, actor.operatorId, reason, at]);
    const entry = { actor, subject: `readOnly:${period.id}`, reason };
    await logAct(tx, { ...entry, action: 'readOnly.propose' }, at);
  });
  publishChange(deps);
}

/**
 * What broke is not repaired by this: the next check begins the mode again if it still finds it.
 * @throws invalid-request, not-found, already-decided, second-person-needed
 */
export async function liftReadOnly(
  deps: OperationsDeps,
  actor: Actor,
  input: LiftInput,
): Promise<void> {
  const reason = readReason(input.reason);
  await deps.database.transaction(async (tx) => {
    const period = await openAt(tx, input.id);
    if (period.proposedBy === null || period.proposedBy === actor.operatorId)
      throw new Refusal('second-person-needed');
    const at = deps.clock.now();
    await tx.run(lift, [period.id, actor.operatorId, reason, at]);
    const entry = { actor, subject: `readOnly:${period.id}`, reason };
    await logAct(tx, { ...entry, action: 'readOnly.lift' }, at);
  });
  await deps.readOnly.refresh();
  publishChange(deps);
}

async function openAt(tx: Tx, id: number) {
  const period = await tx.maybe(periodForUpdate, [id]);
  if (period === undefined) throw new Refusal('not-found', { fields: ['ID'] });
  if (period.liftedAt !== null) throw new Refusal('already-decided');
  return period;
}

function publishChange({ bus }: OperationsDeps): void {
  publishToConsoles(bus, { needs: ['role'], message: { kind: 'operations' } });
}
