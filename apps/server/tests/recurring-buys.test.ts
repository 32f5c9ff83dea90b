/** Recurring buys on PostgreSQL, through the order book: each due time once, whatever ends in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recurringAccount } from '../src/features/trading/recurring-buy/index.ts';
import { findPlan, listBuys, listPlans } from '../src/features/trading/recurring-buy/list-plans.ts';
import { type DueDeps, runDue } from '../src/features/trading/recurring-buy/run-due.ts';
import {
  changePlan,
  endPlan,
  type Own,
  pausePlan,
  type PlanInput,
  resumePlan,
  skipNext,
  startPlan,
} from '../src/features/trading/recurring-buy/set-plan.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { createOrderApi, type OrderApi } from '../src/features/trading/spot/order-api.ts';
import { instrumentState } from '../src/kernel/catalog/instruments.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { int8, json, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase, ownerOf } from './support/database.ts';
import {
  fundedMember,
  manualClock,
  type SpotDependencies,
  spotDependencies,
} from './support/market.ts';
import { until } from './support/pass-time.ts';

const noticesOf = defineQuery({
  name: 'recurring-test.noticesOf',
  text: 'select kind, values from notifications where member_id = $1 order by id',
  params: [int8],
  row: { kind: text, values: json<Record<string, string>>() },
});
const forge = (name: string, sql: string) =>
  defineStatement({
    name: `recurring-test.${name.replaceAll('_', '')}`,
    text: sql,
    params: [int8],
  });

const FRIDAY = Date.parse('2026-11-20T07:30:00Z');
const clock = manualClock(FRIDAY);
let fresh: FreshDatabase;
let engines: Engines;
let spot: SpotDependencies;
let orders: OrderApi;
let member: number;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 12 });
  spot = await spotDependencies(fresh.database, clock);
  engines = createEngines(spot);
  orders = createOrderApi({ ...spot, engines });
  await engines.open();
});
afterAll(async () => {
  await engines?.close();
  await fresh?.drop();
});
beforeEach(async () => {
  // A day of its own for each test, on which the plans of others are not due.
  for (const id of begun.splice(0)) await endPlan(deps(), id);
  clock.set(FRIDAY);
  member = await fundedMember(fresh.database, { USDT: '1000' });
  await quote();
});

const begun: Own[] = [];
const deps = (over: Partial<DueDeps> = {}): DueDeps => ({ ...spot, orders, ...over });
const run = (over: Partial<DueDeps> = {}) => runDue(deps(over));

/** Reference prices of now, and the exchange's offers around them. */
async function quote(prices: Record<string, string> = {}): Promise<void> {
  const all = { btcusdt: '64000', ethusdt: '3000', ...prices };
  for (const [symbol, price] of Object.entries(all)) {
    spot.tick(symbol, price);
    const within = Number(price) / 1_000;
    const isQuoted = () => {
      const ask = Number(spot.tape.depth(symbol, 1)?.asks[0]?.[0]);
      return Math.abs(ask - Number(price)) < within;
    };
    await until(`the offers of ${symbol}`, isQuoted);
  }
}

/** Moves to a time, at which prices are new. */
async function at(iso: string, prices: Record<string, string> = {}): Promise<void> {
  clock.set(Date.parse(iso));
  await quote(prices);
}

/** BTC and ETH for 100 USDT each day at 09:00 in Vienna, which is 08:00 UTC. */
const daily: PlanInput = {
  amount: '100',
  coins: [
    { symbol: 'btcusdt', share: 70 },
    { symbol: 'ethusdt', share: 30 },
  ],
  rhythm: 'day',
  day: 0,
  time: '09:00',
  timeZone: 'Europe/Vienna',
};
async function start(changes: Partial<PlanInput> = {}): Promise<Own> {
  const input = { ...daily, ...changes, memberId: member, key: undefined };
  const { plan } = await startPlan(deps(), input);
  const own = { id: plan.ID, memberId: member };
  begun.push(own);
  return own;
}
const plan = (own: Own) => findPlan(fresh.database, deps(), own);
const buys = async (own: Own) => (await listBuys(fresh.database, deps(), own)).list;
const ordersOf = () => orders.list({ memberId: member, limit: 100 });
const notices = async () =>
  (await fresh.database.many(noticesOf, [member])).filter(({ kind }) =>
    kind.startsWith('recurring'),
  );
