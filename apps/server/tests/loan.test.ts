import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectDue } from '../src/features/products/loan/collect-due.ts';
import {
  findLoan,
  listLoans,
  listProducts,
  quoteLoan,
} from '../src/features/products/loan/list-loans.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { faultsOf, outcomeOf } from './support/earn.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { balanceOf, entryOf, post, posting } from './support/journal.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from './support/loan.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';
import { freezeMember, restrictMember } from './support/members.ts';
import { noticesTo } from './support/notices.ts';

let world: LoanWorld;
let productId: number;

beforeAll(async () => {
  world = await loanWorld();
  await fundTreasury(world.fresh.database, 'loans', 'USDT', '100000');
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
const exchange = async (account: 'loans' | 'loanReceivables' | 'loanInterest') =>
  Number((await balance(exchangeAccounts[account]))['available'] ?? 0);
const idOf = (applied: object) => (applied as { ID: number }).ID;
const days = (count: number) => world.clock.set(WEDNESDAY_NOON + count * DAY_MS);
const loanOf = async (memberId: number, id: number) =>
  (await findLoan(world.deps, memberId, { id })).reloan_order;

/** Takes an amount out of the available balance: away, or into an order. */
const spend = (memberId: number, amount: string, to: 'away' | 'held' = 'away') =>
  post(
    world.fresh.database,
    entryOf([
      posting(memberId, 'USDT', `-${amount}`),
      to === 'held'
        ? posting(memberId, 'USDT', amount, 'held')
        : posting(exchangeAccounts.paperIssuance, 'USDT', amount),
    ]),
  );
const receive = (memberId: number, amount: string) =>
  post(
    world.fresh.database,
    entryOf([
      posting(memberId, 'USDT', amount),
      posting(exchangeAccounts.paperIssuance, 'USDT', `-${amount}`),
    ]),
  );

describe('an application', () => {
  it('moves no money and waits for operators', async () => {
    const memberId = await world.borrower();
    const applied = await world.apply(memberId, productId, { min: '100', max: '5000.0' });
    expect(applied).toMatchObject({
      loan_id: productId,
      amount: '1000',
      approved: '',
      status: 0,
      dailyRate: '0.0005',
      yearlyRate: '0.1825',
      freeDays: 3,
      termDays: 30,
      creditedAt: null,
      dueAt: null,
      total: '0',
      dueTotal: '0',
    });
    expect(await balance(memberId)).toEqual({});
    expect((await world.detailOf(idOf(applied))).stage).toBe('first');
  });

  it.each([
    ['below the minimum', { amount: '99' }, { code: 4006, msg: '100' }],
    ['above the maximum', { amount: '5001' }, { code: 4018, data: { max: '5000' } }],
    [
      'above the maximum, whatever the client sends as maximum',
      { amount: '6000', max: '9000' },
      { code: 5004, fields: ['max'] },
    ],
    [
      'below the minimum that it sends',
      { min: '1', amount: '50' },
      { code: 5004, fields: ['min'] },
    ],
    ['without an amount', { amount: undefined }, { code: 4013 }],
    ['for nothing', { amount: '0' }, { code: 4013 }],
    ['with more places than the coin has', { amount: '100.0000001' }, { code: 5001 }],
    ['without consent', { consent: undefined }, { code: 5001, fields: ['consent'] }],
    ['with consent refused', { consent: false }, { code: 5001, fields: ['consent'] }],
  ])('is refused %s', async (_reason, over, refusal) => {
    expect(await world.apply(await world.borrower(), productId, over)).toMatchObject(refusal);
  });

  it('is refused without verification, before anything else', async () => {
    const memberId = await fundedMember(world.fresh.database, {});
    const wrong = { amount: 'ten', consent: false };
    expect(await world.apply(memberId, 999_999, wrong)).toMatchObject({ code: 4025 });
  });

  it('is refused for a frozen member, and for a closed or unknown product', async () => {
    const memberId = await world.borrower();
    const closed = await openLoanProduct(world.fresh.database, { state: 'closed' });
    expect(await world.apply(memberId, closed)).toMatchObject({ code: 5011 });
    expect(await world.apply(memberId, 999_999)).toMatchObject({ code: 5007 });
    await freezeMember(world.fresh.owner, memberId);
    expect(await world.apply(memberId, productId)).toMatchObject({ code: 4008 });
  });

  it('is refused for a member whose trading is stopped, as a closed product is', async () => {
    const memberId = await world.borrower();
    await restrictMember(world.fresh.database, { memberId, part: 'trading' });
    expect(await world.apply(memberId, productId)).toMatchObject({ code: 5011 });
  });

  it('is refused beside another one for the same product, until that one is decided', async () => {
    const memberId = await world.borrower();
    const first = idOf(await world.apply(memberId, productId));
    expect(await world.apply(memberId, productId)).toMatchObject({ code: 5012 });
    const other = await openLoanProduct(world.fresh.database);
    expect(await world.apply(memberId, other)).toMatchObject({ status: 0 });
    await world.reject(first, 'Too little history.');
    expect(await world.apply(memberId, productId)).toMatchObject({ status: 0 });
  });
});

describe('the review', () => {
  it('credits the loan with the second approval, and the debt shows in the total', async () => {
    const [lendable, owed] = [await exchange('loans'), await exchange('loanReceivables')];
    const memberId = await world.borrower('50');
    const id = idOf(await world.apply(memberId, productId));
    days(1);
    await world.agree(world.operators[0], id, 'first');
    expect(await balance(memberId)).toEqual({ available: '50' });
    expect(await world.agree(world.operators[1], id, 'second')).toEqual({ approved: 'carriedOut' });
    expect(await balance(memberId)).toEqual({ available: '1050', loan: '-1000' });
    expect(lendable - (await exchange('loans'))).toBe(1000);
    expect((await exchange('loanReceivables')) - owed).toBe(1000);
    expect(await loanOf(memberId, id)).toMatchObject({
      status: 1,
      approved: '1000',
      creditedAt: '2026-11-19T12:00:00.000Z',
      dueAt: '2026-12-19T12:00:00.000Z',
      day: 0,
      principal: '1000',
      interest: '0',
      total: '1000',
      perDay: '0.5',
      dueInterest: '13.5',
      dueTotal: '1013.5',
    });
    expect(await noticesTo(world.fresh.database, memberId)).toMatchObject([
      { kind: 'review.approved', about: 'loan', values: { recordNo: `L-${id}`, amount: '1000' } },
    ]);
  });

  it('needs two different operators', async () => {
    const id = idOf(await world.apply(await world.borrower(), productId));
    await world.agree(world.operators[0], id, 'first');
    const { review } = await world.detailOf(id);
    const again = world.reviewQueue.claim(world.operators[0], review.id);
    expect(await outcomeOf(again.then(() => ({})))).toMatchObject({ code: 5032 });
  });

  it('credits the lowered amount that both approved; a change after the first approval voids it', async () => {
    const memberId = await world.borrower();
    const id = idOf(await world.apply(memberId, productId));
    await world.agree(world.operators[1], id, 'first');
    const before = await world.detailOf(id);
    expect(await world.lower(id, '600')).toEqual({});
    const stale = world.reviewQueue.approve(world.operators[0], before.review.id, {
      stage: 'second',
      hash: before.hash,
      note: '',
      isAcknowledged: true,
    });
    expect(await outcomeOf(stale.then(() => ({})))).toMatchObject({ code: 5033 });
    await world.reviewQueue.release(world.operators[0], before.review.id);
    await world.approve(id);
    expect(await balance(memberId)).toEqual({ available: '600', loan: '-600' });
    expect(await loanOf(memberId, id)).toMatchObject({
      amount: '1000',
      approved: '600',
      reason: 'We can offer you this amount.',
    });
  });

  it.each([
    ['more than was requested', '1000.01', 'Because.', { code: 4018, data: { max: '1000' } }],
    ['nothing', '0', 'Because.', { code: 4013 }],
    ['too fine an amount', '1.0000001', 'Because.', { code: 5001, fields: ['amount'] }],
    ['no reason', '500', ' ', { code: 5001, fields: ['reason'] }],
  ])('refuses to offer %s', async (_name, given, reason, refusal) => {
    const id = idOf(await world.apply(await world.borrower(), productId));
    expect(await world.lower(id, given, reason)).toMatchObject(refusal);
  });

  it('refuses approval of more than the exchange can lend, and says so', async () => {
    const large = await openLoanProduct(world.fresh.database, { amountMax: '1000000' });
    const memberId = await world.borrower();
    const id = idOf(await world.apply(memberId, large, { amount: '500000' }));
    expect(await world.approve(id)).toMatchObject({
      code: 5036,
      data: { checks: ['house-can-lend'] },
    });
    expect(await balance(memberId)).toEqual({});
  });

  it('refuses approval for a member who was frozen or lost the verification meanwhile', async () => {
    const memberId = await world.borrower();
    const id = idOf(await world.apply(memberId, productId));
    await freezeMember(world.fresh.owner, memberId);
    expect(await world.approve(id)).toMatchObject({
      code: 5036,
      data: { checks: ['account-not-frozen'] },
    });
  });

  it('shows the costs, and what the member borrowed and repaid before', async () => {
    const memberId = await world.borrower('100');
    const before = await world.lend(memberId, productId, '200');
    await world.repay(memberId, before, '200');
    const overdue = await world.lend(memberId, productId, '300');
    await world.repay(memberId, overdue, '250');
    const id = idOf(await world.apply(memberId, productId));
    await world.lower(id, '500');
    const { evidence, checks, facts } = await world.detailOf(id);
    expect(JSON.parse(facts)).toMatchObject({ requested: '1000', approved: '500' });
    expect(evidence.rows.map(({ label, values }) => [label, ...values])).toEqual(
      expect.arrayContaining([
        ['Amount', '1000 USDT', '500 USDT'],
        ['To repay on the due date', '1013.5 USDT', '506.75 USDT'],
        ['Earlier loans repaid', '1', null],
        ['Running loans', '1, 0 of them overdue', null],
        ['Still owed in USDT', '50 USDT', null],
      ]),
    );
    expect(checks.every(({ isPassed }) => isPassed)).toBe(true);
  });

  it('rejects with a message that the member sees', async () => {
    const memberId = await world.borrower();
    const id = idOf(await world.apply(memberId, productId));
    await world.reject(id, 'Too little history.');
    expect(await loanOf(memberId, id)).toMatchObject({
      status: 2,
      approved: '',
      reason: 'We can’t offer you this loan at the moment.',
    });
  });
});

describe('interest and repayments', () => {
  it('count started days after the interest-free ones, interest first', async () => {
    const memberId = await world.borrower('2000');
    const id = await world.lend(memberId, productId, '2000');
    days(3);
    expect(await loanOf(memberId, id)).toMatchObject({ day: 3, interest: '0' });
    world.clock.advance(1);
    expect(await loanOf(memberId, id)).toMatchObject({ day: 4, interest: '1', total: '2001' });
    days(19);
    expect(await loanOf(memberId, id)).toMatchObject({ interest: '16', total: '2016' });
    const earned = await exchange('loanInterest');
    expect(await world.repay(memberId, id, '1016')).toMatchObject({
      order: { status: 1, principal: '1000', interest: '0', interestPaid: '16' },
      repayment: { amount: '1016', interest: '16', principal: '1000', isCollected: false },
    });
    expect(await balance(memberId)).toEqual({ available: '2984', loan: '-1000' });
    expect((await exchange('loanInterest')) - earned).toBe(16);
    days(20);
    expect(await loanOf(memberId, id)).toMatchObject({ interest: '0.5', total: '1000.5' });
  });

  it('may be whole, also right after the credit, and then nothing more is owed', async () => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId);
    expect(await world.repay(memberId, id, '1000')).toMatchObject({
      order: { status: 3, total: '0', dueTotal: '0', principalPaid: '1000' },
    });
    expect(await balance(memberId)).toEqual({});
    expect(await world.repay(memberId, id, '1')).toMatchObject({ code: 5034 });
    days(40);
    await collectDue(world.deps);
    expect(await loanOf(memberId, id)).toMatchObject({ status: 3, day: 0, overdueDays: 0 });
  });

  it('of only a part of the interest leave the rest of it', async () => {
    const memberId = await world.borrower('100');
    const id = await world.lend(memberId, productId);
    days(13);
    expect(await world.repay(memberId, id, '2')).toMatchObject({
      order: { principal: '1000', interest: '3', interestPaid: '2' },
      repayment: { interest: '2', principal: '0' },
    });
  });

  it.each([
    ['more than is owed', '1000.01', { code: 4018, data: { max: '1000' } }],
    ['nothing', '0', { code: 4013 }],
    ['no amount', '', { code: 4013 }],
    ['too fine an amount', '0.0000001', { code: 5001, fields: ['amount'] }],
    ['text', 'all', { code: 5001 }],
  ])('of %s are refused', async (_name, given, refusal) => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId);
    expect(await world.repay(memberId, id, given)).toMatchObject(refusal);
  });

  it("are refused beyond the balance, for frozen members, others' loans and applications", async () => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId);
    const other = await world.borrower('5000');
    expect(await world.repay(other, id, '10')).toMatchObject({ code: 5007 });
    const applied = idOf(await world.apply(other, productId));
    expect(await world.repay(other, applied, '10')).toMatchObject({ code: 5007 });
    days(10);
    expect(await world.repay(memberId, id, '1003.5')).toMatchObject({ code: 4020 });
    await freezeMember(world.fresh.owner, memberId);
    expect(await world.repay(memberId, id, '10')).toMatchObject({ code: 4008 });
  });
});

