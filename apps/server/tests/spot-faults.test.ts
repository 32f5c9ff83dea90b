import { decimal, type Price } from '@tern/money';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { MEMBER_EVENTS_WAKE } from '../src/kernel/events/member-events.ts';
import {
  ConditionalsKnown,
  placeAttached,
  placeConditional,
  placeOco,
} from '../src/features/trading/spot/conditional/place-conditional.ts';
import { findAttached, findConditional } from '../src/features/trading/spot/conditional/store.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { int2, int8, text } from '../src/platform/database/columns.ts';
import { UnknownOutcome } from '../src/platform/database/database-errors.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies } from './support/market.ts';

const ofInstrument = `instrument_id = (select id from instruments where symbol = 'bnbusdt')`;
const lastBatch = defineQuery({
  name: 'test.lastBatch',
  text: `select last_batch from spot_engines where ${ofInstrument}`,
  params: [],
  row: { lastBatch: text },
});
const setLastBatch = defineStatement({
  name: 'test.setLastBatch',
  text: `update spot_engines set last_batch = $1 where ${ofInstrument}`,
  params: [text],
});

/** The fault of a transaction: none, a break before or after the commit, or a code with which the server refuses it. */
type Fault = 'none' | 'cut before commit' | 'cut after commit' | 'gone' | Refused;
interface Refused {
  readonly refusedWith: string;
}

const clock = manualClock();
/** Numbers of reference prices, beyond those of the engines of other tests. */
let seqs = 1_000;
const ordersOf = defineQuery({
  name: 'test.ordersOfMember',
  text: 'select id from spot_orders where member_id = $1 and instrument_id = $2',
  params: [int8, int2],
  row: { id: int8 },
});
let fresh: FreshDatabase;
let fault: Fault;
/** Transactions that found the database gone. */
let lost = 0;
let deps: Awaited<ReturnType<typeof spotDependencies>>;
let engines: Engines;

const connectionLost = () => new UnknownOutcome(new Error('Connection terminated unexpectedly'));

const refused = ({ refusedWith: code }: Refused) =>
  Object.assign(new DatabaseError('refused', 7, 'error'), { code, severity: 'ERROR' });

function withFaults(database: Database): Database {
  return {
    ...database,
    async transaction(work) {
      if (fault === 'gone') {
        lost += 1;
        throw connectionLost();
      }
      return database.transaction(work);
    },
    lane(name) {
      const lane = database.lane(name);
      return {
        close: () => lane.close(),
        async transaction(send) {
          if (typeof fault === 'object') throw refused(fault);
          const { promise, isLost } = sendOrLose(() => lane.transaction(send));
          const answer = await promise;
          if (isLost) throw connectionLost();
          return answer!;
        },
      };
    },
  };
}

/** Sends it, unless the connection breaks before that. */
function sendOrLose<T>(send: () => Promise<T>): {
  promise: Promise<T | undefined>;
  isLost: boolean;
} {
  const now = fault;
  if (now === 'none') return { promise: send(), isLost: false };
  if (now !== 'gone') fault = 'none';
  return {
    promise: now === 'cut after commit' ? send() : Promise.resolve(undefined),
    isLost: true,
  };
}

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(() => fresh?.drop());

beforeEach(async () => {
  fault = 'none';
  await engines?.close();
  deps = await spotDependencies(withFaults(fresh.database), clock);
  engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
});

function buy(memberId: number) {
  const order = {
    symbol: 'bnbusdt',
    side: 'buy',
    type: 'limit',
    price: '490',
    quantity: '1',
  } as const;
  return placeOrder(engines, { ...order, memberId, total: undefined, key: undefined });
}

async function expectCleanBooks() {
  const findings = await auditBooks(fresh.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}

/** Publishes a price whose batch meets the fault, then one a little lower; returns the number of the first. */
async function underFault(given: Fault, price: string): Promise<number> {
  fault = given;
  const seq = (seqs += 2);
  const tick = { symbol: 'bnbusdt', at: clock.now() };
  deps.prices.publish({ ...tick, seq, price: decimal<Price>(price) });
  const turned = () => new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 3; turn += 1) await turned();
  fault = 'none';
  const id = engines.instruments.find('bnbusdt')!.id;
  const nothing = { kind: 'cancel', memberId: 1, orderId: 1, key: undefined } as const;
  const settle = () => engines.submit(id, nothing).catch(() => undefined);
  await settle();
  deps.prices.publish({ ...tick, seq: seq + 1, price: decimal<Price>('494') });
  await settle();
  return seq;
}

