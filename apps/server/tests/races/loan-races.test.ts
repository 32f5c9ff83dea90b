import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectDue } from '../../src/features/products/loan/collect-due.ts';
import { findLoan } from '../../src/features/products/loan/list-loans.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { faultsOf } from '../support/earn.ts';
import { fundTreasury } from '../support/fund-treasury.ts';
import { balanceOf } from '../support/journal.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from '../support/loan.ts';
import { WEDNESDAY_NOON } from '../support/market.ts';

let world: LoanWorld;
let productId: number;

beforeAll(async () => {
  world = await loanWorld(20);
  await fundTreasury(world.fresh.database, 'loans', 'USDT', '50000');
});

beforeEach(async () => {
  world.clock.set(WEDNESDAY_NOON);
  productId = await openLoanProduct(world.fresh.database);
});

afterAll(async () => {
  expect(await faultsOf(world.fresh.database)).toEqual([]);
  await world.fresh.drop();
});

const balance = (owner: number) => balanceOf(world.fresh.database, owner, 'USDT');
const isRefused = (outcome: object) => 'code' in outcome;
const codesOf = (outcomes: readonly object[]) =>
  new Set(outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : [])));
const times = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, work));

describe('at the same time', () => {
  it('applications for one product: one is accepted', async () => {
    const memberId = await world.borrower();
    const outcomes = await times(10, () => world.apply(memberId, productId));
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    expect(codesOf(outcomes)).toEqual(new Set([5012]));
  });

  it('second approvals: the loan is credited once', async () => {
    const memberId = await world.borrower();
    const { ID: id } = (await world.apply(memberId, productId)) as { ID: number };
    await world.agree(world.operators[0], id, 'first');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => world.agree(world.operators[1], id, 'second')),
    );
    const carriedOut = outcomes.filter(
      (outcome) => outcome.status === 'fulfilled' && 'approved' in outcome.value,
    );
    expect(carriedOut).toHaveLength(1);
    expect(await balance(memberId)).toEqual({ available: '1000', loan: '-1000' });
  });

  it('approvals of more than the exchange has: it lends no more than that', async () => {
    const large = await openLoanProduct(world.fresh.database, { amountMax: '20000' });
    const ids = await times(6, async () => {
      const memberId = await world.borrower();
      const applied = await world.apply(memberId, large, { amount: '20000' });
      const { ID: id } = applied as { ID: number };
      await world.agree(world.operators[0], id, 'first');
      return id;
    });
    const outcomes = await Promise.all(
      ids.map((id) => world.agree(world.operators[1], id, 'second')),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(2);
    expect(codesOf(outcomes)).toEqual(new Set([5036]));
    expect(Number((await balance(exchangeAccounts.loans))['available'])).toBeGreaterThanOrEqual(0);
  });

  it('whole repayments: one of them pays', async () => {
    const memberId = await world.borrower('5000');
    const id = await world.lend(memberId, productId);
    const outcomes = await times(10, () => world.repay(memberId, id, '1000'));
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    expect(codesOf(outcomes)).toEqual(new Set([5034]));
    expect(await balance(memberId)).toEqual({ available: '5000' });
  });

  it('parts of a repayment: all of them count, interest once', async () => {
    const memberId = await world.borrower('500');
    const id = await world.lend(memberId, productId);
    world.clock.set(WEDNESDAY_NOON + 13 * DAY_MS);
    await times(10, () => world.repay(memberId, id, '100.5'));
    expect(await findLoan(world.deps, memberId, { id })).toMatchObject({
      reloan_order: { status: 3, interestPaid: '5', principalPaid: '1000' },
    });
    expect(await balance(memberId)).toEqual({ available: '495' });
  });

  it('collections, repayments and spending: nothing is taken twice, no balance is below zero', async () => {
    await fundTreasury(world.fresh.database, 'loans', 'USDT', '12000');
    const loans = await times(12, async () => {
      const memberId = await world.borrower('200');
      return { memberId, id: await world.lend(memberId, productId) };
    });
    world.clock.set(WEDNESDAY_NOON + 30 * DAY_MS);
    await Promise.all([
      collectDue(world.deps),
      ...loans.map(({ memberId, id }) => world.repay(memberId, id, '700')),
      collectDue(world.deps),
    ]);
    for (const { memberId, id } of loans) {
      expect(await findLoan(world.deps, memberId, { id })).toMatchObject({
        reloan_order: { status: 3, interestPaid: '13.5', principalPaid: '1000' },
      });
      expect(await balance(memberId)).toEqual({ available: '186.5' });
    }
  });
});
