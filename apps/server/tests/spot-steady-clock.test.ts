/** A machine whose clock is set: its engines go on by the steady clock of their program until a heartbeat has judged it (ADR 57). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngines } from '../src/features/spot/engines.ts';
import { placeOrder } from '../src/features/spot/place-order.ts';
import { createSoleLeases } from '../src/kernel/leases/leases.ts';
import { timestamptz } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { HOUR_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const orderTimes = defineQuery({
  name: 'test.timesOfOrders',
  text: 'select created_at from spot_orders order by id',
  params: [],
  row: { createdAt: timestamptz },
});

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

it('an order has the time of the steady clock after the clock of the machine was set an hour ahead', async () => {
  const machine = manualClock(WEDNESDAY_NOON);
  const startedAt = machine.now();
  const steady = { now: () => startedAt };
  const spot = await spotDependencies(fresh.database, machine);
  const engines = createEngines({ ...spot, leases: { ...createSoleLeases(), clock: steady } });
  spot.tick('ethusdt', '3000');
  await engines.open();
  const memberId = await fundedMember(fresh.database, { USDT: '1000' });
  machine.advance(HOUR_MS);
  await placeOrder(engines, {
    memberId,
    symbol: 'ethusdt',
    side: 'buy',
    type: 'limit',
    price: '2900',
    quantity: '0.1',
    total: undefined,
    key: undefined,
  });
  await engines.close();
  expect(await fresh.database.many(orderTimes, [])).toEqual([{ createdAt: startedAt }]);
});