describe('a connection that breaks at the commit of a batch', () => {
  it.each<Fault>(['cut before commit', 'cut after commit', { refusedWith: '40001' }])(
    'of a trigger (%s): the order is placed once, by the first price',
    async (given) => {
      const memberId = await fundedMember(fresh.database, { BNB: '5' });
      const { conditional } = await placeConditional(
        { engines, known: new ConditionalsKnown(fresh.database) },
        {
          memberId,
          symbol: 'bnbusdt',
          side: 'sell',
          kind: 'stopLimit',
          watches: 'reference',
          triggerPrice: '495',
          rate: undefined,
          startPrice: undefined,
          price: '505',
          quantity: '1',
          total: undefined,
          key: undefined,
        },
      );
      const seq = await underFault(given, '495');

      const stored = await findConditional(fresh.database, conditional.ID, memberId);
      expect(stored).toMatchObject({ status: 'triggered', met: { number: seq } });
      const { id: market } = engines.instruments.find('bnbusdt')!;
      const orders = await fresh.database.many(ordersOf, [memberId, market]);
      expect(orders).toEqual([{ id: stored!.orderId }]);
      await expectCleanBooks();
    },
  );

  it.each<Fault>(['cut before commit', 'cut after commit'])(
    'of an OCO whose stop is met (%s): one end is cancelled and the other placed, once',
    async (given) => {
      const memberId = await fundedMember(fresh.database, { BNB: '1' });
      const pairsKnown = new ConditionalsKnown(fresh.database);
      const { conditional } = await placeOco(
        { engines, pairsKnown },
        {
          memberId,
          symbol: 'bnbusdt',
          side: 'sell',
          watches: 'reference',
          price: '530',
          triggerPrice: '495',
          stopLimitPrice: '505',
          quantity: '1',
          key: undefined,
        },
      );
      await underFault(given, '495');

      const stored = await findConditional(fresh.database, conditional.ID, memberId);
      expect(stored).toMatchObject({ status: 'triggered' });
      const { id: market } = engines.instruments.find('bnbusdt')!;
      const orders = await fresh.database.many(ordersOf, [memberId, market]);
      expect(orders).toEqual([{ id: stored!.orderId }, { id: stored!.pair!.orderId }]);
      expect(engines.find('bnbusdt')!.openOrder(stored!.orderId!)).toMatchObject({ memberId });
      await expectCleanBooks();
    },
  );

  it.each<Fault>(['cut before commit', 'cut after commit'])(
    'of an order with attached ones (%s): what it bought is sold once, and the other one ends',
    async (given) => {
      const memberId = await fundedMember(fresh.database, { USDT: '1000' });
      const known = new ConditionalsKnown(fresh.database);
      const { order } = await placeAttached(
        { engines, known },
        {
          memberId,
          symbol: 'bnbusdt',
          side: 'buy',
          type: 'market',
          price: undefined,
          quantity: undefined,
          total: '600',
          watches: 'reference',
          takeProfit: '600',
          stopLoss: '490',
          key: undefined,
        },
      );
      await underFault(given, '489');

      const attached = await findAttached(fresh.database, order.ID);
      expect(attached.map(({ status }) => status)).toEqual(['cancelled', 'triggered']);
      const { id: market } = engines.instruments.find('bnbusdt')!;
      const orders = await fresh.database.many(ordersOf, [memberId, market]);
      expect(orders).toEqual([{ id: attached[1]!.orderId }, { id: order.ID }]);
      await expectCleanBooks();
    },
  );

  it('after the commit: the order is acknowledged once it is found, and rests in the book', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    fault = 'cut after commit';
    const { order } = await buy(memberId);
    expect(order.status).toBe(1);
    expect(engines.find('bnbusdt')!.openOrder(order.ID)).toMatchObject({
      memberId,
      status: 'open',
    });
    expect(engines.find('bnbusdt')!.book.depth('buy', 50).at(-1)).toEqual([49_000, 1_000]);
    await buy(memberId);
    await expect(buy(memberId)).rejects.toMatchObject({ code: 4020 });
    await expectCleanBooks();
  });

  it('before the commit: the order is refused with 5006 and not stored, and the next one succeeds', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const depth = engines.find('bnbusdt')!.book.depth('buy', 50);
    fault = 'cut before commit';
    await expect(buy(memberId)).rejects.toMatchObject({ code: 5006 });
    expect(engines.find('bnbusdt')!.book.depth('buy', 50)).toEqual(depth);
    await buy(memberId);
    await buy(memberId);
    await expect(buy(memberId)).rejects.toMatchObject({ code: 4020 });
    await expectCleanBooks();
  });

  it('permanently: a server that stops meanwhile answers 5006 and stops', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    fault = 'gone';
    const answer = buy(memberId).catch((error: unknown) => error);
    await expect.poll(() => lost).toBeGreaterThan(0);
    await engines.close();
    expect(await answer).toMatchObject({ code: 5006 });
    fault = 'none';
    await expectCleanBooks();
  });
});

