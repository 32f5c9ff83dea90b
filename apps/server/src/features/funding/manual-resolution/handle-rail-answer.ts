/** Handles a rail's answer after a manual resolution: no money moves any more, and a contradiction opens a review. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { storedTransfer } from '../../../kernel/rails/given-up.ts';
import type { TransferEnd } from '../../../kernel/rails/rail.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { transferOut } from '../withdrawal/rules.ts';
import type { Withdrawal } from '../withdrawal/store.ts';
import { isAtOdds } from './rules.ts';
import { insertDiscrepancy, takeRailAnswer } from './store.ts';

export const DISCREPANCY = 'discrepancy';

export interface RailAnswerDeps {
  clock: Clock;
  log: Log;
  reviews: Reviews;
}

/** Needs: the withdrawal's row, locked by the caller. Returns true when it opened a review. */
export async function handleRailAnswer(
  tx: Tx,
  deps: RailAnswerDeps,
  { withdrawal, end }: { withdrawal: Withdrawal; end: TransferEnd },
): Promise<boolean> {
  const resolution = await tx.maybe(takeRailAnswer, [withdrawal.id]);
  if (resolution === undefined) return false;
  const kept = await storedTransfer(tx, transferOut(withdrawal).reference);
  if (!isAtOdds(resolution, end, kept)) return false;
  const at = deps.clock.now();
  const { id: withdrawalId, asset, amount } = withdrawal;
  const said = {
    kind: end.kind,
    txid: end.kind === 'completed' ? end.txid : (kept?.txid ?? ''),
    reason: end.kind === 'refused' ? end.reason : '',
  };
  const { id } = await tx.one(insertDiscrepancy, [
    resolution.id,
    said.kind,
    said.txid,
    said.reason,
    at,
  ]);
  const subject = `withdrawal:${withdrawalId}`;
  const detail = { verdict: resolution.outcome, verdictTxid: resolution.txid, said };
  const { memberId } = withdrawal;
  const action = 'withdrawal.discrepancy';
  await logAct(tx, { actor: undefined, action, subject, memberId, detail }, at);
  // Without a member: nothing of theirs is decided here.
  await deps.reviews.open(tx, { kind: DISCREPANCY, subjectId: id, memberId: null, asset, amount });
  deps.log.error({ withdrawal: withdrawalId, ...detail }, 'a rail contradicts a manual resolution');
  return true;
}
