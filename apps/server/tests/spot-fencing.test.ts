import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/spot/engines.ts';
import { placeOrder } from '../src/features/spot/place-order.ts';
import { INSTANCE_FENCED } from '../src/features/spot/index.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies } from './support/market.ts';

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

it('a fenced server acknowledges nothing and stops', async () => {
  const deps = await spotDependencies(fresh.database, clock);
  const otherDeps = await spotDependencies(fresh.database, clock);
  let fencings = 0;
  deps.bus.subscribe(INSTANCE_FENCED, () => (fencings += 1));
  earlier = createEngines(deps);
  await earlier.open();
  later = createEngines(otherDeps);
  await later.open();
  for (const each of [deps, otherDeps]) each.tick('ethusdt', '3000');
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
  expect(fencings).toBeGreaterThan(0);
  const { order: accepted } = await placeOrder(later, order);
  expect(accepted.status).toBe(1);
});
