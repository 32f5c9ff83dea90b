import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveLoan, reviewOf } from './support/credited-loans.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { openProducts } from './support/open-products.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { DAY_MS } from '../src/platform/durations.ts';

const clock = manualClock();
let financing_id: string;
let loan_id: string;
let server: TestServer;
let consoleApi: Console;
let member: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  const { token } = await server.register();
  ({ financing_id, loan_id } = await openProducts(server, token));
});
afterAll(() => server?.stop());

/** Their sessions are short. */
const newOperators = async () =>
  [await consoleApi.enrolled(['reviewer']), await consoleApi.enrolled(['approver'])] as const;

/** A session ends after seven days without a call. */
async function passUntil(time: number, person: Person): Promise<void> {
  while (clock.now() < time) {
    clock.set(Math.min(clock.now() + 6 * DAY_MS, time));
    await coin(person);
  }
}

async function newMember({ isVerified = true } = {}): Promise<Person> {
  const person = await server.register();
  if (isVerified) await server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
  return person;
}

const as = ({ token }: Person) => ({ token });
const coin = async (person: Person) => {
  const { list } = await server.api.data('GET /user/mycoin', {}, as(person));
  const { available, frozen, total } = list.find(({ coinname }) => coinname === 'USDT')!;
  return { available, frozen, total };
};

describe('fixed terms over HTTP', () => {
  beforeAll(async () => {
    member = await newMember({ isVerified: false });
  });

  it('are on sale from the first start, with a text in the language of the member', async () => {
    const { list, total } = await server.api.data(
      'GET /financing/getFinancingList',
      {},
      as(member),
    );
    expect(total).toBe(4);
    expect(list.map(({ coinname }) => coinname)).toEqual(['USDT', 'USDT', 'BTC', 'ETH']);
    const input = { ID: financing_id };
    const texts = await Promise.all(
      ['de', 'jp', 'en'].map(async (lang) => {
        const given = { ...as(member), lang };
        const found = await server.api.data('GET /financing/findFinancing', input, given);
        return found.refinancing.content;
      }),
    );
    expect(new Set(texts).size).toBe(3);
  });

  it('are bought, paid, listed, summed and redeemed', async () => {
    const money = '10000';
    const order = { financing_id, money: '5000' };
    const quote = await server.api.data('GET /financing/quote', order, as(member));
    const buy = 'POST /financing_order/createFinancing_order';
    const bought = await server.api.data(buy, order, as(member));
    expect(bought.order).toMatchObject({ money: '5000', expected: quote.expected, status: 1 });
    expect(await coin(member)).toEqual({ available: '5000', frozen: '5000', total: money });
    clock.set(Date.parse(bought.order.startAt) + DAY_MS);
    await server.runJob('earn.pay');
    const sums = await server.api.data('GET /financing_order/sum', {}, as(member));
    expect(sums).toMatchObject({ invested: '5000', total: quote.perDay });
    const { ID } = bought.order;
    const find = 'GET /financing_order/findFinancing_order';
    const { refinancing_order } = await server.api.data(find, { ID }, as(member));
    expect(refinancing_order).toMatchObject({ paidDays: 1, paid: quote.perDay });
    const leave = 'GET /financing_order/redemptionFind';
    const { reredemption } = await server.api.data(leave, { ID }, as(member));
    const done = await server.api.data('POST /financing_order/redemption', { ID }, as(member));
    expect(done).toMatchObject({ order: { status: 2 }, redemption: reredemption });
    expect(reredemption).toMatchObject({ penalty: quote.penalty, fee: quote.fee });
  });

  it('leave a record of each step', async () => {
    const input = { coinname: 'USDT', pageSize: 20 };
    const { list } = await server.api.data(
      'GET /user_money_log/getUser_money_logList',
      input,
      as(member),
    );
    const steps = list.filter(({ type }) => type >= 24 && type <= 30);
    expect(steps.map(({ type, amount }) => [type, amount]).toReversed()).toEqual([
      [24, '-5000'],
      [25, '1'],
      [28, '5000'],
      [30, '-100'],
      [29, '-5'],
    ]);
  });

  it.each([
    ['below the minimum', { money: '49' }, 4006, { msg: '50' }],
    ['above the maximum', { money: '20001' }, 4018, { data: { max: '20000' } }],
    ['without an amount', { money: '' }, 4013, {}],
    ['beyond the balance', { money: '19000' }, 4020, {}],
    ['of an unknown product', { financing_id: 999_999, money: '100' }, 5007, {}],
    ['of malformed input', { money: 'ten' }, 5001, {}],
  ])('are refused %s', async (_name, over, code, more) => {
    const input = { financing_id, ...over };
    const buy = 'POST /financing_order/createFinancing_order';
    expect(await server.api.call(buy, input, as(member))).toMatchObject({ code, ...more });
  });

  it('are found by their owner only', async () => {
    const { list } = await server.api.data(
      'GET /financing_order/getFinancing_orderList',
      { status: 2 },
      as(member),
    );
    const input = { ID: list[0]!.ID };
    const redeem = 'POST /financing_order/redemption';
    expect((await server.api.call(redeem, input, as(member))).code).toBe(5034);
    const other = await newMember({ isVerified: false });
    expect((await server.api.call(redeem, input, as(other))).code).toBe(5007);
  });
});

