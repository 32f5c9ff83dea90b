import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEarnings } from '../src/features/products/staking/list-earnings.ts';
import { findMachine } from '../src/features/products/staking/list-machines.ts';
import { findOrder } from '../src/features/products/staking/list-orders.ts';
import { payDue } from '../src/features/products/staking/pay-yields.ts';
import { quoteRedemption } from '../src/features/products/staking/redeem-staking.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { freezeMember } from './support/members.ts';
import {
  changeProduct,
  faultsOf,
  fundYields,
  listProduct,
  type StakingFloor,
  stakingFloor,
  tryRedeem,
  tryRefund,
  tryShare,
  tryUnits,
} from './support/staking.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: StakingFloor;

const usdt = (memberId: number) => balanceOf(fresh.database, memberId, 'USDT');
const member = (amount = '5000') => fundedMember(fresh.database, { USDT: amount });
const bookOf = async (name: keyof typeof exchangeAccounts, asset: string) =>
  Number((await balanceOf(fresh.database, exchangeAccounts[name], asset))['available'] ?? 0);
const orderOf = (memberId: number, id: number) => findOrder(floor, memberId, id);
const idOf = (outcome: object) => (outcome as { ID: number }).ID;
const day = (count: number) => Date.parse('2026-11-19T00:00:00Z') + count * DAY_MS;

/** The clock at a time, with a fresh price of each coin. */
function goTo(at: number, prices: Record<string, string> = {}): void {
  clock.set(at);
  for (const symbol of ['btcusdt', 'ethusdt'])
    floor.setPrice(symbol, prices[symbol] ?? (symbol === 'btcusdt' ? '64218.5' : '3090.11'));
}

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await stakingFloor(fresh.database, clock);
  await fundYields(fresh.database, { USDT: '1000000', BTC: '100', ETH: '100' });
});

beforeEach(() => goTo(WEDNESDAY_NOON));

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

describe('a sole machine', () => {
  it('costs its price, which is spent, and reserves the yield of the whole term', async () => {
    const productId = await listProduct(fresh.database, 'sole');
    const memberId = await member();
    const before = await bookOf('yieldReserve', 'BTC');
    const soldBefore = await bookOf('machineSales', 'USDT');
    expect(await tryUnits(floor, { memberId, productId, units: 3 })).toMatchObject({
      machineId: productId,
      type: 1,
      num: 3,
      gxfe: 100,
      invested: '300',
      status: 1,
      startAt: '2026-11-19T00:00:00.000Z',
      expireAt: '2026-12-19T00:00:00.000Z',
      nextPayoutAt: '2026-11-20T00:00:00.000Z',
      expected: '0.0009',
      toCome: '0.0009',
      returnsPrincipal: false,
      canRedeem: false,
      canRefund: false,
    });
    expect(await usdt(memberId)).toEqual({ available: '4700' });
    expect((await bookOf('machineSales', 'USDT')) - soldBefore).toBeCloseTo(300);
    expect((await bookOf('yieldReserve', 'BTC')) - before).toBeCloseTo(0.0009);
  });

  it('pays its coins each day at the payout time, once, and nothing after the end', async () => {
    const productId = await listProduct(fresh.database, 'sole', { termDays: 3 });
    const memberId = await member();
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 2 }));
    const btc: string[] = [];
    for (const at of [day(1) - 1, day(1), day(1) + 1, day(2), day(3), day(9)]) {
      goTo(at);
      await payDue(floor);
      btc.push((await balanceOf(fresh.database, memberId, 'BTC'))['available'] ?? '0');
    }
    expect(btc).toEqual(['0', '0.00002', '0.00002', '0.00004', '0.00006', '0.00006']);
    expect(await orderOf(memberId, id)).toMatchObject({
      status: 3,
      paidDays: 3,
      paid: '0.00006',
      paidValue: '3.85311',
      toCome: '0',
      returned: '0',
      nextPayoutAt: null,
      endedAt: '2026-11-22T00:00:00.000Z',
    });
  });

  it('is paid for each missed day after downtime, each with its own time', async () => {
    const productId = await listProduct(fresh.database, 'sole', { termDays: 5 });
    const memberId = await member();
    const orderId = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    for (const count of [1, 2, 3, 4]) floor.setPrice('btcusdt', String(60_000 + count), day(count));
    goTo(day(4) + 5 * 3_600_000);
    await Promise.all([payDue(floor), payDue(floor)]);
    const rows = await listEarnings(floor, memberId, {});
    expect(rows.list.map(({ orderId: of, dueAt, price }) => [of, dueAt, price])).toEqual([
      [orderId, '2026-11-23T00:00:00.000Z', '60004'],
      [orderId, '2026-11-22T00:00:00.000Z', '60003'],
      [orderId, '2026-11-21T00:00:00.000Z', '60002'],
      [orderId, '2026-11-20T00:00:00.000Z', '60001'],
    ]);
    const { records } = await listRecords(
      fresh.database,
      { memberId, asset: 'BTC', kind: null },
      { limit: 10, offset: 0 },
    );
    expect(
      records.map(({ kind, amount, effectiveAt }) => [kind, formatDecimal(amount), effectiveAt]),
    ).toEqual([4, 3, 2, 1].map((count) => [8, '0.00001', day(count)]));
  });
});

