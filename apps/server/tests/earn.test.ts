import { exchangeAccounts } from '@tern/ledger';
import { decimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listFixedTerms,
  listOrders,
  listPayouts,
  quotePurchase,
  sumOrders,
} from '../src/features/products/earn/list-fixed-terms.ts';
import { payDueYields } from '../src/features/products/earn/pay-yields.ts';
import { quoteRedemption } from '../src/features/products/earn/redeem-fixed-term.ts';
import { noticesTo } from './support/notices.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import {
  buyTerm,
  faultsOf,
  openFixedTerm,
  outcomeOf,
  type ProductFloor,
  productFloor,
  redeemTerm,
} from './support/earn.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { freezeMember } from './support/members.ts';
import { takeYields } from '../src/kernel/messaging/daily-yields.ts';

const clock = manualClock();
/** The first payout time after the purchase. */
const STARTS_AT = Date.parse('2026-11-18T14:00:00Z');
let fresh: FreshDatabase;
let floor: ProductFloor;
let productId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await productFloor(fresh.database, clock);
  await fundTreasury(fresh.database, 'yields', 'USDT', '1000000');
  await fundTreasury(fresh.database, 'yields', 'JPY', '1000000');
});

beforeEach(async () => {
  clock.set(WEDNESDAY_NOON);
  productId = await openFixedTerm(fresh.database);
});

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

const buy = (
  memberId: number,
  principal: string,
  over: { productId?: number; key?: string } = {},
) => buyTerm(floor, { memberId, productId, principal, ...over });
const idOf = (bought: object) => (bought as { ID: number }).ID;
const yields = async (account: 'yields' | 'yieldReserve', asset = 'USDT') =>
  (await balanceOf(fresh.database, exchangeAccounts[account], asset))['available'] ?? '0';
const orderOf = async (memberId: number) =>
  (await listOrders(floor, memberId, { status: 0 })).list[0]!;

describe('a purchase', () => {
  it('moves the principal into the term and reserves the yield of the whole term', async () => {
    const [before, reserved] = [await yields('yields'), await yields('yieldReserve')];
    const memberId = await fundedMember(fresh.database, { USDT: '6000' });
    expect(await buy(memberId, '5000')).toMatchObject({
      financing_id: productId,
      money: '5000',
      status: 1,
      startAt: '2026-11-18T14:00:00.000Z',
      expireAt: '2027-01-17T14:00:00.000Z',
      nextPayoutAt: '2026-11-19T14:00:00.000Z',
      paidDays: 0,
      paid: '0',
      toCome: '105',
      expected: '105',
      endedAt: null,
      returned: '0',
    });
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({
      available: '1000',
      financed: '5000',
    });
    expect(Number(before) - Number(await yields('yields'))).toBe(105);
    expect(Number(await yields('yieldReserve')) - Number(reserved)).toBe(105);
  });

  it('keeps its terms when the product changes', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '6000' });
    await buy(memberId, '5000');
    const owner = new Client(fresh.ownerTarget);
    await owner.connect();
    await owner.query(
      'alter table fixed_terms disable trigger user; update fixed_terms set daily_rate = 0.001, penalty_ratio = 0.5, version = 2; alter table fixed_terms enable trigger user',
    );
    await owner.end();
    clock.set(STARTS_AT + DAY_MS);
    await payDueYields(floor);
    expect(await orderOf(memberId)).toMatchObject({ dailyRate: '0.00035', paid: '1.75' });
    expect(await quoteRedemption(floor, memberId, (await orderOf(memberId)).ID)).toMatchObject({
      penalty: '250',
    });
  });

  it('is quoted with every figure before', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '6000' });
    expect(await quotePurchase(floor, memberId, { productId, principal: '5000' })).toEqual({
      available: '6000',
      perDay: '1.75',
      expected: '105',
      startAt: '2026-11-18T14:00:00.000Z',
      expireAt: '2027-01-17T14:00:00.000Z',
      penalty: '250',
      fee: '5',
    });
  });
});