const kinds = async () => (await notices()).map(({ kind }) => kind);
const refused = (code: number, detail: object = {}) => ({ code, detail });

describe('a due time', () => {
  it('is bought by market orders of exactly the sum, and its figures are those of the orders', async () => {
    const own = await start();
    expect(await plan(own)).toMatchObject({ nextAt: '2026-11-20T08:00:00.000Z', putIn: '0' });
    await at('2026-11-20T07:59:59Z');
    await run();
    expect(await ordersOf()).toEqual([]);
    await at('2026-11-20T08:00:00Z');
    await run();
    const placed = await ordersOf();
    expect(placed.map(({ type, side, source }) => `${source} ${side} ${type}`)).toEqual([
      'app buy market',
      'app buy market',
    ]);
    const [buy] = await buys(own);
    expect(buy).toMatchObject({ status: 'bought', dueAt: '2026-11-20T08:00:00.000Z' });
    expect(buy!.coins.map(({ base, amount }) => `${base} ${amount}`)).toEqual(['BTC 70', 'ETH 30']);
    expect(new Set(buy!.coins.map(({ orderId }) => orderId))).toEqual(
      new Set(placed.map(({ id }) => id)),
    );
    const after = await plan(own);
    expect(after).toMatchObject({ nextAt: '2026-11-21T08:00:00.000Z', done: 1, latest: [true] });
    expect(after.putIn).toBe(buy!.putIn);
    const list = await listPlans(fresh.database, deps(), member);
    expect(Number(list.available) + Number(list.putIn)).toBeCloseTo(1_000, 10);
    expect(Number(after.difference)).toBeLessThan(0);
    expect(Number(after.coins[0]!.averagePrice)).toBeGreaterThan(64_000);
    expect(await notices()).toEqual([]);
  });

  it('is bought once by several instances, whose runs overlap', async () => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await ordersOf()).toHaveLength(2);
    expect(await plan(own)).toMatchObject({ done: 1, skipped: 0 });
  });

  it('is bought once when an instance ends after its order, before that is recorded', async () => {
    const own = await start({ amount: '700' });
    await at('2026-11-20T08:00:00Z');
    let isPlaced = false;
    const killed: DueDeps['orders'] = {
      ...orders,
      async place(input) {
        if (input.symbol !== 'btcusdt') return new Promise(() => undefined);
        await orders.place(input);
        isPlaced = true;
        return new Promise(() => undefined);
      },
    };
    void run({ orders: killed });
    await until('the first order', () => isPlaced);
    await at('2026-11-20T08:00:15Z');
    await run();
    expect(await buys(own)).toMatchObject([{ status: 'open' }]);
    // The 510 that are left would not suffice for both, but one of them is bought already.
    await at('2026-11-20T08:00:21Z');
    await run();
    expect(await ordersOf()).toHaveLength(2);
    expect(await buys(own)).toMatchObject([{ status: 'bought' }]);
    expect(await plan(own)).toMatchObject({ done: 1, skipped: 0 });
  });

  it('is made up for a day, and skipped with a notice after that', async () => {
    const own = await start();
    await at('2026-11-22T07:59:59Z');
    await run();
    expect((await buys(own)).map(({ dueAt, status }) => `${dueAt} ${status}`)).toEqual([
      '2026-11-21T08:00:00.000Z bought',
      '2026-11-20T08:00:00.000Z skipped',
    ]);
    expect(await kinds()).toEqual(['recurring.missed']);
    expect(await plan(own)).toMatchObject({ nextAt: '2026-11-22T08:00:00.000Z', state: 'on' });
  });

  it('without the whole sum buys nothing, and the notice has both figures', async () => {
    const own = await start({ amount: '1000.01' });
    await at('2026-11-20T08:00:00Z');
    await run();
    expect(await ordersOf()).toEqual([]);
    expect(await buys(own)).toMatchObject([
      { status: 'skipped', needed: '1000.01', available: '1000' },
    ]);
    expect(await notices()).toMatchObject([
      {
        kind: 'recurring.short',
        values: { needed: '1000.01', available: '1000', coins: 'BTC, ETH' },
      },
    ]);
  });

  it('skips the coin of a halted market alone', async () => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    const halted = { ...spot.instruments.find('ethusdt')!, state: instrumentState.halted };
    const findById = (id: number) => (id === halted.id ? halted : spot.instruments.findById(id));
    await run({ instruments: { ...spot.instruments, findById } });
    expect(await buys(own)).toMatchObject([
      { status: 'bought', coins: [{ skipped: '' }, { skipped: 'closed' }] },
    ]);
    expect(await kinds()).toEqual(['recurring.closed']);
    expect(await plan(own)).toMatchObject({ skipped: 0 });
  });

  it('waits an hour for a price near the reference, then skips the coin', async () => {
    const own = await start();
    const far: DueDeps['tape'] = {
      depth: (symbol, levels) =>
        symbol === 'ethusdt'
          ? { bids: [], asks: [['3030.01', '1']], version: 1 }
          : spot.tape.depth(symbol, levels),
    };
    await at('2026-11-20T08:00:00Z');
    await run({ tape: far });
    expect(await buys(own)).toMatchObject([{ status: 'open' }]);
    await at('2026-11-20T08:59:59Z');
    await run({ tape: far });
    expect(await buys(own)).toMatchObject([{ status: 'open' }]);
    await at('2026-11-20T09:00:30Z');
    await run({ tape: far });
    expect(await buys(own)).toMatchObject([
      { status: 'bought', coins: [{ skipped: '' }, { skipped: 'price' }] },
    ]);
    expect(await kinds()).toEqual(['recurring.offPrice']);
    expect(await ordersOf()).toHaveLength(1);
  });

  it('buys what waited once its price is back', async () => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    await run({ tape: { depth: () => undefined } });
    expect(await ordersOf()).toEqual([]);
    await at('2026-11-20T08:30:00Z');
    await run();
    expect(await buys(own)).toMatchObject([{ status: 'bought' }]);
  });

  it.each([
    ['account-frozen', 'account', 'recurring.notAllowed'],
    ['market-closed', 'closed', 'recurring.closed'],
    ['not-available', 'closed', 'recurring.closed'],
    ['below-minimum', 'size', 'recurring.wrongSize'],
  ] as const)('that the engine refuses as %s is skipped', async (reason, skipped, kind) => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    const place = () => Promise.reject(new Refusal(reason));
    await run({ orders: { ...orders, place } });
    expect(await buys(own)).toMatchObject([
      { status: 'skipped', coins: [{ skipped }, { skipped }] },
    ]);
    expect(await kinds()).toEqual([kind]);
  });

  it('of one plan that fails stops no other', async () => {
    const failing = await start();
    member = await fundedMember(fresh.database, { USDT: '1000' });
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    const findByClientOrderId: OrderApi['findByClientOrderId'] = (memberId, name) =>
      memberId === failing.memberId
        ? Promise.reject(new Error('the database has failed'))
        : orders.findByClientOrderId(memberId, name);
    await run({ orders: { ...orders, findByClientOrderId } });
    expect(await buys(own)).toMatchObject([{ status: 'bought' }]);
    expect(await buys(failing)).toMatchObject([{ status: 'open' }]);
    await at('2026-11-20T08:00:30Z');
    await run();
    expect(await buys(failing)).toMatchObject([{ status: 'bought' }]);
  });
});

