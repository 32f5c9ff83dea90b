/** The audit finds changes of loans and repayments, made with every right and all guards disabled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectDue } from '../src/features/products/loan/collect-due.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from './support/loan.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { failedRulesAfter } from './support/tampering.ts';

let world: LoanWorld;
let repaid: number;
let overdue: number;

const TERMS = 'every loan follows from the terms of its version';
const REPAYMENTS =
  'every repayment and collection of a loan pays the interest of its days first, and leaves the rest owed';

const days = (count: number) => world.clock.set(WEDNESDAY_NOON + count * DAY_MS);

beforeAll(async () => {
  world = await loanWorld();
  await fundTreasury(world.fresh.database, 'loans', 'USDT', '100000');
  const productId = await openLoanProduct(world.fresh.database);
  const [prompt, late] = [await world.borrower('500'), await world.borrower()];
  [repaid, overdue] = [await world.lend(prompt, productId), await world.lend(late, productId)];
  days(8);
  await world.repay(prompt, repaid, '400');
  days(9);
  await world.repay(prompt, repaid, '600.5');
  await world.repay(prompt, repaid, '2.3');
  days(31);
  await collectDue(world.deps);
});
afterAll(() => world?.fresh.drop());

const loan = (set: string, id = overdue) => `update loans set ${set} where id = ${id}`;
const repayment = (set: string) =>
  `update loan_repayments set ${set} where id = (select min(id) from loan_repayments where loan_id = ${repaid})`;

describe('the audit', () => {
  it('passes on honest loans, repayments and collections', async () => {
    const failed = await failedRulesAfter(world.fresh, 'select 1');
    expect(failed).not.toContain(TERMS);
    expect(failed).not.toContain(REPAYMENTS);
  });

  it.each([
    ['a loan has a higher rate', () => loan('daily_rate = 0.01'), TERMS],
    ['a loan has more days without interest', () => loan('free_days = 10'), TERMS],
    ['less is owed', () => loan('principal = principal / 2'), REPAYMENTS],
    ['less interest was paid', () => loan('interest_paid = 0', repaid), REPAYMENTS],
    [
      'an owed loan is said to be repaid',
      () => loan("state = 'repaid', principal = 0, repaid_at = collected_at"),
      REPAYMENTS,
    ],
    [
      'a repayment pays less interest',
      () => repayment('interest = interest - 1, principal = principal + 1'),
      REPAYMENTS,
    ],
    [
      'a repayment is counted on another day',
      () => repayment("counted_at = counted_at - interval '72 hours'"),
      REPAYMENTS,
    ],
  ])('finds that %s', async (_what, sql, rule) => {
    expect(await failedRulesAfter(world.fresh, sql())).toContain(rule);
  });
});
