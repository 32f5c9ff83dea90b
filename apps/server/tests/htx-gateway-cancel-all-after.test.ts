/** The dead man's switch cancels a program's open orders at the time it named. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelAllAfterCall,
  cancelDue,
  cancelTimerJob,
} from '../src/features/gateway/htx-gateway/private/cancel-all-after.ts';
import type { SignedCallDeps } from '../src/features/gateway/htx-gateway/private/rest/signed-call.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { createOrderApi, type OrderApi } from '../src/features/trading/spot/order-api.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { exchangeClient } from './support/exchange-client.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { createApiKey } from './support/signed-client.ts';
import { startServer } from './support/server.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let orders: OrderApi;
let memberId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  clock.set(WEDNESDAY_NOON);
  const deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
  orders = createOrderApi({ ...deps, engines });
});
afterAll(async () => {
  await engines.close();
  await fresh.drop();
});
beforeEach(async () => {
  memberId = await fundedMember(fresh.database, { USDT: '10000' });
});

const place = async () => {
  const price = { symbol: 'bnbusdt', side: 'buy', type: 'limit', price: '480' } as const;
  const input = { ...price, quantity: '0.1', total: undefined, key: undefined };
  return (await orders.place({ memberId, ...input })).order.ID;
};
const isOpen = async (id: number) => (await orders.find(memberId, id))?.status === 'open';
/** Until a round waits for what this connection has locked. */
const untilWaiting = (holder: Client) =>
  expect
    .poll(async () => {
      const { rows } = await holder.query(
        `select from pg_stat_activity where datname = current_database() and pg_backend_pid() = any (pg_blocking_pids(pid))`,
      );
      return rows.length;
    })
    .toBe(1);
const log = createLog('silent');
const sweep = () => cancelDue({ database: fresh.database, clock, log, orders });
const setTimer = (timeout: unknown) => {
  const access = { keyId: 1, accessKey: '', memberId, canTrade: true, isFrozen: false };
  const deps = { database: fresh.database, clock, orders } as unknown as SignedCallDeps;
  return cancelAllAfterCall.answer(deps, { access, inputs: { timeout }, params: {} });
};

describe('a timer', () => {
  it('cancels every open order of its member when it runs out, and no other', async () => {
    const mine = [await place(), await place()];
    const other = memberId;
    memberId = await fundedMember(fresh.database, { USDT: '10000' });
    const theirs = await place();
    [memberId] = [other];
    await setTimer(5);
    clock.advance(4_999);
    await sweep();
    expect(await isOpen(mine[0]!)).toBe(true);
    clock.advance(1);
    await sweep();
    expect(await Promise.all(mine.map(isOpen))).toEqual([false, false]);
    expect(engines.findOpen(theirs)?.status).toBe('open');
  });

  it('waits longer each time it is renewed, and does nothing once it is ended', async () => {
    const id = await place();
    await setTimer(5);
    clock.advance(4_000);
    await setTimer(10);
    clock.advance(6_000);
    await sweep();
    expect(await isOpen(id)).toBe(true);
    expect(await setTimer(0)).toEqual({ currentTime: clock.now(), triggerTime: 0 });
    clock.advance(60_000);
    await sweep();
    expect(await isOpen(id)).toBe(true);
  });

  it('takes effect after downtime of the server, for earlier orders only', async () => {
    const before = await place();
    await setTimer(5);
    clock.advance(3_600_000);
    const after = await place();
    await sweep();
    expect(await isOpen(before)).toBe(false);
    expect(await isOpen(after)).toBe(true);
    await sweep();
    clock.advance(3_600_000);
    await sweep();
    expect(await isOpen(after)).toBe(true);
  });

  it('cancels an order that was accepted before it ran out and is committed seconds later', async () => {
    const other = new Client(fresh.ownerTarget);
    await other.connect();
    await other.query('begin read write');
    await other.query('select from ledger_balances where owner_id = $1 for update', [memberId]);
    await setTimer(5);
    const placed = place();
    await untilWaiting(other);
    clock.advance(5_000);
    await sweep();
    clock.advance(10_000);
    await sweep();
    await other.query('commit');
    await other.end();
    const id = await placed;
    expect(await isOpen(id)).toBe(true);
    await sweep();
    expect(await isOpen(id)).toBe(false);
  });

  it('is not delayed by members whose orders cannot be read or cancelled', async () => {
    const stuck: number[] = [];
    for (let count = 0; count < 120; count += 1) {
      memberId = await fundedMember(fresh.database, {});
      stuck.push(memberId);
      await setTimer(5);
    }
    memberId = await fundedMember(fresh.database, { USDT: '10000' });
    const unreadable = new Set(stuck);
    const [uncancelled, id] = [await place(), await place()];
    clock.advance(1);
    await setTimer(5);
    clock.advance(5_000);
    const busy = (isBusy: boolean) => isBusy && Promise.reject(new Refusal('busy'));
    const failing: OrderApi = {
      ...orders,
      list: (query) => busy(unreadable.has(query.memberId)) || orders.list(query),
      cancel: (order) => busy(order.id === uncancelled) || orders.cancel(order),
    };
    const warned: object[] = [];
    const warn = (fields: object) => warned.push(fields);
    const job = cancelTimerJob({
      database: fresh.database,
      clock,
      log: { ...log, warn } as unknown as Log,
      orders: failing,
    });
    await job.run();
    expect(await isOpen(id)).toBe(false);
    expect(await isOpen(uncancelled)).toBe(true);
    await job.run();
    // Logged twice a second, it would fill the log.
    expect(warned).toMatchObject([{ timers: 121 }]);
    // They are cancelled as soon as that is possible again.
    await sweep();
    expect(await isOpen(uncancelled)).toBe(false);
  });

  it.each([[4], [86_401], ['soon'], [undefined], [-5]])('is refused for %s', async (timeout) => {
    await expect(setTimer(timeout)).rejects.toMatchObject({ code: /^validation-/ });
  });
});

it('the call of ccxt sets the timer, and needs a key with the scope trade', async () => {
  const server = await startServer();
  try {
    const person = await server.register();
    const client = await exchangeClient(server.url(), 'rest');
    const use = async (scopes: ('read' | 'trade')[]) => {
      const { accessKey, secret } = await createApiKey(server, person, { scopes });
      Object.assign(client, { apiKey: accessKey, secret });
    };
    await use(['read', 'trade']);
    const { data } = (await client.cancelAllOrdersAfter(10_000)) as {
      data: { currentTime: number; triggerTime: number };
    };
    expect(data.triggerTime - data.currentTime).toBe(10_000);
    await use(['read']);
    await expect(client.cancelAllOrdersAfter(10_000)).rejects.toThrow('no permission');
  } finally {
    await server.stop();
  }
});
