import { type Amount, decimal } from '@tern/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { cancelOrder } from '../src/features/trading/spot/cancel-order.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import type { Database, Lane, Reader } from '../src/platform/database/database.ts';
import type { Params, Query } from '../src/platform/database/query.ts';
import { setFrozen } from './support/operator-decisions.ts';
import { moveByHand } from './support/journal.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { turns } from './support/pass-time.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let watched: Watched;

/** The statements of each transaction of the engines, and their number of reads. */
interface Watched {
  sent: string[][];
  reads: string[];
  /** While set, the result of a commit does not arrive. */
  held: Promise<void> | undefined;
}

function watching(database: Database): Database {
  const reading = (reader: Reader): Reader => ({
    many: (query, params) => (watched.reads.push(query.name), reader.many(query, params)),
    one: (query, params) => (watched.reads.push(query.name), reader.one(query, params)),
    maybe: (query, params) => (watched.reads.push(query.name), reader.maybe(query, params)),
  });
  return {
    ...database,
    ...reading(database),
    snapshot: (work) => database.snapshot((reader) => work(reading(reader))),
    lane: (name) => watchedLane(database.lane(name)),
  };
}

function watchedLane(lane: Lane): Lane {
  return {
    close: () => lane.close(),
    async transaction(send) {
      const statements: string[] = [];
      watched.sent.push(statements);
      const answer = lane.transaction((tx) => {
        const recorded =
          <T>(call: (query: Query<never, never>, params: never) => T) =>
          <P extends Params, R>(query: Query<P, R>, params: P) => {
            statements.push(query.name);
            return call(query as never, params as never);
          };
        return send({
          many: recorded(tx.many),
          one: recorded(tx.one),
          maybe: recorded(tx.maybe),
          run: recorded(tx.run),
        } as typeof tx);
      });
      const outcome = await Promise.allSettled([answer]);
      await watched.held;
      if (outcome[0].status === 'rejected') throw outcome[0].reason;
      return outcome[0].value;
    },
  };
}

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(() => fresh?.drop());

beforeEach(async () => {
  clock.set(WEDNESDAY_NOON);
  watched = { sent: [], reads: [], held: undefined };
  const deps = await spotDependencies(watching(fresh.database), clock);
  engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
  deps.tick('ltcusdt', '80');
});

afterEach(async () => {
  await engines.close();
  const findings = await auditBooks(fresh.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
});

function buy(memberId: number, price = '490', symbol = 'bnbusdt') {
  const order = { symbol, side: 'buy', type: 'limit', price, quantity: '1' } as const;
  return placeOrder(engines, { ...order, memberId, total: undefined, key: undefined });
}

/** A member whose balances the engines have cached. */
async function knownMember(funds: string): Promise<number> {
  const memberId = await fundedMember(fresh.database, { USDT: funds });
  // Both engines have drawn ids by then.
  await Promise.all([buy(memberId, '480'), buy(memberId, '79', 'ltcusdt')]);
  watched.sent = [];
  watched.reads = [];
  return memberId;
}

async function moveMoney(memberId: number, amount: string): Promise<void> {
  await fresh.owner.transaction((tx) =>
    moveByHand(tx, { memberId, asset: 'USDT', amount: decimal<Amount>(amount) }, clock.now()),
  );
}

/** Returns how to end it. */
function holdCommits(): () => void {
  let release: () => void = () => undefined;
  watched.held = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    watched.held = undefined;
    release();
  };
}

const untilSent = (count: number) => expect.poll(() => watched.sent.length).toBe(count);

describe('a round of batches', () => {
  it('is two statements in one transaction for any number of orders, and reads no known member', async () => {
    const members = [await knownMember('5000'), await knownMember('5000')];
    watched.sent = [];
    await Promise.all(
      members.flatMap((member) => [buy(member), buy(member), buy(member, '70', 'ltcusdt')]),
    );
    expect(watched.sent).toEqual([['spot.write', 'kernel.postAndPublish']]);
    expect(watched.reads).toEqual([]);
  });

  it('is sent while the previous one is in flight, and builds on its results', async () => {
    const [first, second] = [await knownMember('2000'), await knownMember('2000')];
    watched.sent = [];
    const release = holdCommits();
    const maker = buy(first, '495');
    await untilSent(1);
    const taker = placeOrder(engines, {
      memberId: second,
      symbol: 'bnbusdt',
      side: 'buy',
      type: 'limit',
      price: '495',
      quantity: '1',
      total: undefined,
      key: undefined,
    });
    await untilSent(2);
    const third = buy(first, '494');
    await turns(10);
    expect(watched.sent).toHaveLength(2);
    release();
    const answers = await Promise.all([maker, taker, third]);
    expect(answers.map(({ order }) => order.status)).toEqual([1, 1, 1]);
    expect(watched.sent).toHaveLength(3);
  });

  it('that fails also rolls back the next one, and both are retried: only orders without funds are refused', async () => {
    const [poor, rich] = [await knownMember('1100'), await knownMember('1100')];
    await moveMoney(poor, '-500');
    watched.sent = [];
    const release = holdCommits();
    const refused = buy(poor).catch((error: unknown) => error);
    await untilSent(1);
    const placed = buy(rich);
    await untilSent(2);
    release();
    const { order } = await placed;
    expect(order.status).toBe(1);
    expect(await refused).toMatchObject({ code: 4020 });
    expect(engines.find('bnbusdt')!.openOrder(order.ID)).toMatchObject({ memberId: rich });
  });
});

describe('cached balances and account status', () => {
  it('do not refuse a member whose balance grew elsewhere', async () => {
    const memberId = await knownMember('600');
    await moveMoney(memberId, '500');
    expect((await buy(memberId)).order.status).toBe(1);
    await expect(buy(memberId)).rejects.toMatchObject({ code: 4020 });
  });

  it('do not let a frozen member trade, and delay no other', async () => {
    const [frozen, other] = [await knownMember('2000'), await knownMember('2000')];
    await fresh.database.transaction((tx) => setFrozen(tx, frozen, true));
    const answers = await Promise.allSettled([buy(frozen), buy(other)]);
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 4008 } },
      { status: 'fulfilled', value: { order: { status: 1 } } },
    ]);
    await fresh.database.transaction((tx) => setFrozen(tx, frozen, false));
    expect((await buy(frozen)).order.status).toBe(1);
  });
});

describe('an answered request', () => {
  it('has the same answer again even if it would now be refused, also from new engines', async () => {
    const memberId = await knownMember('2000');
    const { order } = await buy(memberId);
    const key = { memberId, key: 'cancel-once', requestHash: 'the same' };
    const cancel = (requestHash = key.requestHash) =>
      cancelOrder(fresh.database, engines, {
        memberId,
        orderId: order.ID,
        key: { ...key, requestHash },
      });
    const first = await cancel();
    expect(await cancel()).toEqual(first);
    await engines.close();
    engines = createEngines(await spotDependencies(fresh.database, clock));
    await engines.open();
    expect(await cancel()).toEqual(first);
    await expect(cancel('another')).rejects.toMatchObject({ code: 5002 });
    const strange = { memberId, orderId: order.ID, key: { ...key, key: 'another' } };
    await expect(cancelOrder(fresh.database, engines, strange)).rejects.toMatchObject({
      code: 5014,
    });
  });
});