describe('a purchase is refused', () => {
  it.each([
    ['below the minimum', '99.999999', { code: 4006, msg: '100' }],
    ['above the maximum', '50000.000001', { code: 4018, data: { max: '50000' } }],
    ['without an amount', '', { code: 4013 }],
    ['for nothing', '0', { code: 4013 }],
    ['with more places than the coin has', '100.0000001', { code: 5001, fields: ['principal'] }],
    ['for text', 'ten', { code: 5001 }],
    ['beyond the balance', '6000.01', { code: 4020 }],
  ])('%s', async (_reason, principal, refusal) => {
    const memberId = await fundedMember(fresh.database, { USDT: '6000' });
    expect(await buy(memberId, principal)).toMatchObject(refusal);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '6000' });
  });

  it('when closed, when unknown, and for a frozen member', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '6000' });
    const closed = await openFixedTerm(fresh.database, { state: 'closed' });
    expect(await buy(memberId, '100', { productId: closed })).toMatchObject({ code: 5011 });
    expect(await buy(memberId, '100', { productId: 999_999 })).toMatchObject({ code: 5007 });
    await freezeMember(fresh.owner, memberId);
    expect(await buy(memberId, '100')).toMatchObject({ code: 4008 });
  });

  it('when the exchange cannot reserve the yield, also for a member who can pay', async () => {
    const costly = await openFixedTerm(fresh.database, {
      dailyRate: '0.5',
      termDays: 3650,
      orderMax: '1000000',
    });
    const memberId = await fundedMember(fresh.database, { USDT: '6000' });
    expect(await buy(memberId, '5000', { productId: costly })).toMatchObject({ code: 5011 });
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '6000' });
  });

  it('below the minimum of another coin, which is named in USDT', async () => {
    const inBitcoin = await openFixedTerm(fresh.database, { asset: 'BTC', orderMin: '0.01' });
    const memberId = await fundedMember(fresh.database, { BTC: '1' });
    expect(await buy(memberId, '0.001', { productId: inBitcoin })).toMatchObject({ code: 5001 });
    floor.tick('btcusdt', '64000');
    expect(await buy(memberId, '0.001', { productId: inBitcoin })).toMatchObject({
      code: 4006,
      msg: '640',
    });
  });
});

