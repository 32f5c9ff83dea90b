/** One operator proposes how a stuck withdrawal ended; a second one must approve (ADR 31). */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { storedTransfer } from '../../../kernel/rails/given-up.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import { transferOut } from '../withdrawal/rules.ts';
import { withdrawalSettings } from '../settings.ts';
import { type Withdrawal, withdrawalStore } from '../withdrawal/store.ts';
import { isHalted, namesEnough, readTxid, type Outcome } from './rules.ts';
import { insertResolution, isPaymentUsed, resolutionOf } from './store.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

export const RESOLUTION = 'verdict';

export interface ResolutionDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
}

export interface ResolutionProposal {
  withdrawalId: number;
  outcome: Outcome;
  /** Empty where nothing was signed. */
  txid: string;
  reason: string;
}

const PAYMENT_ONCE = 'withdrawal_resolutions_payment';

/** How long a rail may have no result before operators may resolve, in ms. */
export const haltMs = ({ settings }: Pick<ResolutionDeps, 'settings'>): number =>
  settings.read(withdrawalSettings.haltMinutes) * MINUTE_MS;

/**
 * Returns the id of the review that awaits the second approval; an operator who repeats a proposal gets the same id.
 * Fails with: invalid-request naming the field, not-found, already-exists for a transaction that pays another
 * withdrawal, already-decided while the rail may answer, when it ended, or beside another proposal.
 */
export async function proposeResolution(
  deps: ResolutionDeps,
  actor: Reviewer,
  proposal: ResolutionProposal,
): Promise<number> {
  const reason = readReason(proposal.reason);
  const txid = proposal.txid.trim() === '' ? '' : readTxid(proposal.txid);
  if (txid === undefined) throw new Refusal('invalid-request', { fields: ['txid'] });
  const given = { ...proposal, txid, reason };
  const reviewId = await deps.database.transaction(async (tx) => {
    const withdrawal = await tx.maybe(withdrawalStore.forUpdate, [proposal.withdrawalId]);
    if (withdrawal === undefined) throw new Refusal('not-found');
    const earlier = await earlierReview(tx, given, actor);
    if (earlier !== undefined) return earlier;
    return put(tx, { deps, actor, withdrawal, given });
  });
  deps.reviews.announce();
  return reviewId;
}

/** Fails with: already-decided beside a different proposal, or another operator's. */
async function earlierReview(tx: Tx, given: ResolutionProposal, { operatorId }: Reviewer) {
  const earlier = await tx.maybe(resolutionOf, [given.withdrawalId]);
  if (earlier === undefined) return undefined;
  const { outcome, txid, reason, proposedBy } = earlier;
  const isSame =
    outcome === given.outcome &&
    txid === given.txid &&
    reason === given.reason &&
    proposedBy === operatorId;
  const review = isSame ? await reviewOf(tx, RESOLUTION, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('already-decided');
  return review.id;
}

interface Given {
  deps: ResolutionDeps;
  actor: Reviewer;
  withdrawal: Withdrawal;
  given: ResolutionProposal;
}

/** Needs: the withdrawal's row, locked. */
async function put(tx: Tx, { deps, actor, withdrawal, given }: Given): Promise<number> {
  const { outcome, txid, reason } = given;
  const { operatorId } = actor;
  const { id, memberId, asset, amount } = withdrawal;
  const at = deps.clock.now();
  if (!isHalted(withdrawal, { at, haltMs: haltMs(deps) })) throw new Refusal('already-decided');
  const kept = await storedTransfer(tx, transferOut(withdrawal).reference);
  if (!namesEnough(given, kept)) throw new Refusal('invalid-request', { fields: ['txid'] });
  if (outcome === 'sent' && (await tx.one(isPaymentUsed, [id, txid])).isUsed) {
    throw new Refusal('already-exists', { fields: ['txid'] });
  }
  const row = [id, outcome, txid, reason, operatorId, at] as const;
  const made = await tx.one(insertResolution, [...row]).catch((error: unknown) => {
    // Named for another withdrawal concurrently.
    throw isUniqueViolation(error, PAYMENT_ONCE)
      ? new Refusal('already-exists', { fields: ['txid'] })
      : error;
  });
  const entry = {
    actor,
    action: 'verdict.propose' as const,
    subject: `withdrawal:${id}`,
    memberId,
    reason,
  };
  await logAct(tx, { ...entry, detail: { verdict: outcome, txid } }, at);
  const proposal = { operatorId, note: reason };
  return deps.reviews.open(tx, {
    kind: RESOLUTION,
    subjectId: made.id,
    memberId,
    asset,
    amount,
    proposal,
  });
}
