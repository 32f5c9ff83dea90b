/** Loan products, applicants and two operators who decide. */
import { type Amount, decimal, type Rate } from '@tern/money';
import { applyForLoan } from '../../src/features/products/loan/apply-for-loan.ts';
import { lowerAmount } from '../../src/features/products/loan/lower-amount.ts';
import { repayLoan } from '../../src/features/products/loan/repay-loan.ts';
import { reviewLoans } from '../../src/features/products/loan/review-loans.ts';
import { reviewDetail, reviewOf } from '../../src/kernel/review/list-reviews.ts';
import { createProductRules, type ProductRules } from '../../src/kernel/products/withheld.ts';
import { createReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import {
  amount,
  int4,
  int8,
  rate,
  text,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { freshDatabase, ownerOf } from './database.ts';
import { keyOf, outcomeOf, productFloor } from './earn.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './market.ts';
import { verifyMember } from './operator-decisions.ts';
import { addReviewer } from './reviewers.ts';

const insert = defineQuery({
  name: 'test.insertLoanProduct',
  text: `with given as (
      select jsonb_build_object('name', 'Test loan', 'asset', $1::text, 'amountMin', $2::numeric, 'amountMax', $3::numeric,
        'dailyRate', $4::numeric, 'freeDays', $5::int, 'termDays', $6::int) as terms
    )
    insert into loan_products
    select product.* from given cross join lateral jsonb_populate_record(null::loan_products, product_columns(terms) || jsonb_build_object(
      'id', product_begin('loan', terms, $8, $7::text = 'open'), 'version', 1, 'state', $7::text,
      'created_at', $8::timestamptz, 'updated_at', $8::timestamptz)) product
    returning id`,
  params: [text, amount, amount, rate, int4, int4, text, timestamptz],
  row: { id: int8 },
});

/** The example of docs/features/products/products.md. */
const usual = {
  asset: 'USDT',
  amountMin: '100',
  amountMax: '5000',
  dailyRate: '0.0005',
  freeDays: 3,
  termDays: 30,
  state: 'open',
};
export type LoanProductTerms = typeof usual;

/** Returns the id of a product that is offered, unless changed. */
export function openLoanProduct(
  database: Database,
  over: Partial<LoanProductTerms> = {},
): Promise<number> {
  const terms = { ...usual, ...over };
  return ownerOf(database).transaction(async (tx) => {
    const { id } = await tx.one(insert, [
      terms.asset,
      decimal<Amount>(terms.amountMin),
      decimal<Amount>(terms.amountMax),
      decimal<Rate>(terms.dailyRate),
      terms.freeDays,
      terms.termDays,
      terms.state,
      WEDNESDAY_NOON,
    ]);
    return id;
  });
}

export type LoanWorld = Awaited<ReturnType<typeof loanWorld>>;

export async function loanWorld(poolSize = 8) {
  const fresh = await freshDatabase({ poolSize });
  const { database } = fresh;
  const clock = manualClock();
  const floor = await productFloor(database, clock);
  const settings = createSettings(database, floor.log);
  const reviews = createReviews({ clock, bus: floor.bus, settings });
  let isWithheld = false;
  const productRules: ProductRules = createProductRules({
    settings: { read: (setting) => (isWithheld ? new Set(['CH']) : setting.fallback) as never },
    mode: 'paper',
    residenceOf: () => Promise.resolve({ country: 'CH', isCurrent: true }),
  });
  const deps = { ...floor, settings, reviews, productRules };
  reviews.register(reviewLoans(deps));
  const reviewQueue = createReviewQueue(deps, reviews);
  const operators = [
    await addReviewer(fresh, 'first'),
    await addReviewer(fresh, 'second'),
  ] as const;
  const detailOf = async (id: number) => {
    const review = (await reviewOf(database, 'loan', id))!;
    return (await reviewDetail(database, review.id, { settings, at: clock.now(), reviews }))!;
  };
  const agree = async (who: Reviewer, id: number, stage: 'first' | 'second') => {
    const { review, hash } = await detailOf(id);
    await reviewQueue.claim(who, review.id);
    const approval = { stage, hash, note: '', isAcknowledged: true };
    return outcomeOf(
      reviewQueue.approve(who, review.id, approval).then((approved) => ({ approved })),
    );
  };
  const world = {
    fresh,
    clock,
    floor,
    deps,
    operators,
    reviewQueue,
    detailOf,
    agree,
    /** Where all members of this world live. */
    withhold: (isOff: boolean) => (isWithheld = isOff),
    /** A verified member with this much USDT. */
    async borrower(usdt = '0'): Promise<number> {
      const memberId = await fundedMember(database, usdt === '0' ? {} : { USDT: usdt });
      await fresh.owner.transaction((tx) => verifyMember(tx, memberId));
      return memberId;
    },
    apply(
      memberId: number,
      productId: number,
      over: Partial<Parameters<typeof applyForLoan>[1]> & { given?: string } = {},
    ) {
      const { given, ...more } = over;
      const input = { amount: '1000', consent: true, min: undefined, max: undefined, ...more };
      const key = keyOf(memberId, given, String(input.amount));
      return outcomeOf(applyForLoan(deps, { ...input, memberId, productId, key }));
    },
    /** Approved by both operators; returns the outcome of the second approval. */
    async approve(id: number) {
      const first = await agree(operators[0], id, 'first');
      return 'code' in first ? first : agree(operators[1], id, 'second');
    },
    async lower(id: number, given: string, reason = 'We lend less the first time.') {
      const { review } = await detailOf(id);
      await reviewQueue.claim(operators[0], review.id);
      const change = { reviewId: review.id, given: { amount: given, reason } };
      return outcomeOf(lowerAmount(deps, operators[0], change).then(() => ({})));
    },
    async reject(id: number, reason: string) {
      const { review } = await detailOf(id);
      await reviewQueue.claim(operators[0], review.id);
      await reviewQueue.reject(operators[0], review.id, { reason });
    },
    /** A credited loan; returns its id. */
    async lend(memberId: number, productId: number, given = '1000'): Promise<number> {
      const applied = await world.apply(memberId, productId, { amount: given });
      const { ID: id } = applied as { ID: number };
      await world.approve(id);
      return id;
    },
    repay(memberId: number, id: number, given: string, key?: string) {
      return outcomeOf(
        repayLoan(deps, { memberId, id, amount: given, key: keyOf(memberId, key, given) }),
      );
    },
  };
  return world;
}
