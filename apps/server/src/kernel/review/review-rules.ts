/** Who may do what to a review, and when; the settings of reviews. */
import type { Permission } from '@tern/protocol';
import { meets, type MessageAct, type MessageCode, messagesOf } from '@tern/protocol/operator';
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { usualMessageKey } from '../i18n/reasons.ts';
import type { MessageKey } from '../i18n/texts.ts';
import { notYet, Refusal } from '../requests/refusal.ts';
import type { Actor } from '../operators/audit-log.ts';
import { hasWord, isDisguised } from '../requests/visible-text.ts';
import { wholeNumber } from '../settings/settings.ts';
import type { ReviewCheck } from './review-kind.ts';
import type { Review } from './review-rows.ts';

export const reviewSettings = {
  claimMinutes: wholeNumber({
    key: 'review.claimMinutes',
    name: 'Claim of a review',
    effect: 'A claimed review is free for others again after this time.',
    unit: 'min',
    fallback: 15,
    min: 1,
  }),
  firstApprovalHours: wholeNumber({
    key: 'review.firstApprovalHours',
    name: 'Validity of a first approval',
    effect: 'A first approval expires if no second one follows in this time.',
    unit: 'h',
    fallback: 24,
    min: 1,
  }),
  holdHoursMax: wholeNumber({
    key: 'review.holdHoursMax',
    name: 'Longest hold of a review',
    effect: 'One person may hold a review for this long at most.',
    unit: 'h',
    fallback: 72,
    min: 1,
  }),
};

/** An operator who works on reviews. */
export interface Reviewer extends Actor {
  permissions: readonly Permission[];
}

/** `first`: not approved yet, or too long ago. `second`: one operator has approved. */
export type Stage = 'first' | 'second' | 'held' | 'done';

interface ClaimTime {
  /** Epoch ms. */
  at: number;
  claimMinutes: number;
}

export function stageOf(review: Review, at: number, firstApprovalHours: number): Stage {
  if (review.state !== 'open') return 'done';
  if (review.holdUntil !== null && review.holdUntil > at) return 'held';
  return isFirstApproved(review, at, firstApprovalHours) ? 'second' : 'first';
}

/** True while a first approval waits for the second. */
export function isFirstApproved(review: Review, at: number, firstApprovalHours: number): boolean {
  const { approvals, firstAt } = review;
  return approvals === 2 && firstAt !== null && firstAt > at - firstApprovalHours * HOUR_MS;
}

export function claimerOf(review: Review, at: number): number | null {
  return review.claimUntil !== null && review.claimUntil > at ? review.claimedBy : null;
}

/**
 * True once an operator has had the review for the time of a claim: they may continue, but others may take it over, so
 * that renewed claims cannot keep a member's money waiting.
 */
export function isTakeable(review: Review, at: number, claimMinutes: number): boolean {
  const { claimSince } = review;
  const isClaimed = claimerOf(review, at) !== null;
  return isClaimed && claimSince !== null && claimSince <= at - claimMinutes * MINUTE_MS;
}

/** The start of an operator's claim: a short release in between does not start a new one. */
export function claimSinceOf(review: Review, operatorId: number, given: ClaimTime): number {
  const { claimedBy, claimSince, claimUntil } = review;
  const { at, claimMinutes } = given;
  const wasOwn = claimedBy === operatorId && claimSince !== null && claimUntil !== null;
  return wasOwn && claimUntil > at - claimMinutes * MINUTE_MS ? claimSince : at;
}

/** @throws already-decided */
export function assertOpen(review: Review): void {
  if (review.state !== 'open') throw new Refusal('already-decided');
}

/**
 * @throws not-claimed unless the operator has claimed the review, with a sentence of its own when it is unclaimed
 */
export function assertClaimed(review: Review, reviewer: Reviewer, at: number): void {
  const claimer = claimerOf(review, at);
  if (claimer === null) throw new Refusal('not-claimed', { text: 'review.unclaimed' });
  if (claimer !== reviewer.operatorId) throw new Refusal('not-claimed');
}

/** @throws not-yet with the end of the hold */
export function assertNotHeld(review: Review, at: number): void {
  if (review.holdUntil === null || review.holdUntil <= at) return;
  throw notYet('until.review', review.holdUntil);
}

/** @throws not-permitted unless the operator has one of the permissions */
export function assertPermitted(reviewer: Reviewer, ...needs: readonly Permission[]): void {
  if (!meets(reviewer.permissions, needs)) throw new Refusal('not-permitted');
}

/** @throws check-failed naming the checks that prevent approval */
export function assertChecks(checks: readonly ReviewCheck[], isAcknowledged: boolean): void {
  const failed = checks.filter(({ isPassed }) => !isPassed);
  const blocking = failed.filter(({ level }) => level === 'stop' || !isAcknowledged);
  if (blocking.length > 0) {
    throw new Refusal('check-failed', { data: { checks: blocking.map(({ name }) => name) } });
  }
}

const REASON_MAX = 500;

/** Lines end with `\n`. @throws invalid-request naming the field, also for text without a letter or digit */
export function readReason(text: string, field = 'reason'): string {
  const reason = text.trim().replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
  const isReadable = hasWord(reason) && !isDisguised(reason.replaceAll('\n', ' '));
  if (!isReadable || reason.length > REASON_MAX)
    throw new Refusal('invalid-request', { fields: [field] });
  return reason;
}

/**
 * The stored message of an act, `memberMessages`: what was chosen, or the usual one.
 * @throws invalid-request for a message of another act
 */
export function readMessage(
  act: MessageAct | `reject.${string}`,
  given: MessageCode | undefined,
): MessageKey {
  if (given === undefined) return usualMessageKey(act);
  if (!messagesOf(act).includes(given))
    throw new Refusal('invalid-request', { fields: ['message'] });
  return `message.${given}`;
}

/** @throws invalid-request when the hold would end in the past or last longer than one operator may choose */
export function assertHoldEnd(until: number, at: number, hoursMax: number): void {
  if (until <= at || until > at + hoursMax * HOUR_MS) {
    throw new Refusal('invalid-request', { fields: ['until'] });
  }
}