describe('a constant value', () => {
  it('is paid in coins at the reference price of the payout time, which is recorded', async () => {
    const productId = await listProduct(fresh.database, 'value');
    const memberId = await member();
    await tryUnits(floor, { memberId, productId, units: 10 });
    const liquidity = await bookOf('liquidity', 'USDT');
    floor.setPrice('ethusdt', '3000', day(1) - 2_000);
    floor.setPrice('ethusdt', '3090.11', day(1) - 1_000);
    goTo(day(1) + 3_600_000, { ethusdt: '5000' });
    await payDue(floor);
    // 1000 USDT × 0.118 % = 1.18 USDT; at 3090.11: 0.000381863…
    expect(await balanceOf(fresh.database, memberId, 'ETH')).toEqual({ available: '0.00038186' });
    expect((await bookOf('liquidity', 'USDT')) - liquidity).toBeCloseTo(1.18);
    const { list } = await listEarnings(floor, memberId, {});
    expect(list).toMatchObject([
      { price: '3090.11', value: '1.179989', dueAt: '2026-11-20T00:00:00.000Z' },
    ]);
  });

  it('waits until a later price proves which one was the last, at most ten minutes', async () => {
    const productId = await listProduct(fresh.database, 'value', {
      asset: 'SOL',
      dailyRate: '0.001',
    });
    const memberId = await member();
    floor.setPrice('solusdt', '200', clock.now());
    await tryUnits(floor, { memberId, productId, units: 10 });
    const sol = async (at: number) => {
      clock.set(at);
      await payDue(floor);
      return (await balanceOf(fresh.database, memberId, 'SOL'))['available'];
    };
    expect(await sol(day(1) + 599_999)).toBeUndefined();
    expect(await sol(day(1) + 600_000)).toBe('0.005');
    floor.setPrice('solusdt', '100', day(2) - 1);
    expect(await sol(day(2))).toBe('0.005');
    floor.setPrice('solusdt', '50', day(2));
    clock.set(day(2) + 1);
    expect(await sol(day(2) + 1)).toBe('0.025');
  });

  it('whose coin has no price up to the payout time waits, without delaying others', async () => {
    const productId = await listProduct(fresh.database, 'value', { asset: 'XRP' });
    const other = await listProduct(fresh.database, 'sole');
    const memberId = await member();
    floor.tick('xrpusdt', '2');
    await tryUnits(floor, { memberId, productId, units: 1 });
    await tryUnits(floor, { memberId, productId: other, units: 1 });
    goTo(day(3));
    floor.tick('xrpusdt', '2');
    await payDue(floor);
    expect(await balanceOf(fresh.database, memberId, 'XRP')).toEqual({});
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({ available: '0.00003' });
    floor.setPrice('xrpusdt', '2', day(1));
    await payDue(floor);
    expect(await balanceOf(fresh.database, memberId, 'XRP')).toEqual({ available: '0.177' });
  });

  it('is not sold without a current price', async () => {
    const productId = await listProduct(fresh.database, 'value', { asset: 'DOGE' });
    const memberId = await member();
    expect(await tryUnits(floor, { memberId, productId, units: 1 })).toMatchObject({ code: 5005 });
  });
});

