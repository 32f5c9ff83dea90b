import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/spot/engines.ts';
import { placeOrder } from '../src/features/spot/place-order.ts';
import { INSTANCE_FENCED } from '../src/features/spot/index.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, tradingFloor } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let earlier: Engines;
let later: Engines;

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(async () => {
  await Promise.all([earlier.close(), later.close()]);
  await fresh.drop();
});

it('a program whose engines were taken over acknowledges nothing and stops', async () => {
  const floor = await tradingFloor(fresh.database, clock);
  const otherFloor = await tradingFloor(fresh.database, clock);
  let takeovers = 0;
  floor.bus.subscribe(INSTANCE_FENCED, () => (takeovers += 1));
  earlier = createEngines(floor);
  await earlier.open();
  later = createEngines(otherFloor);
  await later.open();
  for (const each of [floor, otherFloor]) each.tick('ethusdt', '3000');
  clock.advance(60_000);
  const memberId = await fundedMember(fresh.database, { USDT: '1000' });
  const order = {
    memberId,
    symbol: 'ethusdt',
    side: 'buy' as const,
    type: 'limit' as const,
    price: '2900',
    quantity: '0.1',
    total: undefined,
    key: undefined,
  };

  await expect(placeOrder(earlier, order)).rejects.toMatchObject({ code: 5006 });
  expect(takeovers).toBeGreaterThan(0);
  const { order: accepted } = await placeOrder(later, order);
  expect(accepted.status).toBe(1);
});
