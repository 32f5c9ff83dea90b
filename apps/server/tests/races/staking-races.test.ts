import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findMachine } from '../../src/features/products/staking/list-machines.ts';
import { findOrder } from '../../src/features/products/staking/list-orders.ts';
import { payDue, payOrderDue } from '../../src/features/products/staking/pay-yields.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { balanceOf } from '../support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from '../support/market.ts';
import {
  faultsOf,
  fundYields,
  listProduct,
  type StakingFloor,
  stakingFloor,
  tryRedeem,
  tryRefund,
  tryShare,
  tryUnits,
} from '../support/staking.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: StakingFloor;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 20 });
  floor = await stakingFloor(fresh.database, clock);
  await fundYields(fresh.database, { USDT: '1000000', BTC: '100', SOL: '0.005' });
});

beforeEach(() => goTo(WEDNESDAY_NOON));

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

const goTo = (at: number) => {
  clock.set(at);
  for (const symbol of ['btcusdt', 'ethusdt', 'solusdt']) floor.setPrice(symbol, '1000');
};
const member = (amount = '5000') => fundedMember(fresh.database, { USDT: amount });
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const codesOf = (outcomes: readonly object[]) =>
  outcomes.map((outcome) => ('code' in outcome ? String(outcome.code) : 'done')).toSorted();
const idOf = (outcome: object) => (outcome as { ID: number }).ID;
const firstPayout = Date.parse('2026-11-20T00:00:00Z');