describe('frozen output', () => {
  it('is collected and released whole at the end of the term', async () => {
    const productId = await listProduct(fresh.database, 'sole', {
      freezesOutput: true,
      termDays: 3,
    });
    const memberId = await member();
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    goTo(day(2));
    await payDue(floor);
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({ locked: '0.00002' });
    expect(await orderOf(memberId, id)).toMatchObject({ freeze: 2, frozen: '0.00002' });
    goTo(day(3));
    await payDue(floor);
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({ available: '0.00003' });
    expect(await orderOf(memberId, id)).toMatchObject({ status: 3, frozen: '0', paid: '0.00003' });
  });
});

describe('a shared machine', () => {
  const buy = (memberId: number, productId: number, percent: number) =>
    tryShare(floor, { memberId, productId, percent });

  it('starts when the last share is bought, and pays each share its part', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    const [one, other] = [await member(), await member()];
    const first = await buy(one, productId, 40);
    expect(first).toMatchObject({ gxfe: 40, invested: '1000', startAt: null, canRefund: true });
    expect(await usdt(one)).toEqual({ available: '4000', staked: '1000' });
    expect(await findMachine(floor, 'en', productId)).toMatchObject({
      state: 1,
      sharbltxt: '40|60',
      shares: [
        { gxfe: 40, price: '1000', heldAt: '2026-11-18T12:00:00.000Z' },
        { gxfe: 60, price: '1500', heldAt: null },
      ],
    });
    goTo(day(5) + 1);
    await payDue(floor);
    expect(await buy(other, productId, 60)).toMatchObject({
      invested: '1500',
      startAt: '2026-11-25T00:00:00.000Z',
      canRefund: false,
    });
    expect([await usdt(one), await usdt(other)]).toEqual([
      { available: '4000' },
      { available: '3500' },
    ]);
    expect(await findMachine(floor, 'en', productId)).toMatchObject({ state: 2 });
    // That the price is spent now is no second record of the purchase.
    const filter = { memberId: one, asset: 'USDT', kind: recordTypes.miningMachinePurchase };
    const { records } = await listRecords(fresh.database, filter, { limit: 10, offset: 0 });
    expect(records.map((each) => formatDecimal(each.amount))).toEqual(['-1000']);
    goTo(day(7));
    await payDue(floor);
    expect(await balanceOf(fresh.database, one, 'BTC')).toEqual({ available: '0.0000512' });
    expect(await balanceOf(fresh.database, other, 'BTC')).toEqual({ available: '0.0000768' });
  });

  it('refunds a share in full until then, once, also to a frozen member; the share is free again', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    const [one, other] = [await member(), await member()];
    const reserve = await bookOf('yieldReserve', 'BTC');
    const orderId = idOf(await buy(one, productId, 40));
    await freezeMember(fresh.owner, one);
    expect(await tryRefund(floor, { memberId: one, orderId })).toMatchObject({
      status: 2,
      returned: '1000',
      canRefund: false,
    });
    expect(await usdt(one)).toEqual({ available: '5000' });
    expect((await bookOf('yieldReserve', 'BTC')) - reserve).toBeCloseTo(0);
    expect(await tryRefund(floor, { memberId: one, orderId })).toMatchObject({ code: 5034 });
    const again = idOf(await buy(other, productId, 40));
    await buy(await member(), productId, 60);
    expect(await tryRefund(floor, { memberId: other, orderId: again })).toMatchObject({
      code: 5034,
    });
    expect(await tryRefund(floor, { memberId: one, orderId: again })).toMatchObject({ code: 5007 });
  });

  it('sells each of two equal shares once', async () => {
    const productId = await listProduct(fresh.database, 'shared', { shares: '50|50' });
    const memberId = await member();
    const half = () => tryShare(floor, { memberId, productId, percent: 50, shares: '50|50' });
    expect([await half(), await half(), await half()]).toMatchObject([
      { gxfe: 50 },
      { gxfe: 50, startAt: '2026-11-19T00:00:00.000Z' },
      { code: 4018 },
    ]);
  });

  it('refuses shares that it does not have, and units of it', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    const memberId = await member();
    const share = (percent: number, shares: string) =>
      tryShare(floor, { memberId, productId, percent, shares });
    expect(await share(40, '60|40')).toMatchObject({ code: 5004 });
    expect(await share(40, '40|30|30')).toMatchObject({ code: 5004 });
    expect(await share(50, '40|60')).toMatchObject({ code: 5001, fields: ['percent'] });
    expect(await tryUnits(floor, { memberId, productId, units: 1 })).toMatchObject({ code: 5001 });
  });
});

