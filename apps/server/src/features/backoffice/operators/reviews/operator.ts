/** The review queue in the API: calls to use cases and back. */
import type { InputOf } from '@tern/protocol';
import { operatorReviewCalls } from '@tern/protocol/operator';
import { timeOf } from '../../../../kernel/requests/given-time.ts';
import { type ReadOnly, readOnlyRefusal } from '../../../../kernel/invariants/read-only.ts';
import { type Page, pageOf } from '../../../../kernel/requests/page.ts';
import {
  countReviews,
  listReviews,
  type ReviewList,
} from '../../../../kernel/review/list-reviews.ts';
import { reviewById } from '../../../../kernel/review/review-rows.ts';
import type { ReviewQueue } from '../../../../kernel/review/review-queue.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type OperatorCallContext, type Route, route } from '../../../../platform/http/route.ts';
import type { SecretBox } from '../../../../platform/secret-box.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { claimSeveral } from './claim-several.ts';
import { type CustomerNames, queueRowsOut } from './review-out.ts';
import { type SearchDeps, searchQueue } from './search-queue.ts';
import { showImage, showNumbers, showReview } from './show-review.ts';

export interface ReviewRoutesDeps extends SearchDeps, CustomerNames {
  secretBox: SecretBox;
  reviewQueue: ReviewQueue;
  readOnly: Pick<ReadOnly, 'since'>;
}

export function reviewRoutes(deps: ReviewRoutesDeps): Route[] {
  const { database, clock, reviews, settings } = deps;
  return [
    route(operatorReviewCalls.counts, async () => {
      const counts = await countReviews(database, { settings, at: clock.now() });
      const kinds = reviews.kinds().map(({ kind, letter, movesMoney }) => {
        const ofKind = counts.filter((count) => count.kind === kind);
        const total = (stage: string) => ofKind.find((each) => each.stage === stage)?.total ?? 0;
        const oldest = Math.min(...ofKind.map(({ oldestAt }) => oldestAt));
        return {
          kind,
          letter,
          movesMoney,
          first: total('first'),
          second: total('second'),
          held: total('held'),
          late: ofKind.reduce((sum, { late }) => sum + late, 0),
          oldestAt: Number.isFinite(oldest) ? isoTime(oldest) : null,
        };
      });
      return { kinds };
    }),
    route(operatorReviewCalls.list, async (context) => {
      const page = pageOf(context.input);
      const found = await queueOf(deps, context, page);
      const given = { ...deps, at: clock.now() };
      const list = await queueRowsOut(database, found.reviews, given);
      return { list, total: found.total, page: page.number, pageSize: page.limit };
    }),
    route(operatorReviewCalls.find, async (context) => ({
      rereview: await showReview(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorReviewCalls.image, async (context) => {
      const { ID, image } = context.input;
      return { image: await showImage(deps, actorOf(context), { id: Number(ID), image }) };
    }),
    route(operatorReviewCalls.numbers, async (context) => ({
      list: await showNumbers(deps, actorOf(context), Number(context.input.ID)),
    })),
    ...decisionRoutes(deps),
  ];
}

/** The part of the queue that is asked for. */
function queueOf(
  deps: ReviewRoutesDeps,
  context: OperatorCallContext<InputOf<typeof operatorReviewCalls.list>>,
  page: Page,
): Promise<ReviewList> {
  const { stage, kind, memberId, search = '' } = context.input;
  const words = search.trim();
  if (words === '' && memberId === undefined) {
    return listReviews(deps.database, { stage, kind }, { ...deps, at: deps.clock.now(), ...page });
  }
  const member = memberId === undefined ? undefined : Number(memberId);
  const given = { search: { stage, kind, memberId: member, words }, page };
  return searchQueue(deps, actorOf(context), given);
}

/** @throws busy in read-only mode, for kinds that wait for its end */
async function assertDecidedNow(deps: ReviewRoutesDeps, id: number): Promise<void> {
  const since = deps.readOnly.since();
  if (since === undefined) return;
  const review = await deps.database.maybe(reviewById, [id]);
  const isDecided =
    review === undefined || deps.reviews.kind(review.kind).isDecidedInReadOnly === true;
  if (!isDecided) throw readOnlyRefusal(since);
}

function decisionRoutes(deps: ReviewRoutesDeps): Route[] {
  const { reviewQueue } = deps;
  return [
    route(operatorReviewCalls.claim, async (context) => {
      await reviewQueue.claim(actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorReviewCalls.claimSeveral, (context) =>
      claimSeveral(deps, actorOf(context), context.input.IDs.map(Number)),
    ),
    route(operatorReviewCalls.release, async (context) => {
      await reviewQueue.release(actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorReviewCalls.hold, async (context) => {
      const { ID, until: end, message, reason } = context.input;
      const until = timeOf(end, 'until');
      await reviewQueue.hold(actorOf(context), Number(ID), { until, message, reason });
      return {};
    }),
    route(operatorReviewCalls.approve, async (context) => {
      const { ID, stage, hash, note = '', acknowledged = false } = context.input;
      const approval = { stage, hash, note, isAcknowledged: acknowledged };
      await assertDecidedNow(deps, Number(ID));
      const approved = await reviewQueue.approve(actorOf(context), Number(ID), approval);
      return { isCarriedOut: approved !== 'first', isVoided: approved === 'voided' };
    }),
    route(operatorReviewCalls.reject, async (context) => {
      const { ID, message, reason } = context.input;
      await assertDecidedNow(deps, Number(ID));
      await reviewQueue.reject(actorOf(context), Number(ID), { reason, message });
      return {};
    }),
  ];
}
