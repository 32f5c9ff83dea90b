/** One action on a review: row lock, action and audit log entry in one transaction; and the member's notice. */
import { formatDecimal } from '@tern/money';
import type { AuditAction } from '@tern/protocol/operator';
import type { Tx } from '../../platform/database/database.ts';
import type { OwnReason } from '../i18n/reasons.ts';
import type { MessageKey } from '../i18n/texts.ts';
import { notify } from '../messaging/notifications.ts';
import { type AuditEntry, logAct } from '../operators/audit-log.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Decision } from './review-kind.ts';
import { type Review, reviewForUpdate } from './review-rows.ts';
import { assertOpen, isFirstApproved, type Reviewer, reviewSettings } from './review-rules.ts';
import type { ReviewDeps, Reviews } from './reviews.ts';

export interface Step {
  tx: Tx;
  review: Review;
  reviewer: Reviewer;
  /** Epoch ms. */
  at: number;
}

export interface ReviewQueueDeps extends ReviewDeps {
  reviews: Reviews;
}

/**
 * Locks the open review and runs `work`, then wakes consoles and members' devices, and the kind if `isDecision` returns
 * true.
 * @throws not-found, already-decided, and the refusals of `work`
 */
export async function takeStep<T>(
  deps: ReviewQueueDeps,
  request: { reviewer: Reviewer; id: number; isDecision?: (result: T) => boolean },
  work: (step: Step) => Promise<T>,
): Promise<T> {
  const { database, clock, reviews } = deps;
  const { reviewer, id, isDecision } = request;
  const { result, review } = await database.transaction(async (tx) => {
    const locked = await tx.maybe(reviewForUpdate, [id]);
    if (locked === undefined) throw new Refusal('not-found');
    assertOpen(locked);
    const step = { tx, review: locked, reviewer, at: clock.now() };
    return { result: await work(step), review: locked };
  });
  reviews.announce();
  if (isDecision?.(result) === true) reviews.kind(review.kind).decided?.(review.subjectId);
  return result;
}

/** True while a first approval waits for the second. */
export function isWaiting({ settings }: ReviewQueueDeps, { review, at }: Step): boolean {
  return isFirstApproved(review, at, settings.read(reviewSettings.firstApprovalHours));
}

export function decisionOf({ review, reviewer, at }: Step, message: string): Decision {
  return {
    reviewId: review.id,
    subjectId: review.subjectId,
    memberId: review.memberId,
    operatorId: reviewer.operatorId,
    firstOperatorId: review.firstBy,
    message,
    at,
  };
}

export async function logStep(
  { tx, review, reviewer, at }: Step,
  action: AuditAction,
  more: Pick<AuditEntry, 'reason' | 'message' | 'detail' | 'isShown'> = {},
): Promise<void> {
  const { detail = {}, ...rest } = more;
  const about = { kind: review.kind, subjectId: review.subjectId };
  const entry = {
    actor: reviewer,
    action,
    subject: `review:${review.id}`,
    memberId: review.memberId,
    ...rest,
    detail: { ...about, ...detail },
  };
  await logAct(tx, entry, at);
}

/** `reason` is what the member reads, `until` a moment in ISO 8601. */
type Decided =
  | { kind: 'review.approved' }
  | { kind: 'review.rejected'; reason: MessageKey }
  | { kind: 'review.voided'; reason: OwnReason }
  | { kind: 'review.held'; reason: MessageKey; until: string };

/** Notifies the member of the decision on their request; proposals of operators are left to their feature. */
export async function notifyMember(
  { reviews }: ReviewQueueDeps,
  step: Step,
  decided: Decided,
): Promise<void> {
  const { memberId, subjectId, asset } = step.review;
  const reviewed = reviews.kind(step.review.kind);
  const { letter, isProposal = false } = reviewed;
  if (memberId === null || isProposal) return;
  const { kind, ...more } = decided;
  const moved = kind === 'review.approved' && (await reviewed.moved?.(step.tx, subjectId));
  const amount = moved || step.review.amount;
  const money = { asset: asset ?? '', amount: amount === null ? '' : formatDecimal(amount) };
  const values = { recordNo: `${letter}-${subjectId}`, ...money, ...more };
  const about = { kind: step.review.kind, id: subjectId };
  await notify(step.tx, { memberId, kind, about, values }, step.at);
}