describe('staking', () => {
  const stake = async (over: object = {}) => {
    const productId = await listProduct(fresh.database, 'staking', over);
    const memberId = await member();
    return { memberId, orderId: idOf(await tryUnits(floor, { memberId, productId, units: 10 })) };
  };

  it('pays the daily rate of the principal, which returns at the end', async () => {
    const { memberId, orderId } = await stake({ termDays: 2 });
    expect(await usdt(memberId)).toEqual({ available: '4000', staked: '1000' });
    goTo(day(1));
    await payDue(floor);
    expect(await usdt(memberId)).toEqual({ available: '4000.35', staked: '1000' });
    goTo(day(2));
    await payDue(floor);
    expect(await usdt(memberId)).toEqual({ available: '5000.7' });
    expect(await orderOf(memberId, orderId)).toMatchObject({
      status: 3,
      returned: '1000',
      paid: '0.7',
    });
  });

  it('redeemed early returns the principal less the penalty of the quote; paid yield stays', async () => {
    const { memberId, orderId } = await stake();
    const reserve = await bookOf('yieldReserve', 'USDT');
    goTo(day(22) + 7_200_000);
    const quote = await quoteRedemption(floor, memberId, orderId);
    expect(quote).toEqual({
      invested: '1000',
      penalty: '50',
      returned: '950',
      kept: '7.7',
      forfeited: '0',
      missed: '13.3',
      daysLeft: 38,
    });
    const redeemed = await tryRedeem(floor, { memberId, orderId });
    expect(redeemed).toMatchObject({
      redemption: quote,
      order: { status: 2, paidDays: 22, penaltyPaid: '50', returned: '950', toCome: '0' },
    });
    expect(await usdt(memberId)).toEqual({ available: '4957.7' });
    expect((await bookOf('yieldReserve', 'USDT')) - reserve).toBeCloseTo(-21);
    expect(await tryRedeem(floor, { memberId, orderId })).toMatchObject({ code: 5034 });
    goTo(day(70));
    await payDue(floor);
    expect(await usdt(memberId)).toEqual({ available: '4957.7' });
  });

  it('redeemed early loses its frozen output, which no longer counts as earned', async () => {
    const { memberId, orderId } = await stake({
      asset: 'ETH',
      freezesOutput: true,
      dailyRate: '0.001',
    });
    goTo(day(2));
    await payDue(floor);
    expect(await balanceOf(fresh.database, memberId, 'ETH')).toEqual({ locked: '0.00064722' });
    expect((await listEarnings(floor, memberId, {})).list).toHaveLength(2);
    const redeemed = await tryRedeem(floor, { memberId, orderId });
    expect(redeemed).toMatchObject({
      redemption: { kept: '0', forfeited: '0.00064722', missed: '58', daysLeft: 58 },
    });
    expect(await balanceOf(fresh.database, memberId, 'ETH')).toEqual({});
    expect((await listEarnings(floor, memberId, {})).list).toHaveLength(0);
  });

  it('can be redeemed before its term starts, and not once it has ended', async () => {
    const { memberId, orderId } = await stake();
    expect(await tryRedeem(floor, { memberId, orderId })).toMatchObject({
      redemption: { kept: '0', daysLeft: 60 },
    });
    const late = await stake({ termDays: 1 });
    goTo(day(1));
    expect(await tryRedeem(floor, late)).toMatchObject({ code: 5034 });
    expect(await usdt(late.memberId)).toEqual({ available: '5000.35' });
  });

  it('waits for the price of a due payout before it is redeemed', async () => {
    const { memberId, orderId } = await stake({ asset: 'ETH' });
    clock.set(day(1));
    expect(await tryRedeem(floor, { memberId, orderId })).toMatchObject({ code: 5006 });
    goTo(day(1));
    expect(await tryRedeem(floor, { memberId, orderId })).toMatchObject({ order: { paidDays: 1 } });
  });

  it("is redeemed only by its owner, unless frozen; a machine's price is spent", async () => {
    const { memberId, orderId } = await stake();
    expect(await tryRedeem(floor, { memberId: await member(), orderId })).toMatchObject({
      code: 5007,
    });
    await freezeMember(fresh.owner, memberId);
    expect(await tryRedeem(floor, { memberId, orderId })).toMatchObject({ code: 4008 });
    const productId = await listProduct(fresh.database, 'sole');
    const buyer = await member();
    const machine = idOf(await tryUnits(floor, { memberId: buyer, productId, units: 1 }));
    expect(await tryRedeem(floor, { memberId: buyer, orderId: machine })).toMatchObject({
      code: 5011,
    });
  });
});

