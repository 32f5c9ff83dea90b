/** What operators do to reviews: claim, release, hold, approve once or twice, reject. Each act is one transaction with its line in the audit log. */
import type { Tx } from '../../platform/database/database.ts';
import { logAct } from '../audit-log.ts';
import { Refusal } from '../refusal.ts';
import { canonicalFacts, factsHash } from './canonical-facts.ts';
import type { Decision } from './review-kind.ts';
import {
  type Review,
  reviewForUpdate,
  setClaim,
  setDecision,
  setFirstApproval,
  setHold,
} from './review-rows.ts';
import {
  assertChecks,
  assertClaimed,
  assertHoldEnd,
  assertNotHeld,
  assertOpen,
  assertRole,
  claimerOf,
  isFirstApproved,
  readReason,
  type Reviewer,
} from './review-rules.ts';
import { reviewSettings } from './review-settings.ts';
import type { ReviewDeps, Reviews } from './reviews.ts';

export interface Approval {
  /** Which of the two the operator means to give; of one, `first`. */
  stage: 'first' | 'second';
  /** Of the facts that the operator was shown. */
  hash: string;
  note: string;
  /** Failed checks that only warn have been read. */
  isAcknowledged: boolean;
}

export interface ReviewDesk {
  /** Takes it in hand for some minutes. Fails with: 5007, 5031, 5032, 5034. */
  claim(reviewer: Reviewer, id: number): Promise<void>;
  /** Fails with: 5007, 5031, 5034. */
  release(reviewer: Reviewer, id: number): Promise<void>;
  /** Nobody approves it until then; nobody holds it twice in a row. Fails with: 5001, 5007, 5031, 5032, 5034. */
  hold(reviewer: Reviewer, id: number, hold: { until: number; reason: string }): Promise<void>;
  /**
   * Gives true when it is carried out, false when it now waits for a second person.
   * Fails with: 5007, 5009, 5030, 5031, 5032 (the same person twice), 5033 (the facts are not those),
   * 5034, 5036, and with whatever the kind's approval refuses.
   */
  approve(reviewer: Reviewer, id: number, approval: Approval): Promise<boolean>;
  /** The member reads the reason. Fails with: 5001, 5007, 5030, 5031, 5034. */
  reject(reviewer: Reviewer, id: number, reason: string): Promise<void>;
}

interface Step {
  tx: Tx;
  review: Review;
  reviewer: Reviewer;
  at: number;
}

const MINUTE_MS = 60_000;

