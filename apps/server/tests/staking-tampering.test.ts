/** The audit finds changes of orders and payouts, made with every right and all guards disabled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payDue } from '../src/features/products/staking/pay-yields.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { fundedMember, manualClock } from './support/market.ts';
import {
  fundYields,
  listProduct,
  stakingFloor,
  tryRedeem,
  tryShare,
  tryUnits,
} from './support/staking.ts';
import { failedRulesAfter } from './support/tampering.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let orderId: number;
let redeemed: number;
let shareId: number;
let converted: number;

const TERMS =
  'every order of a machine or staking follows from the terms of its version, and each share is held once';
const PAYOUTS = 'every order was paid each of its days once, by its terms';
const PRICES = 'payouts in coins are made at the price of their time';

/** The minutes before and after the payout times. */
const addCandles = defineStatement({
  name: 'test.addCandles',
  text: `insert into candles (instrument_id, minutes, start, open, high, low, close, amount, vol, count)
    select i.id, 1, d.at + shift, p.price, p.price, p.price, p.price, 1, 1, 1
    from (values ('btcusdt', 64218.5), ('ethusdt', 3090.11)) as p(symbol, price)
    join instruments i on i.symbol = p.symbol
    cross join (values (timestamptz '2026-11-20T00:00:00Z'), ('2026-11-21T00:00:00Z')) as d(at)
    cross join (values (interval '-1 minute'), ('0 minutes')) as s(shift)`,
  params: [],
});

beforeAll(async () => {
  fresh = await freshDatabase();
  const floor = await stakingFloor(fresh.database, clock);
  await fundYields(fresh.database, { USDT: '10000', BTC: '10' });
  const memberId = await fundedMember(fresh.database, { USDT: '5000' });
  const idOf = (outcome: object) => (outcome as { ID: number }).ID;
  const bought = async (kind: 'sole' | 'staking' | 'value') => {
    const productId = await listProduct(fresh.database, kind);
    return idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
  };
  floor.setPrice('ethusdt', '3090.11');
  [orderId, redeemed] = [await bought('sole'), await bought('staking')];
  converted = await bought('value');
  await tryRedeem(floor, { memberId, orderId: redeemed });
  const productId = await listProduct(fresh.database, 'shared');
  shareId = idOf(await tryShare(floor, { memberId, productId, percent: 40 }));
  clock.set(Date.parse('2026-11-21T00:00:00Z'));
  floor.setPrice('btcusdt', '64218.5');
  floor.setPrice('ethusdt', '3090.11');
  await payDue(floor);
  await fresh.owner.transaction((tx) => tx.run(addCandles, []));
});
afterAll(() => fresh.drop());

describe('the audit', () => {
  it('passes on honest orders and payouts', async () => {
    expect(await failedRulesAfter(fresh, 'select 1')).toEqual([]);
  });

  it.each([
    [
      'an order promises more',
      () => `update staking_orders set yield_rate = 9 where id = ${orderId}`,
      TERMS,
    ],
    [
      'an order has another price',
      () => `update staking_orders set paid = 1 where id = ${orderId}`,
      TERMS,
    ],
    [
      'a penalty is lower',
      () => `update staking_orders set penalty = 1 where id = ${redeemed}`,
      TERMS,
    ],
    [
      'a share is larger',
      () => `update staking_orders set share_percent = 60 where id = ${shareId}`,
      TERMS,
    ],
    [
      'a machine starts with one share',
      () => `update staking_orders set state = 'running', starts_at = '2026-11-19', next_payout_at = '2026-11-20',
        ends_at = timestamptz '2026-11-19' + interval '8760 hours' where id = ${shareId}`,
      TERMS,
    ],
    [
      'a payout is larger',
      () => `update staking_payouts set amount = 1 where order_id = ${orderId} and day = 1`,
      PAYOUTS,
    ],
    [
      'a payout is gone',
      () => `delete from staking_payouts where order_id = ${orderId} and day = 1`,
      PAYOUTS,
    ],
    [
      'a day is counted twice',
      () => `update staking_orders set paid_days = 3 where id = ${orderId}`,
      PAYOUTS,
    ],
    [
      'a payout is delayed',
      () => `update staking_orders set next_payout_at = '2027-01-01' where id = ${orderId}`,
      PAYOUTS,
    ],
    [
      'a payout was made at another price',
      () => `update staking_payouts set price = 6180.22, amount = trunc(staking_coins(yielded, 6180.22), 8)
        where order_id = ${converted} and day = 1`,
      PRICES,
    ],
  ])('finds that %s', async (_what, sql, rule) => {
    expect(await failedRulesAfter(fresh, sql())).toContain(rule);
  });
});