describe('on the due date', () => {
  it('what is available is taken, with interest up to that date, and the rest is overdue', async () => {
    const memberId = await world.borrower('527');
    const id = await world.lend(memberId, productId, '2000');
    await spend(memberId, '2000');
    days(30);
    world.clock.advance(-1);
    await collectDue(world.deps);
    expect(await loanOf(memberId, id)).toMatchObject({ status: 1 });
    days(32);
    await Promise.all([collectDue(world.deps), collectDue(world.deps)]);
    expect(await balance(memberId)).toEqual({ loan: '-1500' });
    expect(await findLoan(world.deps, memberId, { id })).toMatchObject({
      reloan_order: {
        status: 4,
        principal: '1500',
        interest: '1.5',
        total: '1501.5',
        overdueDays: 2,
        overdueInterest: '1.5',
        interestPaid: '27',
      },
      repayments: [{ amount: '527', interest: '27', principal: '500', isCollected: true }],
    });
    expect((await noticesTo(world.fresh.database, memberId)).at(-1)).toMatchObject({
      kind: 'loan.overdue',
      values: { amount: '527', left: '1501.5' },
    });
  });

  it('a loan that is covered is repaid', async () => {
    const memberId = await world.borrower('100');
    const id = await world.lend(memberId, productId);
    days(30);
    await collectDue(world.deps);
    expect(await loanOf(memberId, id)).toMatchObject({ status: 3, interestPaid: '13.5' });
    expect(await balance(memberId)).toEqual({ available: '86.5' });
    expect((await noticesTo(world.fresh.database, memberId)).at(-1)).toMatchObject({
      kind: 'loan.collected',
      values: { amount: '1013.5', left: '0' },
    });
  });

  it('it is overdue when nothing is available; money that comes later is not taken automatically', async () => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId);
    await spend(memberId, '1000');
    days(30);
    await collectDue(world.deps);
    expect(await loanOf(memberId, id)).toMatchObject({ status: 4, total: '1013.5' });
    await receive(memberId, '2000');
    days(31);
    await collectDue(world.deps);
    expect(await balance(memberId)).toEqual({ available: '2000', loan: '-1000' });
    expect(await world.repay(memberId, id, '1014')).toMatchObject({
      order: { status: 3, overdueDays: 1, overdueInterest: '0.5' },
    });
  });

  it('frozen members repay too: they agreed, and would owe more every day', async () => {
    const memberId = await world.borrower('100');
    const id = await world.lend(memberId, productId);
    await freezeMember(world.fresh.owner, memberId);
    days(30);
    await collectDue(world.deps);
    expect(await loanOf(memberId, id)).toMatchObject({ status: 3 });
  });

  it('held money is left alone', async () => {
    const memberId = await world.borrower('100');
    const id = await world.lend(memberId, productId);
    await spend(memberId, '1100', 'held');
    days(30);
    await collectDue(world.deps);
    expect(await loanOf(memberId, id)).toMatchObject({ status: 4, total: '1013.5' });
    expect(await balance(memberId)).toEqual({ held: '1100', loan: '-1000' });
  });
});