describe('a database that cannot write the batch now', () => {
  it.each([
    ['the disk is full', '53100'],
    ['a row is locked for too long', '55P03'],
    ['a statement takes too long', '57014'],
    ['it chose the transaction to end a deadlock', '40P01'],
  ])(
    'because %s: the order is refused with 5006, also to an instance that sent it here',
    async (_why, code) => {
      const memberId = await fundedMember(fresh.database, { USDT: '1000' });
      fault = { refusedWith: code };
      const answer = await buy(memberId).catch((error: unknown) => error);
      // Instances pass refusals on to each other, and no other errors.
      expect(answer).toBeInstanceOf(Refusal);
      expect(answer).toMatchObject({ code: 5006 });
      fault = 'none';
      await buy(memberId);
      await buy(memberId);
      await expect(buy(memberId)).rejects.toMatchObject({ code: 4020 });
      await expectCleanBooks();
    },
  );
});

describe('a promoted database server that lacks an acknowledged batch', () => {
  it('stops an engine whose batch was cut off: its book is ahead', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const before = await fresh.owner.one(lastBatch, []);
    await buy(memberId);
    const engine = engines.find('bnbusdt')!;
    await fresh.owner.transaction((tx) => tx.run(setLastBatch, [before.lastBatch]));
    fault = 'cut before commit';
    await expect(buy(memberId)).rejects.toMatchObject({ code: 5006 });
    expect(engine.isClosed).toBe(true);
    // The next engine begins with what the database has.
    await buy(memberId);
    expect(engines.find('bnbusdt')).not.toBe(engine);
    await expectCleanBooks();
  });

  it('stops an engine that lost no connection with its next batch', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const before = await fresh.owner.one(lastBatch, []);
    await buy(memberId);
    const engine = engines.find('bnbusdt')!;
    await fresh.owner.transaction((tx) => tx.run(setLastBatch, [before.lastBatch]));
    await expect(buy(memberId)).rejects.toMatchObject({ code: 5006 });
    expect(engine.isClosed).toBe(true);
  });
});

describe('a subscriber that fails', () => {
  it('rolls back no durable order, and stops no engine', async () => {
    const seller = await fundedMember(fresh.database, { BNB: '2' });
    const unsubscribe = deps.bus.subscribe(MEMBER_EVENTS_WAKE, () => {
      throw new Error('the feed is broken');
    });
    const sell = { symbol: 'bnbusdt', side: 'sell', type: 'market', quantity: '1' } as const;
    const rest = { memberId: seller, price: undefined, total: undefined, key: undefined };
    expect((await placeOrder(engines, { ...sell, ...rest })).order.status).toBe(2);
    expect((await placeOrder(engines, { ...sell, ...rest })).order.status).toBe(2);
    unsubscribe();
    await expectCleanBooks();
  });
});