describe('the yield', () => {
  it('is paid at the payout time, not before, once', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    await buy(memberId, '5000');
    clock.set(STARTS_AT + DAY_MS - 1);
    await payDueYields(floor);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ financed: '5000' });
    clock.set(STARTS_AT + DAY_MS);
    await Promise.all([payDueYields(floor), payDueYields(floor)]);
    await payDueYields(floor);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({
      available: '1.75',
      financed: '5000',
    });
    expect(await orderOf(memberId)).toMatchObject({
      paidDays: 1,
      paid: '1.75',
      toCome: '103.25',
      nextPayoutAt: '2026-11-20T14:00:00.000Z',
    });
  });

  it('catches up after downtime, each day with its own time, and adds it to the notice of the day', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    clock.set(STARTS_AT + 22 * DAY_MS + 1);
    await payDueYields(floor);
    expect(await orderOf(memberId)).toMatchObject({ paidDays: 22, paid: '38.5', toCome: '66.5' });
    expect(await dueDaysOf(id)).toEqual(
      Array.from({ length: 22 }, (_, day) => new Date(STARTS_AT + (day + 1) * DAY_MS)),
    );
    expect(await noticesTo(fresh.database, memberId)).toEqual([]);
    const at = clock.now() + DAY_MS;
    const reported = await fresh.database.transaction((tx) => takeYields(tx, { at, limit: 10 }));
    expect(reported).toContainEqual(
      expect.objectContaining({ memberId, sums: [{ asset: 'USDT', amount: decimal('38.5') }] }),
    );
  });

  it('returns nothing back when the clock goes back, and pays nothing twice', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    await buy(memberId, '5000');
    clock.set(STARTS_AT + 3 * DAY_MS);
    await payDueYields(floor);
    clock.set(STARTS_AT + DAY_MS);
    await payDueYields(floor);
    clock.set(STARTS_AT + 3 * DAY_MS);
    await payDueYields(floor);
    expect(await orderOf(memberId)).toMatchObject({ paidDays: 3, paid: '5.25' });
  });

  it('of a coin without decimal places is paid as soon as a unit is complete', async () => {
    const slow = { asset: 'JPY', termDays: 30, dailyRate: '0.00018', orderMin: '1' };
    const inYen = await openFixedTerm(fresh.database, slow);
    const memberId = await fundedMember(fresh.database, { JPY: '1500' });
    const id = idOf(await buy(memberId, '1500', { productId: inYen }));
    clock.set(STARTS_AT + 8 * DAY_MS);
    await payDueYields(floor);
    expect(await amountsOf(id)).toEqual(['0', '0', '0', '1', '0', '0', '0', '1']);
    expect(await balanceOf(fresh.database, memberId, 'JPY')).toEqual({
      available: '2',
      financed: '1500',
    });
  });

  it('is paid to frozen members, and the principal returns at the end automatically', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    await buy(memberId, '5000');
    await freezeMember(fresh.owner, memberId);
    const reserved = Number(await yields('yieldReserve'));
    clock.set(STARTS_AT + 100 * DAY_MS);
    await payDueYields(floor);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '5105' });
    expect(reserved - Number(await yields('yieldReserve'))).toBeGreaterThanOrEqual(105);
    expect(await orderOf(memberId)).toMatchObject({
      status: 3,
      paidDays: 60,
      paid: '105',
      toCome: '0',
      nextPayoutAt: null,
      returned: '5000',
    });
  });

  it('is paid in more than one batch', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '30000' });
    for (let order = 0; order < 251; order += 1) await buy(memberId, '100');
    clock.set(STARTS_AT + DAY_MS);
    await payDueYields(floor);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({
      available: '4908.785',
      financed: '25100',
    });
  });
});

describe('an early redemption', () => {
  it('pays the days that have ended, then returns the principal less penalty and fee', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    const [free, reserved] = [Number(await yields('yields')), Number(await yields('yieldReserve'))];
    clock.set(STARTS_AT + 22 * DAY_MS + 1);
    const figures = {
      money: '5000',
      penalty: '250',
      fee: '5',
      returned: '4745',
      kept: '38.5',
      missed: '66.5',
      daysLeft: 38,
    };
    expect(await quoteRedemption(floor, memberId, id)).toEqual(figures);
    expect(await redeemTerm(floor, { memberId, id })).toMatchObject({
      order: { status: 2, paid: '38.5', penaltyPaid: '250', feePaid: '5', returned: '4745' },
      redemption: figures,
    });
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '4783.5' });
    expect(Number(await yields('yields')) - free).toBeCloseTo(250 + 66.5);
    expect(reserved - Number(await yields('yieldReserve'))).toBeCloseTo(105);
  });

  it('before the term starts pays no day and costs the same', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    expect(await redeemTerm(floor, { memberId, id })).toMatchObject({
      redemption: { kept: '0', missed: '105', daysLeft: 60, returned: '4745' },
    });
  });

  it('is refused a second time', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    await redeemTerm(floor, { memberId, id });
    expect(await redeemTerm(floor, { memberId, id })).toMatchObject({ code: 5034 });
  });

  it("is refused at the end, for a frozen member, and for another member's order", async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    const other = await fundedMember(fresh.database, { USDT: '1' });
    expect(await redeemTerm(floor, { memberId: other, id })).toMatchObject({ code: 5007 });
    expect(await outcomeOf(quoteRedemption(floor, other, id))).toMatchObject({ code: 5007 });
    clock.set(STARTS_AT + 60 * DAY_MS);
    expect(await redeemTerm(floor, { memberId, id })).toMatchObject({ code: 5034 });
    expect(await outcomeOf(quoteRedemption(floor, memberId, id))).toMatchObject({ code: 5034 });
    clock.set(WEDNESDAY_NOON);
    await freezeMember(fresh.owner, memberId);
    expect(await redeemTerm(floor, { memberId, id })).toMatchObject({ code: 4008 });
  });
});