describe('a plan', () => {
  it('is paused by three skips in a row, and counts anew after it was resumed', async () => {
    const own = await start({ amount: '1001' });
    for (const day of [20, 21, 22]) {
      await at(`2026-11-${day}T08:00:00Z`);
      await run();
    }
    expect(await plan(own)).toMatchObject({
      state: 'paused',
      pausedBy: 'skips',
      nextAt: '',
      skipped: 3,
    });
    const short = 'recurring.short';
    expect(await kinds()).toEqual([short, short, short, 'recurring.paused']);
    await resumePlan(deps(), own);
    await at('2026-11-23T08:00:00Z');
    await run();
    expect(await plan(own)).toMatchObject({ state: 'on', skipped: 4 });
  });

  it('skips its next due time on request, which is no skip in a row', async () => {
    const own = await start();
    const due = Date.parse('2026-11-20T08:00:00Z');
    const { plan: after } = await skipNext(deps(), own, due);
    // Asked for again, as after an answer that was lost.
    expect((await skipNext(deps(), own, due)).plan).toEqual(after);
    expect(after).toMatchObject({
      nextAt: '2026-11-21T08:00:00.000Z',
      skipped: 1,
      latest: [false],
    });
    await at('2026-11-20T08:00:00Z');
    await run();
    expect(await ordersOf()).toEqual([]);
    expect(await notices()).toEqual([]);
    await pausePlan(deps(), own);
    await expect(skipNext(deps(), own, due)).rejects.toMatchObject({ code: 5014 });
  });

  it('buys nothing more once it is paused or ended, not even what waited', async () => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    await run({ tape: { depth: () => undefined } });
    await pausePlan(deps(), own);
    await at('2026-11-20T08:30:00Z');
    await run();
    expect(await buys(own)).toMatchObject([
      { status: 'skipped', coins: [{ skipped: 'member' }, { skipped: 'member' }] },
    ]);
    expect(await ordersOf()).toEqual([]);
    expect((await resumePlan(deps(), own)).plan.nextAt).toBe('2026-11-21T08:00:00.000Z');
    await endPlan(deps(), own);
    await at('2026-11-21T08:00:00Z');
    await run();
    expect(await ordersOf()).toEqual([]);
    await expect(resumePlan(deps(), own)).rejects.toMatchObject({ code: 5014 });
    begun.pop();
  });

  it('that is paused while its order is placed keeps what was bought', async () => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    const place: OrderApi['place'] = async (input) => {
      if (input.symbol === 'btcusdt') {
        const placed = await orders.place(input);
        await pausePlan(deps(), own);
        return placed;
      }
      await until('the pause', async () => (await plan(own)).state === 'paused');
      return orders.place(input);
    };
    await run({ orders: { ...orders, place } });
    expect(await ordersOf()).toHaveLength(1);
    expect(await buys(own)).toMatchObject([
      { status: 'bought', coins: [{ skipped: '' }, { skipped: 'member' }] },
    ]);
  });

  it('that is changed buys the new sum from the next due time on; what was bought stays', async () => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    await run();
    const changed = {
      ...daily,
      amount: '50',
      coins: [{ symbol: 'ethusdt', share: 100 }],
      time: '10:00',
    };
    const { plan: after } = await changePlan(deps(), own, changed);
    expect(after).toMatchObject({ nextAt: '2026-11-20T09:00:00.000Z', done: 1 });
    expect(after.coins.map(({ base, share }) => `${base} ${share}`)).toEqual(['ETH 100', 'BTC 0']);
    await at('2026-11-20T09:00:00Z');
    await run();
    expect((await buys(own)).map(({ amount }) => amount)).toEqual(['50', '100']);
  });

  it('is refused with a reason, and nothing is stored', async () => {
    const split = (...shares: number[]) =>
      daily.coins.map(({ symbol }, place) => ({ symbol, share: shares[place]! }));
    await expect(start({ amount: '4.99' })).rejects.toMatchObject(
      refused(5013, { fields: ['amount'] }),
    );
    await expect(start({ amount: '50001' })).rejects.toMatchObject(refused(5013));
    await expect(start({ amount: '' })).rejects.toMatchObject(refused(4013));
    await expect(start({ coins: split(70, 29) })).rejects.toMatchObject(
      refused(5013, { fields: ['coins'] }),
    );
    await expect(start({ coins: [{ symbol: 'ethbtc', share: 100 }] })).rejects.toMatchObject(
      refused(4019),
    );
    const part = { data: { symbol: 'ethusdt', min: '5', max: '1000000' } };
    await expect(start({ amount: '10', coins: split(51, 49) })).rejects.toMatchObject(
      refused(5013, part),
    );
    await expect(start({ rhythm: 'week', day: 8 })).rejects.toMatchObject(
      refused(5001, { fields: ['day'] }),
    );
    await expect(start({ rhythm: 'month', day: 29 })).rejects.toMatchObject(refused(5001));
    await expect(start({ timeZone: 'Europe/Nowhere' })).rejects.toMatchObject(
      refused(5001, { fields: ['timeZone'] }),
    );
    await expect(pausePlan(deps(), { id: 987_654, memberId: member })).rejects.toMatchObject(
      refused(5007),
    );
    expect((await listPlans(fresh.database, deps(), member)).plans).toEqual([]);
  });

  it('is one of twenty at most, of which ended ones do not count', async () => {
    await endPlan(deps(), await start());
    begun.pop();
    for (let count = 0; count < 19; count += 1) await start();
    const both = await Promise.allSettled([start(), start()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(start()).rejects.toMatchObject({ code: 5012 });
  });

  it('ends with the account', async () => {
    const own = await start();
    await fresh.database.transaction(async (tx) => recurringAccount.end!(tx, member));
    expect(await plan(own)).toMatchObject({ state: 'ended', nextAt: '' });
    begun.pop();
  });
});

