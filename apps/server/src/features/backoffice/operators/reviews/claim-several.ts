/** Claims several reviews, each in a transaction of its own, so that one which a colleague has taken leaves the others claimed. */
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { ReviewQueue } from '../../../../kernel/review/review-queue.ts';
import { reviewById } from '../../../../kernel/review/review-rows.ts';
import { claimerOf, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { recordNo } from './review-out.ts';
import type { ShowDeps } from './show-review.ts';

interface RefusedClaim {
  ID: number;
  recordNo: string;
  code: number;
  /** Of the operator who has it. */
  login: string;
}

/** In the given order. */
export async function claimSeveral(
  deps: ShowDeps & { reviewQueue: Pick<ReviewQueue, 'claim'> },
  reviewer: Reviewer,
  ids: readonly number[],
): Promise<{ claimed: number[]; refused: RefusedClaim[] }> {
  const claimed: number[] = [];
  const refused: RefusedClaim[] = [];
  for (const id of ids) {
    try {
      await deps.reviewQueue.claim(reviewer, id);
      claimed.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(await refusedOf(deps, id, error.code));
    }
  }
  return { claimed, refused };
}

async function refusedOf(deps: ShowDeps, id: number, code: number): Promise<RefusedClaim> {
  const { database, clock, reviews } = deps;
  const review = await database.maybe(reviewById, [id]);
  if (review === undefined) return { ID: id, recordNo: '', code, login: '' };
  const claimer = review.state === 'open' ? claimerOf(review, clock.now()) : null;
  const logins = await operatorLogins(database, claimer === null ? [] : [claimer]);
  const login = claimer === null ? '' : (logins.get(claimer) ?? '');
  return { ID: id, recordNo: recordNo(reviews, review.kind, review.subjectId), code, login };
}
