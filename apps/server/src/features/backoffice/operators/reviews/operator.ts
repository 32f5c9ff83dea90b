/** The review queue in the API: calls to use cases and back. */
import { operatorReviewCalls } from '@tern/protocol/operator';
import { type ReadOnly, readOnlyRefusal } from '../../../../kernel/invariants/read-only.ts';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { countReviews, listReviews } from '../../../../kernel/review/list-reviews.ts';
import { reviewById } from '../../../../kernel/review/review-rows.ts';
import type { ReviewQueue } from '../../../../kernel/review/review-queue.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import type { SecretBox } from '../../../../platform/secret-box.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { reviewRowsOut } from './review-out.ts';
import { type ShowDeps, showImage, showNumbers, showReview } from './show-review.ts';

export interface ReviewRoutesDeps extends ShowDeps {
  secretBox: SecretBox;
  reviewQueue: ReviewQueue;
  readOnly: Pick<ReadOnly, 'since'>;
}

const RECORD_NO = /^(?:([a-z])-?)?0*(\d{1,15})$/i;

/** Parses the number of a review, record or member, with the kind of its letter: "D-20418", "8200001". */
export function recordOf(
  reviews: Reviews,
  words: string,
): { id: number; kind: string | undefined } | undefined {
  const [, letter, digits] = RECORD_NO.exec(words) ?? [];
  if (digits === undefined) return undefined;
  const kind = reviews.kinds().find((each) => each.letter === letter?.toUpperCase())?.kind;
  return { id: Number(digits), kind };
}

/** Shorter parts of an address would match too much. */
const PART_MIN = 6;

/** A number, a transaction, or a part of an address, in open and decided reviews; another text matches nothing. */
async function searchOf({ reviews, database }: ShowDeps, words: string | undefined) {
  const typed = words?.trim() ?? '';
  if (typed === '') return {};
  const numbered = recordOf(reviews, typed);
  if (numbered !== undefined || typed.length < PART_MIN) {
    const { id = 0, kind } = numbered ?? {};
    return { isWhole: true, search: id, ...(kind === undefined ? {} : { kind }) };
  }
  const found = reviews.kinds().map(async ({ kind, find }) => {
    const subjects = (await find?.(database, typed.toLowerCase())) ?? [];
    return subjects.map((subjectId) => ({ kind, subjectId }));
  });
  return { isWhole: true, records: (await Promise.all(found)).flat() };
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
          oldestAt: Number.isFinite(oldest) ? isoTime(oldest) : null,
        };
      });
      return { kinds };
    }),
    route(operatorReviewCalls.list, async ({ input }) => {
      const page = pageOf(input);
      const { stage, kind, memberId } = input;
      const filter = {
        stage,
        kind,
        memberId: memberId === undefined ? undefined : Number(memberId),
        ...(await searchOf(deps, input.search)),
      };
      const at = clock.now();
      const found = await listReviews(database, filter, { settings, at, ...page });
      const list = await reviewRowsOut(database, found.reviews, { reviews, settings, at });
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

/** Epoch ms. @throws invalid-request naming the field, for a date that does not exist */
export function timeOf(text: string, field: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal('invalid-request', { fields: [field] });
  return at;
}
