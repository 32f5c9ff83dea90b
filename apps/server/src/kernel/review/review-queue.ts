/** What operators do to reviews: claim, release, hold, approve once or twice, reject. Each act is one transaction with its line in the audit log. */
import { claim, hold, release } from './claim-review.ts';
import { type Approval, type Approved, approve, reject } from './decide-review.ts';
import type { Reviewer } from './review-rules.ts';
import { takeStep } from './review-step.ts';
import type { ReviewDeps, Reviews } from './reviews.ts';

export interface ReviewQueue {
  /** Takes it in hand for some minutes. Fails with: 5007, 5031, 5032, 5034. */
  claim(reviewer: Reviewer, id: number): Promise<void>;
  /** Fails with: 5007, 5031, 5034. */
  release(reviewer: Reviewer, id: number): Promise<void>;
  /** Nobody approves it until then; nobody holds it twice in a row. Fails with: 5001, 5007, 5030, 5031, 5032, 5034. */
  hold(reviewer: Reviewer, id: number, given: { until: number; reason: string }): Promise<void>;
  /**
   * Says whether it was carried out, was voided by its own terms, or waits for a second person.
   * Fails with: 5007, 5009, 5030, 5031, 5032 (the same person twice), 5033 (the facts are not those),
   * 5034, 5036, and with whatever the kind's approval refuses.
   */
  approve(reviewer: Reviewer, id: number, approval: Approval): Promise<Approved>;
  /** The member reads the reason. Fails with: 5001, 5007, 5030, 5031, 5034. */
  reject(reviewer: Reviewer, id: number, reason: string): Promise<void>;
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
    reject: (reviewer, id, reason) =>
      takeStep(deps, { reviewer, id, isDecision: () => true }, (step) =>
        reject(deps, step, reason),
      ),
  };
}
