import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let earlier: Engines;
let later: Engines;
let earlierDeps: Awaited<ReturnType<typeof spotDependencies>>;

/** The earlier instance is paused while the later one takes its engines over, and goes on as if nothing had happened. */
beforeEach(async () => {
  fresh = await freshDatabase();
  earlierDeps = await spotDependencies(fresh.database, clock);
  const laterDeps = await spotDependencies(fresh.database, clock);
  earlier = createEngines(earlierDeps);
  await earlier.open();
  later = createEngines({ ...laterDeps, sign: async () => Buffer.alloc(64) });
  await later.open();
  for (const each of [earlierDeps, laterDeps]) each.tick('ethusdt', '3000');
});

afterEach(async () => {
  await Promise.all([earlierDeps.leases.stop(), earlier.close(), later.close()]);
  await fresh.drop();
});

async function order() {
  const memberId = await fundedMember(fresh.database, { USDT: '1000' });
  return {
    memberId,
    symbol: 'ethusdt',
    side: 'buy' as const,
    type: 'limit' as const,
    price: '2900',
    quantity: '0.1',
    total: undefined,
    key: undefined,
  };
}

it('a fenced engine acknowledges nothing and closes', async () => {
  const given = await order();
  const engine = earlier.find('ethusdt')!;

  await expect(placeOrder(earlier, given)).rejects.toMatchObject({ code: 5006 });
  expect(engine.isClosed).toBe(true);
  expect(earlier.find('ethusdt')).toBeUndefined();
  const { order: accepted } = await placeOrder(later, given);
  expect(accepted.status).toBe(1);
});

it('a fenced engine closes alone: those of other markets go on', async () => {
  await expect(placeOrder(earlier, await order())).rejects.toMatchObject({ code: 5006 });
  expect(earlier.find('btcusdt')).toMatchObject({ isClosed: false });
});

it('an instance whose engine was fenced competes again, and an order that waits reaches the new engine', async () => {
  const given = await order();
  await expect(placeOrder(earlier, given)).rejects.toMatchObject({ code: 5006 });
  const { order: accepted } = await placeOrder(later, given);

  // Its leases are its own alone, so it takes the market back.
  const { order: next } = await placeOrder(earlier, given);
  expect(next.status).toBe(1);
  expect(earlier.find('ethusdt')!.openOrder(accepted.ID)).toMatchObject({ status: 'open' });
});

it('a repeated request has its signed number also when the engine was opened anew between', async () => {
  const given = await order();
  const key = { memberId: given.memberId, key: 'once', requestHash: 'same' };
  const first = await placeOrder(later, { ...given, key });
  expect(first.confirmation).toBeDefined();
  // The earlier one takes the market back, and this one then takes it again.
  const refused = { code: 5006 };
  await expect(placeOrder(earlier, given)).rejects.toMatchObject(refused);
  await placeOrder(earlier, await order());
  await expect(placeOrder(later, await order())).rejects.toMatchObject(refused);
  expect(await placeOrder(later, { ...given, key })).toEqual(first);
});
