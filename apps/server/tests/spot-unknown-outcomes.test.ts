/** An engine that ends before it knows whether its last batch has committed: nobody is told that nothing was done. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { createOrderApi } from '../src/features/trading/spot/order-api.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import type { Database, Lane } from '../src/platform/database/database.ts';
import { UnknownOutcome } from '../src/platform/database/database-errors.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { joinBuses, type JoinedBus } from './support/joined-buses.ts';
import { type ManualLeases, manualLeases } from './support/manual-leases.ts';
import { fundedMember, manualClock, spotDependencies } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
/** The next transaction of an engine commits, its answer is lost, and its instance reaches the database no more. */
let isCut: 'before' | 'after' | undefined;
let isGone: boolean;
let lease: string;
let api: Engines;
let engine: Engines;
let sent: string[];
let leases: ManualLeases[];

const lost = () => new UnknownOutcome(new Error('Connection terminated unexpectedly'));

const withCut = (database: Database): Database => ({
  ...database,
  transaction: (work) => (isGone ? Promise.reject(lost()) : database.transaction(work)),
  lane(name) {
    const lane = database.lane(name);
    return {
      close: () => lane.close(),
      transaction: async (send: Parameters<Lane['transaction']>[0]) => {
        if (isCut === undefined) return lane.transaction(send);
        const now = isCut;
        isCut = undefined;
        isGone = true;
        if (now === 'after') await lane.transaction(send);
        throw lost();
      },
    } as Lane;
  },
});

async function start(bus: JoinedBus, database: Database, first?: readonly string[]) {
  const own = manualLeases(first);
  leases.push(own);
  const deps = await spotDependencies(database, clock);
  const meter = {
    sent: (outcome: string) => void sent.push(outcome),
    received: () => undefined,
  };
  deps.tick('ethusdt', '3000');
  const engines = createEngines({ ...deps, leases: own, bus, meter });
  await engines.open();
  return engines;
}

beforeEach(async () => {
  fresh = await freshDatabase();
  [isCut, isGone, sent, leases] = [undefined, false, [], []];
  lease = `spot.engine.${(await loadInstruments(fresh.database)).find('ethusdt')!.id}`;
  const buses = joinBuses();
  engine = await start(buses.join(), withCut(fresh.database));
  api = await start(buses.join(), fresh.database, []);
});
afterEach(async () => {
  isGone = false;
  for (const each of leases) await each.stop();
  await Promise.all([api.close(), engine.close()]);
  await fresh.drop();
});

const member = () => fundedMember(fresh.database, { USDT: '1000' });

/** Placed, when its batch is lost and the lease of its engine moves before anybody can ask what became of it. */
async function placedAndLost(engines: Engines, memberId: number) {
  const order = { symbol: 'ethusdt', side: 'buy', type: 'limit', price: '2900', quantity: '0.1' };
  const placed = placeOrder(engines, {
    ...(order as { symbol: string; side: 'buy'; type: 'limit'; price: string; quantity: string }),
    memberId,
    total: undefined,
    key: undefined,
  }).then(
    ({ order: row }) => row,
    (error: unknown) => error,
  );
  await expect.poll(() => isGone).toBe(true);
  await leases[0]!.leave(lease);
  return placed;
}

const ordersOf = (memberId: number) =>
  createOrderApi({
    database: fresh.database,
    instruments: api.instruments,
    engines: api,
  }).list({ memberId, limit: 10 });

describe('an engine whose lease moves before the outcome of its batch is known', () => {
  it('tells its own callers to look at their orders', async () => {
    const memberId = await member();
    isCut = 'after';
    expect(await placedAndLost(engine, memberId)).toMatchObject({
      code: 5006,
      detail: { text: 'order.unknown' },
    });
    expect(await ordersOf(memberId)).toHaveLength(1);
  });

  it('lets another instance find an order that has committed', async () => {
    const memberId = await member();
    isCut = 'after';
    const order = await placedAndLost(api, memberId);
    expect((await ordersOf(memberId)).map(({ id }) => id)).toEqual([(order as { ID: number }).ID]);
    expect(sent).toEqual(['looked_up']);
  });

  it('lets another instance make sure that an order has no effect later', async () => {
    const memberId = await member();
    isCut = 'before';
    expect(await placedAndLost(api, memberId)).toMatchObject({ code: 5006, detail: {} });
    expect(await ordersOf(memberId)).toEqual([]);
    expect(sent).toEqual(['not_taken']);
  });
});
