/** The audit finds changes of fixed terms and their payouts, made with every right and all guards disabled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payDueYields } from '../src/features/products/earn/pay-yields.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { buyTerm, openFixedTerm, productFloor, redeemTerm } from './support/earn.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { fundYields } from './support/staking.ts';
import { failedRulesAfter } from './support/tampering.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let orderId: number;
let redeemed: number;

const TERMS =
  'every fixed term follows from the terms of its version, with the penalty and fee of leaving early';
const YIELDS = 'every fixed term was paid each of its days once, by its terms';

beforeAll(async () => {
  fresh = await freshDatabase();
  const floor = await productFloor(fresh.database, clock);
  await fundYields(fresh.database, { USDT: '10000' });
  const memberId = await fundedMember(fresh.database, { USDT: '20000' });
  const productId = await openFixedTerm(fresh.database);
  const bought = async () =>
    ((await buyTerm(floor, { memberId, productId, principal: '5000' })) as { ID: number }).ID;
  [orderId, redeemed] = [await bought(), await bought()];
  clock.set(WEDNESDAY_NOON + 3 * DAY_MS);
  await payDueYields(floor);
  await redeemTerm(floor, { memberId, id: redeemed });
});
afterAll(() => fresh?.drop());

const order = (set: string, id = orderId) => `update fixed_term_orders set ${set} where id = ${id}`;

describe('the audit', () => {
  it('passes on honest orders, payouts and redemptions', async () => {
    expect(await failedRulesAfter(fresh, 'select 1')).toEqual([]);
  });

  it.each([
    ['an order has a higher rate', () => order('daily_rate = 0.01'), TERMS],
    ['an order is smaller than its product allows', () => order('principal = 1'), TERMS],
    ['a penalty is lower', () => order('penalty = 1', redeemed), TERMS],
    ['a fee is higher', () => order('fee = 50', redeemed), TERMS],
    [
      'a term starts another day',
      () => order("starts_at = starts_at + interval '24 hours'"),
      YIELDS,
    ],
    ['a payout is delayed', () => order("next_payout_at = '2027-01-01'"), YIELDS],
    ['a day is counted twice', () => order('paid_days = paid_days + 1'), YIELDS],
    ['more is said to be paid', () => order('paid = paid + 1'), YIELDS],
    [
      'an order ends before its last day',
      () => order("state = 'ended', next_payout_at = null, ended_at = created_at"),
      YIELDS,
    ],
    [
      'a payout is larger',
      () => `update fixed_term_payouts set amount = 2 where order_id = ${orderId} and day = 2`,
      YIELDS,
    ],
    [
      'a payout is gone',
      () => `delete from fixed_term_payouts where order_id = ${orderId} and day = 1`,
      YIELDS,
    ],
  ])('finds that %s', async (_what, sql, rule) => {
    expect(await failedRulesAfter(fresh, sql())).toContain(rule);
  });
});
