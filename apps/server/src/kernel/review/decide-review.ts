/** Approving a review, by one or two operators, and rejecting it. */
import { type Amount, formatDecimal, negate } from '@tern/money';
import type { MessageCode } from '@tern/protocol/operator';
import { Refusal } from '../requests/refusal.ts';
import { canonicalFacts, factsHash, type ReviewCheck, type BalanceChange } from './review-kind.ts';
import { setDecision, setFirstApproval } from './review-rows.ts';
import {
  assertChecks,
  assertClaimed,
  assertNotHeld,
  assertPermitted,
  readMessage,
  readReason,
} from './review-rules.ts';
import {
  decisionOf,
  type ReviewQueueDeps,
  isWaiting,
  logStep,
  notifyMember,
  type Step,
} from './review-step.ts';

export interface Approval {
  /** Which of the two approvals this is; where one is enough, `first`. */
  stage: 'first' | 'second';
  /** The hash of the facts shown to the operator. */
  hash: string;
  note: string;
  /** The operator has read the failed checks that only warn. */
  isAcknowledged: boolean;
}

/** The two texts of a rejection; without a message, the usual one of the kind. */
export interface Rejection {
  reason: string;
  message?: MessageCode | undefined;
}

/** `first`: waits for the second approval. `voided`: approved, but its own terms returned everything instead. */
export type Approved = 'first' | 'carriedOut' | 'voided';

/**
 * @throws invalid-request (note), not-yet, not-permitted, not-claimed, second-person-needed, facts-changed, check-failed,
 * and the refusals of the kind's `approve`
 */
export async function approve(
  deps: ReviewQueueDeps,
  step: Step,
  approval: Approval,
): Promise<Approved> {
  const { review, reviewer, at } = step;
  assertClaimed(review, reviewer, at);
  assertNotHeld(review, at);
  const { facts, checks } = await assertFactsUnchanged(deps, step, approval);
  const isLast = review.approvals === 1 || approval.stage === 'second';
  if (review.approvals === 1) {
    assertPermitted(reviewer, 'reviews.first');
    if (approval.stage !== 'first') throw new Refusal('facts-changed');
  } else if (isLast) {
    assertSecond(deps, step, approval);
  } else {
    assertFirst(deps, step, approval);
  }
  const { hash } = approval;
  const note = approval.note.trim() === '' ? '' : readReason(approval.note, 'note');
  const { subjectId } = review;
  const kind = deps.reviews.kind(review.kind);
  const change = await kind.change?.(step.tx, subjectId);
  const detail = { facts, hash, note, checks, ...changeDetail(change) };
  if (!isLast) {
    await logStep(step, 'review.approveFirst', { detail });
    await step.tx.run(setFirstApproval, [review.id, reviewer.operatorId, hash, note, at]);
    return 'first';
  }
  const texts = await kind.texts?.(step.tx, subjectId);
  await logStep(step, 'review.approve', { ...texts, detail, isShown: true });
  const by = reviewer.operatorId;
  await step.tx.run(setDecision, [review.id, 'approved', by, hash, note, at]);
  const voided = await kind.approve(step.tx, decisionOf(step, ''));
  if (typeof voided !== 'string') {
    await notifyMember(deps, step, { kind: 'review.approved' });
    return 'carriedOut';
  }
  const undone = changeDetail(change, negate);
  await logStep(step, 'review.voided', { reason: voided, detail: undone, isShown: true });
  await notifyMember(deps, step, { kind: 'review.voided', reason: voided });
  return 'voided';
}

/** The change of the member's balance, for the audit log; negated when the approval was voided. */
function changeDetail(change: BalanceChange | undefined, as = (amount: Amount) => amount) {
  if (change === undefined) return {};
  const { asset, amount, of = 'available' } = change;
  return { change: { asset, amount: formatDecimal(as(amount)), of } };
}

/** @throws facts-changed when the facts differ from those shown to the operator, check-failed */
async function assertFactsUnchanged(
  deps: ReviewQueueDeps,
  step: Step,
  approval: Approval,
): Promise<{ facts: string; checks: readonly ReviewCheck[] }> {
  const { tx, review, at } = step;
  const kind = deps.reviews.kind(review.kind);
  const facts = canonicalFacts(await kind.facts(tx, review.subjectId));
  if (factsHash(review, facts) !== approval.hash) throw new Refusal('facts-changed');
  const checks = await kind.checks(tx, review.subjectId, at);
  assertChecks(checks, approval.isAcknowledged);
  return { facts, checks };
}

/** @throws not-permitted, facts-changed when another operator has given the first approval meanwhile */
function assertFirst(deps: ReviewQueueDeps, step: Step, { hash }: Approval): void {
  assertPermitted(step.reviewer, 'reviews.first');
  if (isWaiting(deps, step) && step.review.firstHash === hash) throw new Refusal('facts-changed');
}

/**
 * @throws not-permitted, second-person-needed, facts-changed when the first approval was of other facts, or has expired
 */
function assertSecond(deps: ReviewQueueDeps, step: Step, { hash }: Approval): void {
  const { review, reviewer } = step;
  assertPermitted(reviewer, 'reviews.second');
  if (review.firstBy === reviewer.operatorId) throw new Refusal('second-person-needed');
  if (!isWaiting(deps, step) || review.firstHash !== hash) throw new Refusal('facts-changed');
}

/** @throws invalid-request, not-permitted, not-claimed */
export async function reject(deps: ReviewQueueDeps, step: Step, given: Rejection): Promise<void> {
  const { tx, review, reviewer, at } = step;
  assertPermitted(reviewer, 'reviews.first', 'reviews.second');
  assertClaimed(review, reviewer, at);
  const reason = readReason(given.reason);
  const message = readMessage(`reject.${review.kind}`, given.message);
  await logStep(step, 'review.reject', { reason, message, isShown: true });
  await tx.run(setDecision, [review.id, 'rejected', reviewer.operatorId, null, reason, at]);
  await notifyMember(deps, step, { kind: 'review.rejected', reason: message });
  await deps.reviews.kind(review.kind).reject(tx, decisionOf(step, message));
}