export function createReviewDesk(deps: ReviewDeps, reviews: Reviews): ReviewDesk {
  const { database, clock, settings } = deps;

  /** Locks the review, does the act, writes its line. */
  async function act<T>(
    reviewer: Reviewer,
    id: number,
    work: (step: Step) => Promise<T>,
  ): Promise<T> {
    let decided: Review | undefined;
    const result = await database.transaction(async (tx) => {
      const review = await tx.maybe(reviewForUpdate, [id]);
      if (review === undefined) throw new Refusal(5007);
      assertOpen(review);
      decided = review;
      return work({ tx, review, reviewer, at: clock.now() });
    });
    reviews.announce();
    if (decided !== undefined) reviews.kind(decided.kind).decided?.(decided.subjectId);
    return result;
  }

  const waits = (review: Review, at: number) =>
    isFirstApproved(review, at, settings.read(reviewSettings.firstApprovalHours));

  return {
    claim: (reviewer, id) =>
      act(reviewer, id, async (step) => {
        const { tx, review, at } = step;
        const claimer = claimerOf(review, at);
        if (claimer !== null && claimer !== reviewer.operatorId) throw new Refusal(5031);
        if (waits(review, at) && review.firstBy === reviewer.operatorId) throw new Refusal(5032);
        const until = at + settings.read(reviewSettings.claimMinutes) * MINUTE_MS;
        await log(step, 'review.claim');
        await tx.run(setClaim, [id, reviewer.operatorId, until, at]);
      }),

    release: (reviewer, id) =>
      act(reviewer, id, async (step) => {
        assertClaimed(step.review, reviewer, step.at);
        await log(step, 'review.release');
        await step.tx.run(setClaim, [id, null, null, step.at]);
      }),

    hold: (reviewer, id, { until, reason: given }) =>
      act(reviewer, id, async (step) => {
        const { tx, review, at } = step;
        assertRole(reviewer, 'reviewer', 'approver');
        assertClaimed(review, reviewer, at);
        const reason = readReason(given);
        assertHoldEnd(until, at, settings.read(reviewSettings.holdHoursMax));
        if (review.holdBy === reviewer.operatorId) throw new Refusal(5032);
        await log(step, 'review.hold', { reason, isShown: true, detail: { until } });
        await tx.run(setHold, [id, reviewer.operatorId, until, reason, at]);
        const decision = decisionOf(step, reason);
        await reviews.kind(review.kind).held?.(tx, { ...decision, until });
      }),

    approve: (reviewer, id, approval) =>
      act(reviewer, id, async (step) => {
        const { review, at } = step;
        assertClaimed(review, reviewer, at);
        assertNotHeld(review, at);
        const { facts, hash } = await factsAsSeen(step, approval);
        const detail = { facts, hash, note: approval.note };
        if (review.approvals === 1) {
          assertRole(reviewer, 'reviewer');
          if (approval.stage !== 'first') throw new Refusal(5033);
          await carryOut(step, { ...approval, hash }, detail);
          return true;
        }
        return approval.stage === 'first'
          ? approveFirst(step, { ...approval, hash }, detail)
          : approveSecond(step, { ...approval, hash }, detail);
      }),

    reject: (reviewer, id, given) =>
      act(reviewer, id, async (step) => {
        const { tx, review, at } = step;
        assertRole(reviewer, 'reviewer', 'approver');
        assertClaimed(review, reviewer, at);
        const reason = readReason(given);
        await log(step, 'review.reject', { reason, isShown: true });
        await tx.run(setDecision, [id, 'rejected', reviewer.operatorId, null, reason, at]);
        await reviews.kind(review.kind).reject(tx, decisionOf(step, reason));
      }),
  };

  /** Fails with: 5033 when the facts are not those the operator was shown, 5036. */
  async function factsAsSeen({ tx, review, at }: Step, approval: Approval) {
    const kind = reviews.kind(review.kind);
    const facts = canonicalFacts(await kind.facts(tx, review.subjectId));
    const hash = factsHash(review, facts);
    if (hash !== approval.hash) throw new Refusal(5033);
    assertChecks(await kind.checks(tx, review.subjectId, at), approval.isAcknowledged);
    return { facts, hash };
  }

  /** Fails with: 5030, 5033 when somebody has given it meanwhile. */
  async function approveFirst(step: Step, approval: Approval, detail: Record<string, unknown>) {
    const { tx, review, reviewer, at } = step;
    assertRole(reviewer, 'reviewer');
    if (waits(review, at) && review.firstHash === approval.hash) throw new Refusal(5033);
    await log(step, 'review.approveFirst', { detail });
    await tx.run(setFirstApproval, [
      review.id,
      reviewer.operatorId,
      approval.hash,
      approval.note,
      at,
    ]);
    return false;
  }

  /** Fails with: 5030, 5032, 5033 when nobody approved these very facts, or too long ago. */
  async function approveSecond(step: Step, approval: Approval, detail: Record<string, unknown>) {
    const { review, reviewer, at } = step;
    assertRole(reviewer, 'approver');
    if (review.firstBy === reviewer.operatorId) throw new Refusal(5032);
    if (!waits(review, at) || review.firstHash !== approval.hash) throw new Refusal(5033);
    await carryOut(step, approval, detail);
    return true;
  }

  async function carryOut(step: Step, approval: Approval, detail: Record<string, unknown>) {
    const { tx, review, reviewer, at } = step;
    await log(step, 'review.approve', { detail, isShown: true });
    await tx.run(setDecision, [
      review.id,
      'approved',
      reviewer.operatorId,
      approval.hash,
      approval.note,
      at,
    ]);
    await reviews.kind(review.kind).approve(tx, decisionOf(step, approval.note));
  }
}

function decisionOf({ review, reviewer, at }: Step, reason: string): Decision {
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

async function log(
  { tx, review, reviewer, at }: Step,
  action: string,
  more: { reason?: string; detail?: Record<string, unknown>; isShown?: boolean } = {},
) {
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