describe('loans over HTTP', () => {
  const apply = 'POST /loan_order/createLoan_order';
  const application = () => ({ loan_id, amount: '1000', consent: true });

  it('are approved for less by two operators, repaid in part, and collected on the due date', async () => {
    const person = await newMember();
    const { list } = await server.api.data('GET /loan/getLoanList', {}, as(person));
    expect(list.map(({ coinname }) => coinname)).toEqual(['USDT', 'BTC']);
    const { order } = await server.api.data(apply, application(), as(person));
    expect((await server.api.call(apply, application(), as(person))).code).toBe(5012);
    const operators = await newOperators();
    const [{ token }] = operators;
    const ID = await reviewOf(consoleApi, token, order.ID);
    await consoleApi.data('POST /operator/review/claim', { ID }, token);
    const less = { ID, num: '800', reason: 'Your first loan.' };
    await consoleApi.data('POST /operator/loan/lowerAmount', less, token);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, token);
    expect(rereview).toMatchObject({
      kind: 'loan',
      recordNo: `L-${order.ID}`,
      facts: { requested: '1000', approved: '800' },
      checks: expect.arrayContaining([expect.objectContaining({ name: 'house-can-lend' })]),
    });
    await consoleApi.data('POST /operator/review/release', { ID }, token);
    await approveLoan(consoleApi, operators, order.ID);
    expect(await coin(person)).toEqual({ available: '10800', frozen: '0', total: '10000' });
    const repay = { ID: order.ID, num: '300' };
    const repaid = await server.api.data('POST /loan_order/repay', repay, as(person));
    const who = { ID: person.memberId };
    const { recustomer } = await consoleApi.data('GET /operator/customer/find', who, token);
    expect(recustomer.balances.find(({ coinname }) => coinname === 'USDT')).toMatchObject({
      available: '10500',
      loan: '-500',
      total: '10000',
    });
    expect(repaid.order).toMatchObject({ status: 1, approved: '800', principal: '500' });
    await passUntil(Date.parse(repaid.order.dueAt!), person);
    await server.runJob('loan.collect');
    const find = 'GET /loan_order/findLoan_order';
    const found = await server.api.data(find, { ID: order.ID }, as(person));
    expect(found).toMatchObject({
      reloan_order: { status: 3, principalPaid: '800', reason: 'We can offer you this amount.' },
      repayments: [{ isCollected: true }, { amount: '300', isCollected: false }],
    });
    const notices = await server.api.data('GET /notice/getNoticeList', {}, as(person));
    const titles = notices.list.map(({ title }) => title);
    expect(titles).toContain('Loan credited: 800.00 USDT');
    expect(titles).toContain('Loan repaid: 506.75 USDT collected');
  });

  it('leave a record of each step', async () => {
    const person = await newMember();
    const { order } = await server.api.data(apply, application(), as(person));
    await approveLoan(consoleApi, await newOperators(), order.ID);
    clock.advance(6 * DAY_MS);
    await server.api.data('POST /loan_order/repay', { ID: order.ID, num: '100' }, as(person));
    const { list } = await server.api.data(
      'GET /user_money_log/getUser_money_logList',
      { coinname: 'USDT' },
      as(person),
    );
    const steps = list.filter(({ type }) => type >= 36 && type <= 38);
    // The balance is what is available, whatever is owed.
    expect(steps.map(({ type, amount, balance }) => [type, amount, balance]).toReversed()).toEqual([
      [36, '1000', '11000'],
      [38, '-1.5', '10998.5'],
      [37, '-98.5', '10900'],
    ]);
  });

  it.each([
    ['below the minimum', { amount: '99' }, 4006, { msg: '100' }],
    ['above the maximum', { amount: '5001' }, 4018, { data: { max: '5000' } }],
    ['without an amount', { amount: '' }, 4013, {}],
    ['without consent', { consent: false }, 5001, { data: { fields: ['consent'] } }],
    ['with bounds of the client', { max: '1000000', amount: '9000' }, 5004, {}],
    ['of an unknown product', { loan_id: 999_999 }, 5007, {}],
  ])('are refused %s', async (_name, over, code, more) => {
    const person = await newMember();
    const answer = await server.api.call(apply, { ...application(), ...over }, as(person));
    expect(answer).toMatchObject({ code, ...more });
  });
});