describe('the database refuses', () => {
  it.each([
    [
      'a second buy of a due time',
      'recurring_buys_once',
      `insert into recurring_buys (plan_id, member_id, due_at, amount, status, try_at, created_at)
      select plan_id, member_id, due_at, amount, 'open', due_at, created_at from recurring_buys where plan_id = $1`,
    ],
    [
      'another order than the one of the coin',
      'recurring_buy_coins_by_order',
      `insert into recurring_buy_coins (buy_id, place, instrument_id, amount, order_id, spent, quantity, fee)
      select c.buy_id, 9, 3, c.amount, c.order_id + 1000000, c.spent, c.quantity, c.fee from recurring_buy_coins c
      join recurring_buys b on b.id = c.buy_id where b.plan_id = $1 and c.place = 0`,
    ],
    [
      'a change of what was bought',
      'recurring_buys_kept',
      'update recurring_buys set amount = amount + 1 where plan_id = $1',
    ],
    [
      'an end that its coins do not have',
      'recurring_buys_as_coins',
      `insert into recurring_buys (plan_id, member_id, due_at, amount, status, created_at, ended_at)
      select plan_id, member_id, due_at + interval '1 hour', amount, 'bought', created_at, created_at from recurring_buys where plan_id = $1`,
    ],
    [
      'shares that do not add up',
      'recurring_plans_split',
      'update recurring_plans set shares = array[70, 31]::smallint[] where id = $1',
    ],
  ])('%s', async (_what, constraint, sql) => {
    const own = await start();
    await at('2026-11-20T08:00:00Z');
    await run();
    const forged = ownerOf(fresh.database).transaction((tx) =>
      tx.run(forge(constraint, sql), [own.id]),
    );
    await expect(forged).rejects.toMatchObject({ constraint });
  });
});
