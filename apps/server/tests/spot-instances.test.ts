import { decimal } from '@tern/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { cancelOrder } from '../src/features/trading/spot/cancel-order.ts';
import {
  cancelConditional,
  ConditionalsKnown,
  placeConditional,
  placeAttached,
  placeOco,
} from '../src/features/trading/spot/conditional/place-conditional.ts';
import { findConditional } from '../src/features/trading/spot/conditional/store.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { createOrderApi } from '../src/features/trading/spot/order-api.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import type { MarketTape } from '../src/kernel/prices/market-tape.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { joinBuses, type JoinedBus, type JoinedBuses } from './support/joined-buses.ts';
import { type ManualLeases, manualLeases } from './support/manual-leases.ts';
import {
  fundedMember,
  manualClock,
  type SpotDependencies,
  spotDependencies,
} from './support/market.ts';
import { passTime, turns, until } from './support/pass-time.ts';

interface Instance {
  /** What became of its orders to other instances, and of those that it received. */
  counted: { sent: string[]; received: string[] };
  engines: Engines;
  tape: MarketTape;
  tick: SpotDependencies['tick'];
  bus: JoinedBus;
  leases: ManualLeases;
  /** Topics and messages of its requests, and how long they wait for an answer. */
  requests: { topic: string; message: unknown; withinMs: number }[];
}

const clock = manualClock();
let fresh: FreshDatabase;
let buses: JoinedBuses;
let instances: Instance[];
/** Takes requests of members; has no engine. */
let api: Instance;
/** Has every engine. */
let engine: Instance;
let lease: string;

beforeAll(async () => {
  fresh = await freshDatabase();
});

beforeEach(async () => {
  buses = joinBuses();
  instances = [];
  lease = `spot.engine.${(await loadInstruments(fresh.database)).find('ethusdt')!.id}`;
  engine = await startInstance();
  api = await startInstance([]);
});

afterEach(async () => {
  vi.useRealTimers();
  await buses.release();
  for (const { engines, leases } of instances) {
    await leases.stop();
    await engines.close();
  }
});

