/** Claiming a review, releasing it, and putting it on hold. */
import type { MessageCode } from '@tern/protocol/operator';
import { isoTime } from '../../platform/clock.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { Refusal } from '../requests/refusal.ts';
import { endClaim, setClaim, setHold } from './review-rows.ts';
import {
  assertClaimed,
  assertHoldEnd,
  assertPermitted,
  claimerOf,
  claimSinceOf,
  isTakeable,
  readMessage,
  readReason,
  reviewSettings,
} from './review-rules.ts';
import {
  decisionOf,
  type ReviewQueueDeps,
  isWaiting,
  logStep,
  notifyMember,
  type Step,
} from './review-step.ts';

/**
 * Keeps other operators out for the time of one claim, however often it is renewed.
 * @throws not-claimed, second-person-needed for the operator who gave the first approval
 */
export async function claim(deps: ReviewQueueDeps, step: Step): Promise<void> {
  const { tx, review, reviewer, at } = step;
  const { operatorId } = reviewer;
  const claimMinutes = deps.settings.read(reviewSettings.claimMinutes);
  const claimer = claimerOf(review, at);
  const isOthers = claimer !== null && claimer !== operatorId;
  if (isOthers && !isTakeable(review, at, claimMinutes)) throw new Refusal('not-claimed');
  if (isWaiting(deps, step) && review.firstBy === operatorId)
    throw new Refusal('second-person-needed');
  const since = claimSinceOf(review, operatorId, { at, claimMinutes });
  const until = at + claimMinutes * MINUTE_MS;
  const detail = { until, ...(isOthers ? { takenFrom: claimer } : {}) };
  await logStep(step, 'review.claim', { detail });
  await tx.run(setClaim, [review.id, operatorId, since, until, at]);
}

/** @throws not-claimed */
export async function release(step: Step): Promise<void> {
  const { tx, review, reviewer, at } = step;
  assertClaimed(review, reviewer, at);
  await logStep(step, 'review.release');
  await tx.run(endClaim, [review.id, at]);
}

/**
 * @throws invalid-request, not-permitted, not-claimed, second-person-needed for the operator who put it on hold last
 */
export async function hold(
  deps: ReviewQueueDeps,
  step: Step,
  given: { until: number; reason: string; message?: MessageCode | undefined },
): Promise<void> {
  const { tx, review, reviewer, at } = step;
  const { until } = given;
  assertPermitted(reviewer, 'reviews.first', 'reviews.second');
  assertClaimed(review, reviewer, at);
  const reason = readReason(given.reason);
  const message = readMessage('hold', given.message);
  assertHoldEnd(until, at, deps.settings.read(reviewSettings.holdHoursMax));
  if (review.holdBy === reviewer.operatorId) throw new Refusal('second-person-needed');
  await logStep(step, 'review.hold', { reason, message, isShown: true, detail: { until } });
  await tx.run(setHold, [review.id, reviewer.operatorId, until, reason, at]);
  await notifyMember(deps, step, { kind: 'review.held', reason: message, until: isoTime(until) });
  const decision = decisionOf(step, message);
  await deps.reviews.kind(review.kind).held?.(tx, { ...decision, until });
}
