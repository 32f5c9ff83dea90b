/** One step of a review: the row locked, the act, its line in the log, all in one transaction. */
import type { AuditAction } from '@tern/protocol/operator';
import type { Tx } from '../../platform/database/database.ts';
import { logAct } from '../operators/audit-log.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Decision } from './review-kind.ts';
import { type Review, reviewForUpdate } from './review-rows.ts';
import { assertOpen, isFirstApproved, type Reviewer } from './review-rules.ts';
import { reviewSettings } from './review-settings.ts';
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
 * Locks the open review and does the work, then tells consoles and members' devices; tells the kind as
 * well when `isDecision` says that the work decided it. Fails with: 5007, 5034, and whatever the work refuses.
 */
export async function takeStep<T>(
  deps: ReviewQueueDeps,
  asked: { reviewer: Reviewer; id: number; isDecision?: (result: T) => boolean },
  work: (step: Step) => Promise<T>,
): Promise<T> {
  const { database, clock, reviews } = deps;
  const { reviewer, id, isDecision } = asked;
  const { result, review } = await database.transaction(async (tx) => {
    const locked = await tx.maybe(reviewForUpdate, [id]);
    if (locked === undefined) throw new Refusal(5007);
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

export function decisionOf({ review, reviewer, at }: Step, reason: string): Decision {
  return {
    reviewId: review.id,
    subjectId: review.subjectId,
    memberId: review.memberId,
    operatorId: reviewer.operatorId,
    firstOperatorId: review.firstBy,
    reason,
    at,
  };
}

export async function logStep(
  { tx, review, reviewer, at }: Step,
  action: AuditAction,
  more: { reason?: string; detail?: Record<string, unknown>; isShown?: boolean } = {},
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
