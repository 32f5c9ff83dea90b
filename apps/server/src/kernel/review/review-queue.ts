/** The operators' side of reviews: claim, release, hold, approve, reject. Each is one transaction with its audit log entry. */
import type { MessageCode } from '@tern/protocol/operator';
import { claim, hold, release } from './claim-review.ts';
import { type Approval, type Approved, approve, reject, type Rejection } from './decide-review.ts';
import type { Reviewer } from './review-rules.ts';
import { takeStep } from './review-step.ts';
import type { ReviewDeps, Reviews } from './reviews.ts';

export interface ReviewQueue {
  /** Reserves it for some minutes. @throws not-found, not-claimed, second-person-needed, already-decided */
  claim(reviewer: Reviewer, id: number): Promise<void>;
  /** @throws not-found, not-claimed, already-decided */
  release(reviewer: Reviewer, id: number): Promise<void>;
  /**
   * Blocks approval until then; never twice in a row by one operator.
   * @throws invalid-request, not-found, not-permitted, not-claimed, second-person-needed, already-decided
   */
  hold(
    reviewer: Reviewer,
    id: number,
    given: { until: number; reason: string; message?: MessageCode | undefined },
  ): Promise<void>;
  /**
   * Returns whether it was carried out, voided by its own terms, or waits for the second approval.
   * @throws not-found, not-yet, not-permitted, not-claimed, second-person-needed (the same operator twice), facts-changed
   * (the facts have changed), already-decided, check-failed, and the refusals of the kind's `approve`
   */
  approve(reviewer: Reviewer, id: number, approval: Approval): Promise<Approved>;
  /**
   * The message is shown to the member; absent, the usual one.
   * @throws invalid-request, not-found, not-permitted, not-claimed, already-decided
   */
  reject(reviewer: Reviewer, id: number, given: Rejection): Promise<void>;
}

export function createReviewQueue(given: ReviewDeps, reviews: Reviews): ReviewQueue {
  const deps = { ...given, reviews };
  return {
    claim: (reviewer, id) => takeStep(deps, { reviewer, id }, (step) => claim(deps, step)),
    release: (reviewer, id) => takeStep(deps, { reviewer, id }, release),
    hold: (reviewer, id, until) =>
      takeStep(deps, { reviewer, id }, (step) => hold(deps, step, until)),
    approve: (reviewer, id, approval) =>
      takeStep(deps, { reviewer, id, isDecision: (approved) => approved !== 'first' }, (step) =>
        approve(deps, step, approval),
      ),
    reject: (reviewer, id, given) =>
      takeStep(deps, { reviewer, id, isDecision: () => true }, (step) => reject(deps, step, given)),
  };
}
