import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/features/trading/spot/cancel-order.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { notifyFills } from '../src/features/trading/spot/notify-fills.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { MINUTE_MS } from '../src/platform/durations.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { noticesTo } from './support/notices.ts';

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

beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
  deps.tick('bnbusdt', '500');
  // The exchange removes its quotes once the price is stale, so only members meet.
  clock.advance(MINUTE_MS);
});

type Order = Parameters<typeof placeOrder>[1];
const place = (memberId: number, order: Pick<Order, 'side'> & Partial<Order>) =>
  placeOrder(engines, {
    memberId,
    symbol: 'bnbusdt',
    type: 'limit',
    price: '500',
    quantity: '1',
    total: undefined,
    key: undefined,
    ...order,
  }).then((answer) => answer.order.ID);
const member = () => fundedMember(fresh.database, { USDT: '100000', BNB: '100' });
/** Someone else takes this much at the price. */
const take = async (side: 'buy' | 'sell', quantity = '1') =>
  place(await member(), { side, quantity });
/** What one instance does each second. */
const run = async () => {
  await countAllRecords(fresh.database);
  await notifyFills(deps);
};
const notices = (memberId: number) => noticesTo(fresh.database, memberId);

describe('a resting order', () => {
  it('that is filled brings one notice with its average price, which links to the order', async () => {
    const memberId = await member();
    const id = await place(memberId, { side: 'sell', quantity: '2' });
    await take('buy', '2');
    for (let count = 0; count < 3; count += 1) await run();
    const values = {
      market: 'BNB/USDT',
      base: 'BNB',
      quote: 'USDT',
      quantity: '2',
      price: '500',
    };
    expect(await notices(memberId)).toEqual([
      { kind: 'spot.sold', about: 'spot', aboutId: id, values },
    ]);
  });

  it('that is filled by many takers in a burst brings one notice', async () => {
    const memberId = await member();
    await place(memberId, { side: 'buy', quantity: '5' });
    for (let count = 0; count < 4; count += 1) {
      await take('sell');
      await run();
    }
    expect(await notices(memberId)).toEqual([]);
    await take('sell');
    await run();
    clock.advance(2 * MINUTE_MS);
    await run();
    expect(await notices(memberId)).toMatchObject([
      { kind: 'spot.bought', values: { quantity: '5' } },
    ]);
  });

  it('that stays open brings one notice of its part after a minute, and one of the whole later', async () => {
    const memberId = await member();
    await place(memberId, { side: 'buy', quantity: '5' });
    await take('sell');
    await run();
    await take('sell');
    await run();
    expect(await notices(memberId)).toEqual([]);
    clock.advance(MINUTE_MS);
    await run();
    const part = { kind: 'spot.partlyBought', values: { quantity: '2', total: '5' } };
    expect(await notices(memberId)).toMatchObject([part]);
    await take('sell');
    await run();
    clock.advance(MINUTE_MS);
    await run();
    expect(await notices(memberId)).toHaveLength(1);
    await take('sell', '2');
    await run();
    expect(await notices(memberId)).toMatchObject([part, { kind: 'spot.bought' }]);
  });

  it('that its member cancels within the minute brings none: they have seen what was filled', async () => {
    const memberId = await member();
    const orderId = await place(memberId, { side: 'buy', quantity: '5' });
    await take('sell');
    await run();
    await cancelOrder(fresh.database, engines, { memberId, orderId, key: undefined });
    clock.advance(MINUTE_MS);
    await run();
    expect(await notices(memberId)).toEqual([]);
  });
});

describe('what fills the moment an order is placed', () => {
  it('brings no notice, also where the rest of the order rests', async () => {
    await take('sell');
    const memberId = await member();
    await place(memberId, { side: 'buy', quantity: '3' });
    await run();
    clock.advance(MINUTE_MS);
    await run();
    expect(await notices(memberId)).toEqual([]);
    await take('sell', '2');
    await run();
    expect(await notices(memberId)).toMatchObject([
      { kind: 'spot.bought', values: { quantity: '3' } },
    ]);
  });
});

it('an order of a program brings none: programs follow their orders on a socket', async () => {
  const memberId = await member();
  await place(memberId, { side: 'sell', source: 'api' });
  await take('buy');
  await run();
  expect(await notices(memberId)).toEqual([]);
});

it('fills of a time without any running instance are reported once, however many start', async () => {
  const memberId = await member();
  const ids = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push(await place(memberId, { side: 'sell' }));
    await take('buy');
  }
  clock.advance(60 * MINUTE_MS);
  await countAllRecords(fresh.database);
  await Promise.all(Array.from({ length: 4 }, () => notifyFills(deps)));
  await run();
  const reported = (await notices(memberId)).map(({ aboutId }) => aboutId);
  expect(reported).toHaveLength(ids.length);
  expect(new Set(reported)).toEqual(new Set(ids));
});