describe('a purchase is refused', () => {
  it.each([
    ['without a number', '', { code: 4013, fields: ['units'] }],
    ['of nothing, with the price of a unit', '0', { code: 4006, msg: '100' }],
    ['above the limit per order', 11, { code: 4018, data: { max: '10' } }],
  ])('%s', async (_reason, units, refusal) => {
    const productId = await listProduct(fresh.database, 'sole');
    const memberId = await member();
    expect(await tryUnits(floor, { memberId, productId, units })).toMatchObject(refusal);
    expect(await usdt(memberId)).toEqual({ available: '5000' });
  });

  it('of a product that is not listed yet, closed, or unknown', async () => {
    const memberId = await member();
    const code = async (over: object) => {
      const productId = await listProduct(fresh.database, 'sole', over);
      return (await tryUnits(floor, { memberId, productId, units: 1 })) as { code: number };
    };
    expect(await code({ listedAt: WEDNESDAY_NOON + 1 })).toMatchObject({ code: 5011 });
    expect(await code({ isOpen: false })).toMatchObject({ code: 5011 });
    expect(await tryUnits(floor, { memberId, productId: 999_999, units: 1 })).toMatchObject({
      code: 5007,
    });
  });

  it('with too little of the platform token, however much is reserved', async () => {
    const productId = await listProduct(fresh.database, 'sole', {
      tokenAsset: 'UNI',
      tokenMin: '20',
    });
    const poor = await fundedMember(fresh.database, { USDT: '100', UNI: '19.99999999' });
    expect(await tryUnits(floor, { memberId: poor, productId, units: 1 })).toMatchObject({
      code: 5011,
      data: { needs: 'token', coin: 'UNI', min: '20' },
    });
    const rich = await fundedMember(fresh.database, { USDT: '100', UNI: '20' });
    expect(await tryUnits(floor, { memberId: rich, productId, units: 1 })).toMatchObject({
      num: 1,
    });
  });

  it('of a frozen member, and without the money', async () => {
    const productId = await listProduct(fresh.database, 'sole');
    const frozen = await member();
    await freezeMember(fresh.owner, frozen);
    expect(await tryUnits(floor, { memberId: frozen, productId, units: 1 })).toMatchObject({
      code: 4008,
    });
    const poor = await member('99.99');
    expect(await tryUnits(floor, { memberId: poor, productId, units: 1 })).toMatchObject({
      code: 4020,
    });
  });

  it('as not available when the exchange cannot fund the promised yield', async () => {
    const productId = await listProduct(fresh.database, 'sole', { dailyOutput: '10' });
    const memberId = await member();
    expect(await tryUnits(floor, { memberId, productId, units: 1 })).toMatchObject({ code: 5011 });
    expect(await usdt(memberId)).toEqual({ available: '5000' });
  });
});

describe('terms', () => {
  it('are frozen on the order: a change of the product reaches later orders only', async () => {
    const productId = await listProduct(fresh.database, 'staking');
    const memberId = await member();
    const first = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    await changeProduct(floor, productId, { dailyRate: '0.0001', penaltyRatio: '0.1' });
    const second = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    expect([await orderOf(memberId, first), await orderOf(memberId, second)]).toMatchObject([
      { dailyRate: '0.00035', penalty: '0.05', expected: '2.1' },
      { dailyRate: '0.0001', penalty: '0.1', expected: '0.6' },
    ]);
  });

  it('of a machine stay while a share of it is held; its sale may be closed', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    await tryShare(floor, { memberId: await member(), productId, percent: 40 });
    await expect(changeProduct(floor, productId, { dailyOutput: '1' })).rejects.toMatchObject({
      constraint: 'staking_product_terms',
    });
    await changeProduct(floor, productId, { isOpen: false });
    expect(await findMachine(floor, 'en', productId)).toMatchObject({ state: 3 });
  });

  it('need a market for a constant value, and a price of whole smallest units', async () => {
    const refused = { constraint: 'staking_product_terms' };
    const listed = listProduct(fresh.database, 'value', { asset: 'USD' });
    await expect(listed).rejects.toMatchObject(refused);
    const finer = listProduct(fresh.database, 'sole', { unitPrice: '0.0000001' });
    await expect(finer).rejects.toMatchObject(refused);
  });
});