describe('the lists', () => {
  it('have open products with an example', async () => {
    const small = await openLoanProduct(world.fresh.database, { amountMax: '500' });
    const closed = await openLoanProduct(world.fresh.database, { state: 'closed' });
    const { list } = await listProducts(world.deps, 0, { pageSize: 100 });
    const find = (id: number) => list.find(({ ID }) => ID === id);
    expect(find(productId)).toMatchObject({ exampleAmount: '1000', exampleCost: '13.5' });
    expect(find(small)).toMatchObject({ exampleAmount: '500', exampleCost: '6.75' });
    expect(find(closed)).toBeUndefined();
  });

  it('quote the cost by day, in all, and at worst', async () => {
    expect(await quoteLoan(world.deps, { productId, amount: '1000' })).toEqual({
      dueAt: '2026-12-18T12:00:00.000Z',
      interest: '13.5',
      total: '1013.5',
      perDay: '0.5',
      days: [
        { day: 7, at: '2026-11-25T12:00:00.000Z', interest: '2', total: '1002' },
        { day: 14, at: '2026-12-02T12:00:00.000Z', interest: '5.5', total: '1005.5' },
        { day: 30, at: '2026-12-18T12:00:00.000Z', interest: '13.5', total: '1013.5' },
      ],
    });
  });

  it("have only the member's own loans, by status, newest first", async () => {
    const memberId = await world.borrower();
    const lent = await world.lend(memberId, productId, '100');
    const applied = idOf(await world.apply(memberId, productId));
    await world.apply(await world.borrower(), productId);
    const ids = async (status: number | undefined) =>
      (await listLoans(world.deps, memberId, { status })).list.map(({ ID }) => ID);
    expect([await ids(undefined), await ids(0), await ids(1), await ids(4)]).toEqual([
      [applied, lent],
      [applied],
      [lent],
      [],
    ]);
    const other = findLoan(world.deps, await world.borrower(), { id: lent });
    expect(await outcomeOf(other)).toMatchObject({ code: 5007 });
  });
});