describe('shares bought at the same time', () => {
  it('by 40 members: each is sold once, and the machine starts', async () => {
    const shares = '10|20|30|40';
    const productId = await listProduct(fresh.database, 'shared', { shares });
    const members = await times(40, () => member());
    const outcomes = await Promise.all(
      members.map((memberId, index) =>
        tryShare(floor, { memberId, productId, shares, percent: 10 * (1 + (index % 4)) }),
      ),
    );
    const bought = outcomes.filter((outcome) => !('code' in outcome)) as { gxfe: number }[];
    expect(bought.map(({ gxfe }) => gxfe).toSorted((one, two) => one - two)).toEqual([
      10, 20, 30, 40,
    ]);
    expect(new Set(codesOf(outcomes))).toEqual(new Set(['4018', 'done']));
    expect(await findMachine(floor, 'en', productId)).toMatchObject({ state: 2 });
    goTo(firstPayout);
    await payDue(floor);
    const paid = await Promise.all(
      members.map(async (id) =>
        Number((await balanceOf(fresh.database, id, 'BTC'))['available'] ?? 0),
      ),
    );
    expect(paid.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.000128, 12);
  });

  it('the last one, and a refund of another: the machine starts with all shares or not at all', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const productId = await listProduct(fresh.database, 'shared');
      const [one, other] = [await member(), await member()];
      const orderId = idOf(await tryShare(floor, { memberId: one, productId, percent: 40 }));
      const [refund, purchase] = await Promise.all([
        tryRefund(floor, { memberId: one, orderId }),
        tryShare(floor, { memberId: other, productId, percent: 60 }),
      ]);
      expect(purchase).toMatchObject({ invested: '1500' });
      const isRefunded = !('code' in refund);
      seen.add(isRefunded ? 'refunded' : 'started');
      const { startAt } = purchase as { startAt: string | null };
      expect(startAt === null).toBe(isRefunded);
      expect(await balanceOf(fresh.database, one, 'USDT')).toEqual({
        available: isRefunded ? '5000' : '4000',
      });
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe('purchases at the same time', () => {
  it('of one balance: exactly the affordable ones succeed', async () => {
    const productId = await listProduct(fresh.database, 'sole');
    const memberId = await member('350');
    const outcomes = await times(12, () => tryUnits(floor, { memberId, productId, units: 1 }));
    expect(codesOf(outcomes).filter((code) => code === 'done')).toHaveLength(3);
    expect(new Set(codesOf(outcomes))).toEqual(new Set(['4020', 'done']));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '50' });
  });

  it('with one key: one effect, and the same answer for all', async () => {
    const productId = await listProduct(fresh.database, 'staking');
    const memberId = await member();
    const outcomes = await times(12, () =>
      tryUnits(floor, { memberId, productId, units: 1, key: 'once' }),
    );
    expect(outcomes).toEqual(outcomes.map(() => outcomes[0]));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({
      available: '4900',
      staked: '100',
    });
  });

  it('promise no more than the exchange has: the others are not available', async () => {
    // 5 units promise 0.001 SOL each.
    const over = { asset: 'SOL', dailyOutput: '0.0001', termDays: 10 };
    const productId = await listProduct(fresh.database, 'sole', over);
    const members = await times(12, () => member());
    const outcomes = await Promise.all(
      members.map((memberId) => tryUnits(floor, { memberId, productId, units: 1 })),
    );
    expect(codesOf(outcomes)).toEqual([
      ...Array<string>(7).fill('5011'),
      ...Array<string>(5).fill('done'),
    ]);
    expect(await balanceOf(fresh.database, exchangeAccounts.yields, 'SOL')).toEqual({});
    expect(await balanceOf(fresh.database, exchangeAccounts.yieldReserve, 'SOL')).toEqual({
      available: '0.005',
    });
  });
});

describe('payouts', () => {
  it('by many processes, with a clock that jumps, happen once per day', async () => {
    const productId = await listProduct(fresh.database, 'staking', { termDays: 5 });
    const memberId = await member('10000');
    const orders = await times(20, () => tryUnits(floor, { memberId, productId, units: 1 }));
    for (const days of [2, 0, 1, 9]) {
      goTo(firstPayout + days * DAY_MS);
      await times(6, () => payDue(floor));
    }
    await payDue(floor);
    // 20 × 100 × 0.00035 × 5 days.
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '10003.5' });
    for (const order of orders)
      expect(await findOrder(floor, memberId, idOf(order))).toMatchObject({
        paidDays: 5,
        status: 3,
      });
  });

  it('of many days of one order, by many processes: none leaves a day to another', async () => {
    const productId = await listProduct(fresh.database, 'staking', { termDays: 40 });
    for (let round = 0; round < 10; round += 1) {
      goTo(WEDNESDAY_NOON);
      const memberId = await member();
      const orderId = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
      goTo(firstPayout + 39 * DAY_MS);
      await times(8, () => payDue(floor));
      expect(await findOrder(floor, memberId, orderId)).toMatchObject({ paidDays: 40 });
    }
  });

  it('in coins, by many processes: each day adds what rounding left of the day before', async () => {
    // 0.1179882 USDT in coins of 1,000 USDT: two decimal places more than a coin has.
    const terms = { unitPrice: '99.99', termDays: 20 };
    const productId = await listProduct(fresh.database, 'value', terms);
    await fundYields(fresh.database, { ETH: '1' });
    const memberId = await member();
    const orderId = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    goTo(firstPayout + 19 * DAY_MS);
    // Each waits for the order that another one is paying.
    await times(8, () => payOrderDue(floor, { memberId, orderId }));
    expect(await findOrder(floor, memberId, orderId)).toMatchObject({ paidDays: 20 });
  });

  it('and redemptions of the same orders: every ended day is paid, no later one', async () => {
    const productId = await listProduct(fresh.database, 'staking');
    const members = await times(10, () => member());
    const orders = await Promise.all(
      members.map(async (memberId) => ({
        memberId,
        orderId: idOf(await tryUnits(floor, { memberId, productId, units: 10 })),
      })),
    );
    goTo(firstPayout + 2 * DAY_MS);
    const [outcomes] = await Promise.all([
      Promise.all(orders.map((order) => tryRedeem(floor, order))),
      times(4, () => payDue(floor)),
    ]);
    for (const [index, { memberId, orderId }] of orders.entries()) {
      expect(outcomes[index]).toMatchObject({ order: { paidDays: 3, returned: '950' } });
      expect(await findOrder(floor, memberId, orderId)).toMatchObject({ paidDays: 3, status: 2 });
      expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '4951.05' });
    }
  });

  it('and redemptions on the last day: the order has ended', async () => {
    const productId = await listProduct(fresh.database, 'staking', { termDays: 1 });
    const memberId = await member();
    const orderId = idOf(await tryUnits(floor, { memberId, productId, units: 10 }));
    goTo(firstPayout);
    const [outcomes] = await Promise.all([
      times(5, () => tryRedeem(floor, { memberId, orderId })),
      times(3, () => payDue(floor)),
    ]);
    expect(codesOf(outcomes)).toEqual(outcomes.map(() => '5034'));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '5000.35' });
  });

  it('one order redeemed on many devices: one effect', async () => {
    const productId = await listProduct(fresh.database, 'staking');
    const memberId = await member();
    const orderId = idOf(await tryUnits(floor, { memberId, productId, units: 10 }));
    const outcomes = await times(8, () => tryRedeem(floor, { memberId, orderId }));
    expect(codesOf(outcomes)).toEqual([...Array<string>(7).fill('5034'), 'done']);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '4950' });
  });
});
