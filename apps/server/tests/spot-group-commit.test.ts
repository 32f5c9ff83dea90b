import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { arrayOf, int4, int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const transactionsOf = defineQuery({
  name: 'test.transactionsOfOrders',
  text: 'select count(distinct xmin::text)::int as count from spot_orders where id = any($1::bigint[])',
  params: [arrayOf(int8)],
  row: { count: int4 },
});
const takeOver = defineStatement({
  name: 'test.takeEngineLease',
  text: `update spot_engines set epoch = epoch + 1
    where instrument_id = (select id from instruments where symbol = $1)`,
  params: [text],
});

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let deps: Awaited<ReturnType<typeof spotDependencies>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
});

afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

const prices = { ethusdt: '3000', bnbusdt: '500', ltcusdt: '80' };

beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
  for (const [symbol, price] of Object.entries(prices)) deps.tick(symbol, price);
  // The exchange removes its quotes once prices are stale; limit orders still match.
  clock.advance(60_000);
});

const buyOne = (symbol: keyof typeof prices, memberId: number) =>
  placeOrder(engines, {
    memberId,
    symbol,
    side: 'buy',
    type: 'limit',
    price: prices[symbol],
    quantity: '1',
    total: undefined,
    key: undefined,
  }).then((answer) => answer.order);

it('commits orders of several markets that arrive together in one transaction', async () => {
  const memberId = await fundedMember(fresh.database, { USDT: '10000' });
  const placed = await Promise.all([
    buyOne('ethusdt', memberId),
    buyOne('bnbusdt', memberId),
    buyOne('ltcusdt', memberId),
  ]);
  const ids = placed.map((order) => order.ID);
  expect(await fresh.database.one(transactionsOf, [ids])).toEqual({ count: 1 });
});

it('spends one balance once for orders of several markets in one transaction', async () => {
  const memberId = await fundedMember(fresh.database, { USDT: '3100' });
  const answers = await Promise.allSettled([
    buyOne('ethusdt', memberId),
    buyOne('bnbusdt', memberId),
    buyOne('ltcusdt', memberId),
  ]);
  const codes = answers.map((each) => (each.status === 'rejected' ? each.reason.code : 0));
  expect(codes).toEqual([0, 4020, 0]);
});

it('processes the orders of all other markets if one engine was taken over', async () => {
  const memberId = await fundedMember(fresh.database, { USDT: '10000' });
  await fresh.database.transaction((tx) => tx.run(takeOver, ['bnbusdt']));
  const answers = await Promise.allSettled([
    buyOne('ethusdt', memberId),
    buyOne('bnbusdt', memberId),
    buyOne('ltcusdt', memberId),
  ]);
  const codes = answers.map((each) => (each.status === 'rejected' ? each.reason.code : 0));
  expect(codes).toEqual([0, 5006, 0]);
});
