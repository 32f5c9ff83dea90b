/** The times of orders, while the machine's clock is set and no heartbeat has compared it with the database's yet. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { HOUR_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const machine = manualClock();
const compared = manualClock();
let fresh: FreshDatabase;
let engines: Engines;

beforeEach(async () => {
  fresh = await freshDatabase();
  const deps = await spotDependencies(fresh.database, machine);
  engines = createEngines({ ...deps, leases: { ...deps.leases, clock: compared } });
  await engines.open();
  deps.tick('ethusdt', '3000');
});
afterEach(async () => {
  await engines.close();
  await fresh.drop();
});

it('an order has the time of the clock that was compared', async () => {
  machine.advance(-HOUR_MS);
  compared.advance(200);
  const { order } = await placeOrder(engines, {
    memberId: await fundedMember(fresh.database, { USDT: '1000' }),
    symbol: 'ethusdt',
    side: 'buy',
    type: 'limit',
    price: '2900',
    quantity: '0.1',
    total: undefined,
    key: undefined,
  });
  expect(Date.parse(order.CreatedAt)).toBe(WEDNESDAY_NOON + 200);
});
