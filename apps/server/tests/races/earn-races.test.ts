import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOrders } from '../../src/features/products/earn/list-fixed-terms.ts';
import { payDueYields } from '../../src/features/products/earn/pay-yields.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import {
  buyTerm,
  faultsOf,
  openFixedTerm,
  type ProductFloor,
  productFloor,
  redeemTerm,
} from '../support/earn.ts';
import { fundTreasury } from '../support/fund-treasury.ts';
import { balanceOf } from '../support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from '../support/market.ts';

const clock = manualClock();
const STARTS_AT = Date.parse('2026-11-18T14:00:00Z');
let fresh: FreshDatabase;
let floor: ProductFloor;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 20 });
  floor = await productFloor(fresh.database, clock);
  await fundTreasury(fresh.database, 'yields', 'USDT', '1000');
});

beforeEach(() => clock.set(WEDNESDAY_NOON));

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

const isRefused = (outcome: object) => 'code' in outcome;
const codesOf = (outcomes: readonly object[]) =>
  new Set(outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : [])));

describe('at the same time', () => {
  it('redemptions of one order: one of them returns the principal', async () => {
    const productId = await openFixedTerm(fresh.database);
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { ID: id } = (await buyTerm(floor, { memberId, productId, principal: '1000' })) as {
      ID: number;
    };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => redeemTerm(floor, { memberId, id })),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    expect(codesOf(outcomes)).toEqual(new Set([5034]));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '949' });
  });

  it('redemptions and payouts of the same orders: each day is paid once, each principal returns once', async () => {
    const productId = await openFixedTerm(fresh.database);
    const orders = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const memberId = await fundedMember(fresh.database, { USDT: '1000' });
        const bought = await buyTerm(floor, { memberId, productId, principal: '1000' });
        return { memberId, id: (bought as { ID: number }).ID };
      }),
    );
    clock.set(STARTS_AT + 10 * DAY_MS);
    await Promise.all([
      payDueYields(floor),
      ...orders.map((order) => redeemTerm(floor, order)),
      payDueYields(floor),
    ]);
    for (const { memberId } of orders) {
      const { list } = await listOrders(floor, memberId, { status: 2 });
      expect(list).toMatchObject([{ paidDays: 10, paid: '3.5', returned: '949' }]);
      expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '952.5' });
    }
  });

  it('redemptions at the end and the payout of the last day: the principal returns whole, once', async () => {
    const productId = await openFixedTerm(fresh.database, { termDays: 2 });
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { ID: id } = (await buyTerm(floor, { memberId, productId, principal: '1000' })) as {
      ID: number;
    };
    clock.set(STARTS_AT + 2 * DAY_MS);
    const outcomes = await Promise.all([
      redeemTerm(floor, { memberId, id }),
      redeemTerm(floor, { memberId, id }),
      payDueYields(floor).then(() => ({})),
      payDueYields(floor).then(() => ({})),
    ]);
    await payDueYields(floor);
    expect(codesOf(outcomes)).toEqual(new Set([5034]));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '1000.7' });
  });

  it('purchases on many devices stay within the balance', async () => {
    const productId = await openFixedTerm(fresh.database);
    const memberId = await fundedMember(fresh.database, { USDT: '500' });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => buyTerm(floor, { memberId, productId, principal: '100' })),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(5);
    expect(codesOf(outcomes)).toEqual(new Set([4020]));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ financed: '500' });
  });

  it('purchases for the last treasury money: no more yield is promised than it has', async () => {
    await fundTreasury(fresh.database, 'yields', 'EUR', '10');
    const productId = await openFixedTerm(fresh.database, {
      asset: 'EUR',
      dailyRate: '0.01',
      termDays: 1,
    });
    const members = await Promise.all(
      Array.from({ length: 30 }, () => fundedMember(fresh.database, { EUR: '100' })),
    );
    const outcomes = await Promise.all(
      members.map((memberId) => buyTerm(floor, { memberId, productId, principal: '100' })),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(10);
    expect(codesOf(outcomes)).toEqual(new Set([5011]));
    expect(await balanceOf(fresh.database, exchangeAccounts.yields, 'EUR')).toEqual({});
    expect(await balanceOf(fresh.database, exchangeAccounts.yieldReserve, 'EUR')).toEqual({
      available: '10',
    });
  });
});