/** The orders of all tests are in the database still. */
afterAll(async () => {
  const findings = await auditBooks(fresh.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await fresh.drop();
});

async function startInstance(first?: readonly string[]): Promise<Instance> {
  const bus = buses.join();
  const leases = manualLeases(first);
  const requests: Instance['requests'] = [];
  const spot = await spotDependencies(fresh.database, clock);
  const counted: Instance['counted'] = { sent: [], received: [] };
  const deps = {
    ...spot,
    leases,
    meter: {
      sent: (outcome: string) => void counted.sent.push(outcome),
      received: (outcome: string) => void counted.received.push(outcome),
    },
    bus: {
      ...bus,
      request(topic: string, message: unknown, limit: { withinMs: number }) {
        requests.push({ topic, message, ...limit });
        return bus.request(topic, message, limit);
      },
    },
  };
  deps.tick('ethusdt', '3000');
  const engines = createEngines(deps);
  await engines.open();
  const instance = { counted, engines, bus, leases, requests, tape: spot.tape, tick: spot.tick };
  instances.push(instance);
  return instance;
}

const member = () => fundedMember(fresh.database, { USDT: '1000', ETH: '5' });

const limitBuy = (memberId: number, key?: string) => ({
  memberId,
  symbol: 'ethusdt',
  side: 'buy' as const,
  type: 'limit' as const,
  price: '2900',
  quantity: '0.1',
  total: undefined,
  key: key === undefined ? undefined : { memberId, key, requestHash: `hash of ${key}` },
});

/** What a command ends with that waits for an engine: the time passes while it waits, and is counted. */
async function waitedFor(command: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  let ended: { error: unknown } | undefined;
  void command().then(
    () => (ended = { error: undefined }),
    (error: unknown) => (ended = { error }),
  );
  let waitedMs = 0;
  for (; ended === undefined; waitedMs += STEP_MS) {
    // What it asks the database is answered meanwhile.
    await turns(20);
    if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  vi.useRealTimers();
  return { error: ended.error, waitedMs };
}
const STEP_MS = 100;

const apiOf = ({ engines }: Instance) =>
  createOrderApi({ database: fresh.database, instruments: engines.instruments, engines });
const ordersOf = (memberId: number) => apiOf(api).list({ memberId, limit: 100 });

describe('an order in an instance without the engine of its market', () => {
  it('is carried out by the engine in another instance', async () => {
    const memberId = await member();
    const { order } = await placeOrder(api.engines, limitBuy(memberId));
    expect(order).toMatchObject({ symbol: 'ethusdt', mprice: '2900', mnum: '0.1', status: 1 });
    expect(engine.engines.findOpen(order.ID)).toMatchObject({ memberId, status: 'open' });
    expect([api.counted.sent, engine.counted.received]).toEqual([['answered'], ['answered']]);

    const bought = { ...limitBuy(memberId), type: 'market' as const, total: '60' };
    const { order: filled } = await placeOrder(api.engines, bought);
    expect(filled).toMatchObject({ musdt: expect.stringMatching(/^5\d|^60/), status: 2 });
  });

  it('is refused with the code, the fields and the sentence of the engine', async () => {
    const memberId = await member();
    const tooDear = { ...limitBuy(memberId), quantity: '10' };
    await expect(placeOrder(api.engines, tooDear)).rejects.toMatchObject({ code: 4020 });
    expect([api.counted.sent, engine.counted.received]).toEqual([['answered'], ['refused']]);
    const offTick = { ...limitBuy(memberId), price: '2900.001' };
    const refused = await placeOrder(engine.engines, offTick).catch((error: unknown) => error);
    const { code, detail } = refused as { code: number; detail: object };
    await expect(placeOrder(api.engines, offTick)).rejects.toMatchObject({ code, detail });
  });

  it('that waits for a price is accepted, triggered and cancelled there', async () => {
    const memberId = await member();
    const known = new ConditionalsKnown(fresh.database);
    const wait = (triggerPrice: string) =>
      placeConditional(
        { engines: api.engines, known },
        {
          memberId,
          symbol: 'ethusdt',
          side: 'sell',
          kind: 'stopLimit',
          watches: 'reference',
          triggerPrice,
          rate: undefined,
          startPrice: undefined,
          price: '2890',
          quantity: '0.1',
          total: undefined,
          key: undefined,
        },
      ).then(({ conditional }) => conditional);
    const [kept, met] = [await wait('2500'), await wait('2900')];
    expect(met).toMatchObject({ status: 1, triggerPrice: '2900', mprice: '2890', mnum: '0.1' });
    await expect(wait('3000')).rejects.toMatchObject({ code: 5025 });
    engine.tick('ethusdt', '2900');
    const input = { memberId, conditionalId: kept.ID, key: undefined };
    const { conditional } = await cancelConditional(fresh.database, api.engines, input);
    expect(conditional.status).toBe(3);
    const pairsKnown = new ConditionalsKnown(fresh.database);
    const oco = { symbol: 'ethusdt', side: 'sell', watches: 'reference', key: undefined } as const;
    const prices = { price: '3100.5', triggerPrice: '2800.5', stopLimitPrice: '2790' };
    const pair = await placeOco(
      { engines: api.engines, pairsKnown },
      { ...oco, ...prices, memberId, quantity: '0.1' },
    );
    expect(pair.conditional).toMatchObject({ status: 1, pair: { mprice: '3100.5', dealNum: '0' } });
    const attached = { takeProfit: '3100.5', stopLoss: '2750', watches: 'reference' } as const;
    const buy = { symbol: 'ethusdt', side: 'buy', type: 'limit', total: undefined } as const;
    const { order } = await placeAttached(
      { engines: api.engines, known },
      { ...buy, ...attached, memberId, price: '2800', quantity: '0.1', key: undefined },
    );
    expect(order).toMatchObject({ status: 1, mprice: '2800' });
    const triggered = await findConditional(fresh.database, met.ID, memberId);
    expect(triggered).toMatchObject({ status: 'triggered', met: { price: decimal('2900') } });
  });

  it('is found by its id and cancelled there', async () => {
    const memberId = await member();
    const { order } = await placeOrder(engine.engines, limitBuy(memberId));
    const input = { memberId, orderId: order.ID, key: undefined };
    const stranger = { ...input, memberId: await member() };
    const { database } = fresh;
    await expect(cancelOrder(database, api.engines, stranger)).rejects.toMatchObject({
      code: 5007,
    });
    const cancelled = await cancelOrder(database, api.engines, input);
    expect(cancelled.order).toMatchObject({ ID: order.ID, status: 3 });
    await expect(cancelOrder(database, api.engines, input)).rejects.toMatchObject({
      code: 5014,
    });
  });

  it('is cancelled with all others of its member', async () => {
    const memberId = await member();
    for (let count = 0; count < 3; count += 1) await placeOrder(engine.engines, limitBuy(memberId));
    expect(await apiOf(api).cancelAll(memberId)).toBe(3);
    expect((await ordersOf(memberId)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
  });

  it('shares a message with all that are placed at the same time', async () => {
    const memberId = await member();
    const orders = Array.from({ length: 3 }, () => placeOrder(api.engines, limitBuy(memberId)));
    await Promise.all(orders);
    expect(api.requests.map(({ message }) => (message as unknown[]).length)).toEqual([3]);
  });
});

describe('an engine that moves to another instance', () => {
  it('takes no order twice and loses none: those placed meanwhile wait', async () => {
    const other = await startInstance([]);
    const memberId = await member();
    const { order: before } = await placeOrder(api.engines, limitBuy(memberId));
    await engine.leases.leave(lease);
    const inBoth = [
      placeOrder(api.engines, limitBuy(memberId)),
      placeOrder(engine.engines, limitBuy(memberId)),
    ];
    await other.leases.take(lease);
    const placed = await Promise.all(inBoth);
    for (const { order } of [{ order: before }, ...placed]) {
      expect(other.engines.findOpen(order.ID)).toMatchObject({ status: 'open' });
    }
    expect(await ordersOf(memberId)).toHaveLength(3);
  });

  it('gives orders that it has not begun to the next engine, and commits those that it has', async () => {
    const other = await startInstance([]);
    const memberId = await member();
    const small = { ...limitBuy(memberId), quantity: '0.01' };
    const orders = Array.from({ length: 5 }, () => placeOrder(engine.engines, small));
    const left = engine.leases.leave(lease);
    const more = Array.from({ length: 5 }, () => placeOrder(api.engines, small));
    await left;
    await other.leases.take(lease);
    const answers = await Promise.all([...orders, ...more]);
    expect(new Set(answers.map(({ order }) => order.ID)).size).toBe(10);
    expect(await ordersOf(memberId)).toHaveLength(10);
  });

  it('refuses with 5006 when no instance takes it', async () => {
    await engine.leases.leave(lease);
    const memberId = await member();
    const { error, waitedMs } = await waitedFor(() => placeOrder(api.engines, limitBuy(memberId)));
    expect(error).toMatchObject({ code: 5006 });
    // The time goes on while the database answers, so it may have waited longer.
    expect(waitedMs).toBeGreaterThanOrEqual(5_000);
    expect(await ordersOf(memberId)).toEqual([]);
    expect(api.counted.sent).toEqual(['not_taken']);
  });
});

describe('an answer that does not arrive', () => {
  it('is looked up by the key of the member', async () => {
    const memberId = await member();
    buses.loses = (_topic, what) => what === 'answer';
    const { order } = await placeOrder(api.engines, limitBuy(memberId, 'a'));
    expect(api.counted.sent).toEqual(['looked_up']);
    // Clients wait for twenty seconds.
    expect(api.requests).toMatchObject([{ withinMs: 2_000 }]);
    buses.loses = () => false;
    expect(await placeOrder(api.engines, limitBuy(memberId, 'a'))).toEqual({ order });
    expect(await ordersOf(memberId)).toHaveLength(1);
  });

  it('is looked up by a key of ours when the member sent none', async () => {
    const memberId = await member();
    buses.loses = (_topic, what) => what === 'answer';
    const { order } = await placeOrder(api.engines, limitBuy(memberId));
    expect((await ordersOf(memberId)).map(({ id }) => id)).toEqual([order.ID]);
  });

  it('to an order that did not arrive either: the member is asked to look, and the same key works later', async () => {
    const memberId = await member();
    buses.loses = (_topic, what) => what === 'request';
    await expect(placeOrder(api.engines, limitBuy(memberId, 'b'))).rejects.toMatchObject({
      code: 5006,
      detail: { text: 'order.unknown' },
    });
    expect(api.requests).toHaveLength(1);
    expect(api.counted.sent).toEqual(['unknown']);
    buses.loses = () => false;
    await placeOrder(api.engines, limitBuy(memberId, 'b'));
    expect(await ordersOf(memberId)).toHaveLength(1);
  });

  it('to an order without a key: it was refused, so it has no effect when it arrives after all', async () => {
    const memberId = await member();
    buses.hold();
    await expect(placeOrder(api.engines, limitBuy(memberId))).rejects.toMatchObject({
      code: 5006,
      detail: {},
    });
    // The message that was on its way arrives.
    await buses.release();
    expect(await ordersOf(memberId)).toEqual([]);
    expect(api.counted.sent).toEqual(['not_taken']);
  });

  it('has one effect when the message arrives twice', async () => {
    const memberId = await member();
    const { order } = await placeOrder(api.engines, limitBuy(memberId));
    const [{ topic, message } = { topic: '', message: null }] = api.requests;
    expect(await api.bus.request(topic, message, { withinMs: 1_000 })).toEqual([{ order }]);
    expect(await ordersOf(memberId)).toHaveLength(1);
  });
});

describe('a bus that is cut', () => {
  it('stops no order in the instance that has the engine, refuses others, and they go on once it heals', async () => {
    const memberId = await member();
    engine.bus.cut();
    await placeOrder(engine.engines, limitBuy(memberId));
    const { error } = await waitedFor(() => placeOrder(api.engines, limitBuy(memberId)));
    expect(error).toMatchObject({ code: 5006 });
    expect(await ordersOf(memberId)).toHaveLength(1);
    engine.bus.heal();
    await placeOrder(api.engines, limitBuy(memberId));
    expect(await ordersOf(memberId)).toHaveLength(2);
  });
});

describe('the depth of a book in another instance', () => {
  const depthIn = ({ tape }: Instance, levels: number) => tape.depth('ethusdt', levels);
  const own = (levels: number) => depthIn(engine, levels)!;

  it('is that of the engine, as many levels as are read, once it has arrived', async () => {
    expect(depthIn(api, 5)).toBeUndefined();
    await expect.poll(() => depthIn(api, 5)).toEqual(own(5));
    expect(depthIn(api, 1)).toEqual(own(1));
    expect(depthIn(api, 20)).toBeUndefined();
    await expect.poll(() => depthIn(api, 20)).toEqual(own(20));
    expect(own(20).bids).toHaveLength(20);
  });

  it('follows the book, also into an instance that joins later', async () => {
    await expect.poll(() => depthIn(api, 5)).toEqual(own(5));
    const before = own(5);
    await placeOrder(engine.engines, { ...limitBuy(await member()), price: '2999.9' });
    await expect.poll(() => depthIn(api, 5)).toEqual(own(5));
    expect(own(5)).not.toEqual(before);
    const late = await startInstance([]);
    await expect.poll(() => depthIn(late, 5)).toEqual(own(5));
  });

  it('is not sent when nobody reads it, and not twice when nothing has changed', async () => {
    const sent: unknown[] = [];
    api.bus.subscribe('spot.depth', (message) => sent.push(message));
    engine.tick('ethusdt', '3001');
    await passTime(300, 'an instance looks at its books ten times a second');
    expect(sent).toEqual([]);
    await expect.poll(() => depthIn(api, 5)).toEqual(own(5));
    await passTime(300, 'an instance looks at its books ten times a second');
    expect(sent).toHaveLength(1);
  });

  it('has versions that grow when the engine moves, as safe integers', async () => {
    const other = await startInstance([]);
    await expect.poll(() => depthIn(api, 5)).toEqual(own(5));
    for (let price = 3_001; price < 3_010; price += 1) engine.tick('ethusdt', String(price));
    const { version } = own(5);
    await engine.leases.leave(lease);
    await other.leases.take(lease);
    await expect.poll(() => depthIn(api, 5)?.version).toBeGreaterThan(version);
    expect(Number.isSafeInteger(depthIn(other, 5)!.version)).toBe(true);
  });

  it('is unknown while no instance has the engine', async () => {
    await expect.poll(() => depthIn(api, 5)).toEqual(own(5));
    await engine.leases.leave(lease);
    await expect.poll(() => depthIn(api, 5)).toBeUndefined();
  });
});

it('a paused instance that goes on gets no orders of others any more, and acknowledges none of its own', async () => {
  const other = await startInstance([lease]);
  const memberId = await member();
  let announced = 0;
  api.bus.subscribe('spot.engines-held', (message) => {
    const { engines } = message as { engines: readonly unknown[] };
    // The other one has one.
    if (engines.length > 1) announced += 1;
  });
  // The first one still believes that it has the market, and announces it each second.
  for (let count = 0; count < 6; count += 1) {
    if (count === 3) await until('an announcement', () => announced > 0);
    const { order } = await placeOrder(api.engines, { ...limitBuy(memberId), quantity: '0.01' });
    expect(other.engines.findOpen(order.ID)).toMatchObject({ status: 'open' });
  }
  await expect(placeOrder(engine.engines, limitBuy(memberId))).rejects.toMatchObject({
    code: 5006,
  });
  expect(await ordersOf(memberId)).toHaveLength(6);
  // Closed, it sends its own members' orders to the other.
  await placeOrder(engine.engines, limitBuy(memberId));
  expect(await ordersOf(memberId)).toHaveLength(7);
});
