import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { createOrderApi, type OrderApi } from '../src/features/trading/spot/order-api.ts';
import { pruneRequests } from '../src/kernel/requests/idempotency.ts';
import { memberEventsBetween } from '../src/kernel/events/member-events.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let orders: OrderApi;
let deps: Awaited<ReturnType<typeof spotDependencies>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  orders = createOrderApi({ ...deps, engines });
  await engines.open();
});

afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
  deps.tick('bnbusdt', '500');
  deps.tick('ethusdt', '3000');
  // The exchange removes its quotes once the price is stale; limit orders still match.
  clock.advance(60_000);
});

type Placing = { memberId: number; symbol?: string; price?: string; name: string; hash?: string };
const place = ({ memberId, symbol = 'bnbusdt', price = '490', name, hash = 'same' }: Placing) =>
  orders
    .place({
      memberId,
      symbol,
      side: 'buy',
      type: 'limit',
      price,
      quantity: '0.1',
      total: undefined,
      clientOrderId: name,
      key: { memberId, key: `order/${name}`, requestHash: hash },
    })
    .then((answer) => answer.order);

describe('a client order id', () => {
  it('identifies one order: a repeated request finds it, another one is refused with 5002', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const first = await place({ memberId, name: 'a-1' });
    expect(first.clientOrderId).toBe('a-1');
    expect((await place({ memberId, name: 'a-1' })).ID).toBe(first.ID);
    await expect(place({ memberId, name: 'a-1', hash: 'other' })).rejects.toMatchObject({
      code: 5002,
    });
    expect(await orders.list({ memberId, limit: 10 })).toHaveLength(1);
    expect((await orders.findByClientOrderId(memberId, 'a-1'))?.id).toBe(first.ID);
  });

  it('stays taken after the answer of the first request was pruned', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await place({ memberId, name: 'b-1' });
    await fresh.database.transaction((tx) => pruneRequests(tx, clock.now() + 1));
    await expect(place({ memberId, name: 'b-1' })).rejects.toMatchObject({ code: 5002 });
    expect(await orders.list({ memberId, limit: 10 })).toHaveLength(1);
  });

  it('can be used by other members, and again after a refusal', async () => {
    const poor = await fundedMember(fresh.database, { USDT: '1' });
    await expect(place({ memberId: poor, name: 'c-1' })).rejects.toMatchObject({ code: 4020 });
    expect(await orders.findByClientOrderId(poor, 'c-1')).toBeUndefined();
    const rich = await fundedMember(fresh.database, { USDT: '1000' });
    expect((await place({ memberId: rich, name: 'c-1' })).status).toBe(1);
  });

  it('identifies one order even if sent to several markets concurrently', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '10000' });
    const sent = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? place({ memberId, name: 'd-1', hash: 'bnb' })
          : place({ memberId, name: 'd-1', symbol: 'ethusdt', price: '2900', hash: 'eth' }),
      ),
    );
    const placed = sent.flatMap((each) => (each.status === 'fulfilled' ? [each.value.ID] : []));
    expect(new Set(placed).size).toBe(1);
    expect(placed).toHaveLength(10);
    expect(await orders.list({ memberId, limit: 10 })).toHaveLength(1);
  });
});

describe("a member's orders", () => {
  it('are listed newest first, and page by page in both directions', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const ids: number[] = [];
    for (const name of ['p-1', 'p-2', 'p-3', 'p-4']) {
      clock.advance(10);
      ids.unshift((await place({ memberId, name })).ID);
    }
    const list = async (page: { from?: number; direction?: 'next' | 'prev'; limit?: number }) =>
      (await orders.list({ memberId, limit: 2, ...page })).map((order) => order.id);
    expect(await list({})).toEqual(ids.slice(0, 2));
    expect(await list({ from: ids[1]! })).toEqual(ids.slice(2));
    expect(await list({ from: ids[3]!, direction: 'prev' })).toEqual(ids.slice(1, 3));
    expect(await orders.list({ memberId, limit: 9, kinds: ['sell-limit'] })).toEqual([]);
    expect(await orders.list({ memberId, limit: 9, symbols: ['nosuch'] })).toEqual([]);
    const symbols = ['nosuch', 'bnbusdt'];
    expect(await orders.list({ memberId, limit: 9, symbols })).toHaveLength(ids.length);
  });

  it('are published with their changes: placement and fills', async () => {
    const buyer = await fundedMember(fresh.database, { USDT: '1000' });
    const seller = await fundedMember(fresh.database, { BNB: '1' });
    const { ID } = await place({ memberId: buyer, name: 'e-1', price: '495' });
    await orders.place({
      memberId: seller,
      symbol: 'bnbusdt',
      side: 'sell',
      type: 'limit',
      price: '495',
      quantity: '0.04',
      total: undefined,
      key: undefined,
    });
    const ever = { after: { transaction: 0, seq: 0 }, upTo: { transaction: 2 ** 50, seq: 0 } };
    const rows = await memberEventsBetween(fresh.database, buyer, ever);
    const published = rows
      .flatMap((row) => row.events)
      .filter((each) => each.memberId === buyer && each.topic === 'spot.order')
      .map((event) => event.data);
    expect(published).toMatchObject([
      { ID, isNew: true, dealNum: '0', clientOrderId: 'e-1' },
      { ID, dealNum: '0.04', fills: [{ price: '495', quantity: '0.04', role: 1, feeCoin: 'BNB' }] },
    ]);
    const fills = await orders.listFills({ memberId: buyer, limit: 10 });
    expect(fills).toMatchObject([{ orderId: ID, isMaker: true, side: 'buy', type: 'limit' }]);
    expect(await orders.listFills({ memberId: buyer, limit: 10, symbol: 'ethusdt' })).toEqual([]);
    expect(await orders.listFills({ memberId: seller, limit: 10 })).toMatchObject([
      { isMaker: false, side: 'sell' },
    ]);
  });
});