describe('the lists', () => {
  it('have open products first', async () => {
    await openFixedTerm(fresh.database, { state: 'closed' });
    await openFixedTerm(fresh.database);
    const { list, total } = await listFixedTerms(
      floor,
      { memberId: 0, lang: 'en' },
      { pageSize: 100 },
    );
    expect(list).toHaveLength(total);
    const states = list.map(({ state }) => state);
    expect(states).toEqual(states.toSorted((one, other) => one - other));
  });

  it("have only the member's own orders, by status, newest first", async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const first = idOf(await buy(memberId, '100'));
    const second = idOf(await buy(memberId, '200'));
    await buy(await fundedMember(fresh.database, { USDT: '5000' }), '300');
    await redeemTerm(floor, { memberId, id: first });
    const ids = async (status: number) =>
      (await listOrders(floor, memberId, { status })).list.map(({ ID }) => ID);
    expect([await ids(0), await ids(1), await ids(2), await ids(3)]).toEqual([
      [second, first],
      [second],
      [first],
      [],
    ]);
  });

  it('have the payouts of an order of the member, newest day first', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    clock.set(STARTS_AT + 3 * DAY_MS);
    await payDueYields(floor);
    const page = await listPayouts(floor, memberId, { id, pageSize: 2 });
    expect(page).toMatchObject({ total: 3, list: [{ ID: 3, amount: '1.75' }, { ID: 2 }] });
    expect(page.list[0]?.dueAt).toBe('2026-11-21T14:00:00.000Z');
    const other = await fundedMember(fresh.database, {});
    await expect(listPayouts(floor, other, { id })).rejects.toMatchObject({ code: 5007 });
  });

  it('sum what is invested, was paid yesterday, and in all, by coin and in USDT', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '6000', JPY: '200000' });
    const inYen = await openFixedTerm(fresh.database, { asset: 'JPY', orderMax: '1000000' });
    await buy(memberId, '5000');
    await buy(memberId, '100000', { productId: inYen });
    clock.set(STARTS_AT + 2 * DAY_MS);
    await payDueYields(floor);
    clock.set(Date.parse('2026-11-20T14:00:01Z'));
    floor.tick('usdtjpy', '150');
    const sums = await sumOrders(floor, memberId);
    expect(sums.list).toEqual([
      { coinname: 'JPY', invested: '100000', yesterday: '35', total: '70' },
      { coinname: 'USDT', invested: '5000', yesterday: '1.75', total: '3.5' },
    ]);
    expect(sums.coinname).toBe('USDT');
    expect(Number(sums.invested)).toBeGreaterThanOrEqual(5000);
  });
});

let owner: Client;
let app: Client;
beforeAll(async () => {
  [owner, app] = [new Client(fresh.ownerTarget), new Client(fresh.appTarget)];
  await Promise.all([owner.connect(), app.connect()]);
});
afterAll(() => Promise.all([owner.end(), app.end()]));

const payoutsOf = async (id: number) =>
  (
    await owner.query<{ amount: string; due_at: Date }>(
      'select trim_scale(amount)::text as amount, due_at from fixed_term_payouts where order_id = $1 order by day',
      [id],
    )
  ).rows;
const dueDaysOf = async (id: number) => (await payoutsOf(id)).map(({ due_at }) => due_at);
const amountsOf = async (id: number) => (await payoutsOf(id)).map(({ amount }) => amount);

