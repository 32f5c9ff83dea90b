/** One payout to a bank card with every action on it until the bank sent it, which can be rolled back: operators, the bank, time, its conditions. */
import { payouts } from '../../src/features/money/funding/payout/payouts.ts';
import { cancelRequest } from '../../src/features/money/funding/request/lifecycle.ts';
import { reviewPayouts } from '../../src/features/money/funding/payout/review-payouts.ts';
import { payoutReturnKind } from '../../src/features/money/funding/payout/return-kind.ts';
import { proposeReturn } from '../../src/features/money/funding/payout/propose-return.ts';
import { recordSent } from '../../src/features/money/funding/payout/record-sent.ts';
import { returnOf } from '../../src/features/money/funding/payout/store.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { reviewDetail } from '../../src/kernel/review/list-reviews.ts';
import { isoTime } from '../../src/platform/clock.ts';
import { createReviewQueue, type ReviewQueue } from '../../src/kernel/review/review-queue.ts';
import { type Review, reviewOfSubject } from '../../src/kernel/review/review-rows.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { bool, int8, nullable, text, timestamptz } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../src/platform/database/query.ts';
import { agreeVersion, setFrozen } from './operator-decisions.ts';
import type { Act, Explorable, Snapshot } from './explore.ts';
import type { FiatWorld } from './fiat.ts';
import { openRewindable } from './rewindable.ts';
import { act, deadlinesOf, obstacles, reviewActs, reviewKey } from './review-acts.ts';

const payoutQuery = defineQuery({
  name: 'test.payout',
  text: `select p.state, p.reason,
      (select r.state from payout_returns r where r.payout_id = p.id order by r.id desc limit 1) as return_state, p.held_until, m.is_frozen, c.takes_payouts,
      (select json_object_agg(owner_id || ' ' || asset, trim_scale(available) || ' and ' || trim_scale(held) || ' held')::text
        from ledger_balances where available <> 0 or held <> 0) as books
    from payouts p join members m on m.id = p.member_id join fiat_currencies c on c.asset = p.currency
    where p.id = $1`,
  params: [int8],
  row: {
    state: text,
    reason: text,
    returnState: nullable(text),
    heldUntil: nullable(timestamptz),
    isFrozen: bool,
    takesPayouts: bool,
    books: text,
  },
});

const setOpen = defineStatement({
  name: 'test.setPayoutsOpen',
  text: `update fiat_currencies set takes_payouts = $1 where asset = 'EUR'`,
  params: [bool],
});

export interface PayoutSnapshot extends Snapshot {
  row: RowOf<typeof payoutQuery>;
  review: Review;
  /** Epoch ms. */
  at: number;
}

const endOf: Record<string, 'paid' | 'returned'> = {
  completed: 'paid',
  rejected: 'returned',
  returned: 'returned',
  cancelled: 'returned',
};

/** A member with 250 EUR requests a payout of 100 to a card. */
export async function explorablePayout(world: FiatWorld) {
  const memberId = await world.member({ EUR: '250' });
  const cardId = await world.card(memberId);
  const { ID: id } = await world.payOut(memberId, cardId, { coin: 'EUR' });
  const { clock, operators } = world;
  const reviewers = [operators.first, operators.second] as const;

  let seen: PayoutSnapshot;
  const { database, mark, rewind, close } = await openRewindable(world.fresh.appTarget, () => {
    const kept = { at: clock.now(), seen };
    return () => {
      clock.set(kept.at);
      seen = kept.seen;
    };
  });
  /** Restarted: actions share no state outside of the database. */
  const instance = () => {
    const settings = createSettings(database, world.deps.log);
    const reviews = createReviews({ clock, bus: world.deps.bus, settings });
    reviews.register(reviewPayouts(world.deps));
    reviews.register(payoutReturnKind());
    return { ...world.deps, database, reviews, settings };
  };
  const deadlines = () => deadlinesOf(seen.review, clock.now());
  const isEnded = () => seen.end !== undefined;

  const { first, second } = operators;
  /** On the proposed return, by the operator who did not propose it. */
  const ofReturn = async (
    decide: (queue: ReviewQueue, review: Review, hash: string) => unknown,
  ) => {
    const deps = instance();
    const back = await database.maybe(returnOf, [id]);
    const review = back && (await database.maybe(reviewOfSubject, ['payback', back.id]));
    if (review === undefined) throw new Refusal('not-found');
    const given = { settings: deps.settings, at: clock.now(), reviews: deps.reviews };
    const { hash } = (await reviewDetail(database, review.id, given))!;
    const queue = createReviewQueue(deps, deps.reviews);
    await queue.claim(second, review.id);
    await decide(queue, review, hash);
  };
  const atBank: Act[] = [
    act('the bank sends it', 'operator', () =>
      recordSent(instance(), second, {
        payoutId: id,
        bankReference: 'OUT-1',
        valueDate: isoTime(world.clock.now()).slice(0, 10),
      }),
    ),
    act('the bank refuses it', 'operator', () => {
      const proposal = { num: undefined, bankReference: 'RET-1', reason: 'Closed, says the bank.' };
      return proposeReturn(instance(), first, { payoutId: id, ...proposal });
    }),
    act('the return is agreed', 'operator', () =>
      ofReturn((queue, review, hash) =>
        queue.approve(second, review.id, { stage: 'second', hash, note: '', isAcknowledged: true }),
      ),
    ),
    act('the return is rejected', 'operator', () =>
      ofReturn((queue, review) =>
        queue.reject(second, review.id, { reason: 'The bank sent it after all.' }),
      ),
    ),
  ];

  const acts: Act[] = [
    ...atBank,
    act('the member takes it back', 'member', () =>
      cancelRequest(instance(), payouts, { memberId, id, key: undefined }),
    ),
    ...reviewActs({
      reviewQueue() {
        const deps = instance();
        return createReviewQueue(deps, deps.reviews);
      },
      reviewers,
      clock,
      review: () => seen.review,
      nextDeadline: () => (isEnded() ? undefined : deadlines()[0]?.at),
    }),
    ...obstacles(isEnded, [
      {
        name: 'the member is frozen',
        isThere: () => seen.row.isFrozen,
        set: (to) => database.transaction((tx) => setFrozen(tx, memberId, to)),
      },
      {
        name: 'the currency is closed',
        isThere: () => !seen.row.takesPayouts,
        set: (to) =>
          database.transaction(async (tx) => {
            const value = { takesOut: !to };
            await agreeVersion(tx, { key: 'currency.EUR', value, kind: 'terms' });
            await tx.run(setOpen, [!to]);
          }),
      },
    ]),
  ];

  const read = async (): Promise<PayoutSnapshot> => {
    const [row, review] = await Promise.all([
      database.one(payoutQuery, [id]),
      database.one(reviewOfSubject, ['payout', id]),
    ]);
    const end = endOf[row.state];
    seen = { row, review, at: clock.now(), key: '', ...(end && { end }) };
    const key = [
      `${row.state}, review ${reviewKey(review, reviewers, deadlines())}`,
      ...(row.returnState === 'proposed' ? ['return proposed'] : []),
      ...(isEnded() || !row.isFrozen ? [] : ['member frozen']),
      ...(isEnded() || row.takesPayouts ? [] : ['currency closed']),
    ].join(' | ');
    seen = { ...seen, key };
    return seen;
  };
  const explorable: Explorable<PayoutSnapshot> = { acts, read, mark, rewind };
  return { ...explorable, database, memberId, close };
}