describe('the database', () => {
  const refusalOf = (sql: string) =>
    app.query(sql).then(
      () => 'done',
      ({ constraint, code }: { constraint?: string; code: string }) => constraint ?? code,
    );

  const forge = (memberId: number, change: Record<string, string>) => {
    const row = {
      product_id: String(productId),
      member_id: String(memberId),
      version: '1',
      name: `'Test term'`,
      asset: `'USDT'`,
      scale: '6',
      term_days: '60',
      daily_rate: '0.00035',
      payout_minute: '840',
      penalty_ratio: '0.05',
      fee_ratio: '0.001',
      principal: '5000',
      starts_at: `'2026-11-18T14:00:00Z'`,
      next_payout_at: `'2026-11-19T14:00:00Z'`,
      created_at: `'2026-11-18T12:00:00Z'`,
      ...change,
    };
    const [columns, values] = [Object.keys(row).join(', '), Object.values(row).join(', ')];
    return refusalOf(`insert into fixed_term_orders (${columns}) values (${values})`);
  };

  it.each([
    { daily_rate: '0.0004' },
    { penalty_ratio: '0' },
    { term_days: '59' },
    { principal: '99' },
    { principal: '50001' },
    { principal: '100.0000001' },
    { starts_at: `'2026-11-17T14:00:00Z'`, next_payout_at: `'2026-11-18T14:00:00Z'` },
    { next_payout_at: `'2026-11-18T14:00:00Z'` },
    { paid_days: '1' },
    { scale: '8' },
    { version: '2' },
  ])('refuses an order of the server with %j', async (change) => {
    const memberId = await fundedMember(fresh.database, { USDT: '1' });
    expect(await forge(memberId, change)).toBe('earn_terms');
  });

  it('refuses payouts that are early, twice, out of turn, of another amount or after the end', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    clock.set(STARTS_AT + DAY_MS);
    await payDueYields(floor);
    const pay = (
      day: number,
      amount: string,
      { due = STARTS_AT + day * DAY_MS, paid = due }: { due?: number; paid?: number } = {},
    ) =>
      refusalOf(
        `with batch as (insert into fixed_term_payout_batches (created_at) values (now()) returning id)
         insert into fixed_term_payouts (batch_id, order_id, day, amount, due_at, paid_at)
         select id, ${id}, ${day}, ${amount}, '${new Date(due).toISOString()}'::timestamptz, '${new Date(paid).toISOString()}'::timestamptz from batch`,
      );
    expect(await pay(1, '1.75')).toBe('fixed_term_payouts_once');
    expect(await pay(3, '1.75')).toBe('earn_payout');
    expect(await pay(2, '1.76')).toBe('earn_payout');
    expect(await pay(2, '1.75', { due: STARTS_AT + DAY_MS })).toBe('earn_payout');
    expect(await pay(2, '1.75', { paid: STARTS_AT + DAY_MS })).toBe('fixed_term_payouts_time');
    await redeemTerm(floor, { memberId, id });
    expect(await pay(2, '1.75')).toBe('earn_payout');
  });

  it('refuses other changes of orders, payouts and products', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '5000' });
    const id = idOf(await buy(memberId, '5000'));
    const redeem = (values: string) =>
      refusalOf(
        `update fixed_term_orders set state = 'redeemed', next_payout_at = null, ${values} where id = ${id}`,
      );
    const late = `ended_at = '2026-11-19T14:00:00Z'`;
    const inTime = `ended_at = '2026-11-18T15:00:00Z'`;
    expect(await redeem(`${late}, penalty = 250, fee = 5`)).toBe('earn_redemption');
    expect(await redeem(`${inTime}, penalty = 249, fee = 5`)).toBe('earn_redemption');
    expect(await redeem(`${inTime}, penalty = 250, fee = 4`)).toBe('earn_redemption');
    const change = (set: string) =>
      refusalOf(`update fixed_term_orders set ${set} where id = ${id}`);
    expect(await change(`next_payout_at = '2026-11-19T13:00:00Z'`)).toBe('earn_next_payout');
    expect(await change(`state = 'ended', next_payout_at = null, ${inTime}`)).toBe('earn_end');
    expect(await change('principal = 1')).toBe('42501');
    expect(await change('paid_days = 60')).toBe('42501');
    expect(await refusalOf(`delete from fixed_term_orders where id = ${id}`)).toBe('42501');
    expect(await refusalOf(`delete from fixed_term_payouts where order_id = ${id}`)).toBe('42501');
    expect(await refusalOf(`update fixed_terms set daily_rate = 0.5`)).toBe('product_version');
  });
});
