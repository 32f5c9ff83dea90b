import { decimal, formatDecimal, subtract } from '@tern/money';
import { bundleChecks, verifyBundle } from '@tern/proofs';
import type { FuturesContractEvent } from '@tern/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { changeSetting } from './support/change-setting.ts';
import { logTrustOf } from './support/open-public-log.ts';
import { type Device, openDevice } from './support/live-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { until } from './support/pass-time.ts';

let server: TestServer;
let me: Person;
let device: Device;

beforeAll(async () => {
  server = await startServer();
  await changeSetting(server.fresh.owner, 'futures.ratios', { 2: '0.8', 60: '0.85' });
  await server.restart();
  me = await server.register();
  device = await openDevice(server.url(), { token: me.token });
  await device.until(({ received }) => received.some(({ kind }) => kind === 'welcome'));
});

afterAll(async () => {
  device?.socket.terminate();
  await server?.stop();
});

const session = () => ({ token: me.token });
const wanted = { cate: 1, usdt: '10', coinname: 'BTC', ctime_num: 2 };

async function available(): Promise<string> {
  const { list } = await server.api.data('GET /user/mycoin', { cate: 1 }, session());
  return list.find(({ coinname }) => coinname === 'USDT')!.available;
}

const eventsOf = (id: number) =>
  device
    .events()
    .filter(({ topic }) => topic === 'futures.contract')
    .map(({ data }) => data as FuturesContractEvent)
    .filter(({ ID }) => ID === id);

/** Prices arrive each second: two seconds to open, two to run, one to be notified. */
async function untilDone(id: number) {
  await device.until(() => eventsOf(id).some(({ status }) => status !== 1));
}

describe('a timed contract, from its terms to its proof', () => {
  it('is offered with its durations, profits and break-even rates', async () => {
    const config = await server.api.data('GET /hyorder/config', {}, session());
    expect(config).toMatchObject({ hy_time: [2, 60], hy_ykbl: ['0.8', '0.85'], coinname: 'USDT' });
    expect(config.breakEven).toEqual(['0.5556', '0.5406']);
    expect(config.markets.find(({ coinname }) => coinname === 'btcusdt')?.isOpen).toBe(true);
  });

  it('is placed, opened, settled and published live, and money and records agree', async () => {
    const before = await available();
    const { order } = await server.api.data('POST /hyorder/createHyorder', wanted, session());
    expect(order).toMatchObject({ coinname: 'btcusdt', base: 'BTC', status: 1, usdt: '10' });
    await untilDone(order.ID);
    const input = { ID: order.ID };
    const { rehyorder } = await server.api.data('GET /hyorder/findHyorder', input, session());
    const [placed, opened, ended] = eventsOf(order.ID);
    expect(placed).toMatchObject({ ...order, isNew: true });
    expect({ ...order, ...opened, ...ended }).toEqual(rehyorder);
    expect(rehyorder.status).toBe(2);
    expect(Date.parse(rehyorder.settledAt)).toBeGreaterThanOrEqual(Date.parse(rehyorder.dueAt));
    const gained = formatDecimal(subtract(decimal(await available()), decimal(before)));
    expect(gained).toBe(rehyorder.ploss);
    const { list } = await server.api.data(
      'GET /user_money_log/getUser_money_logList',
      { coinname: 'USDT', page: 1, pageSize: 100 },
      session(),
    );
    const kinds = list
      .filter(({ reference }) => reference === `contract:${order.ID}`)
      .map(({ type, amount }) => `${type} ${amount}`)
      .sort();
    const returned = rehyorder.outcome === 2 ? [] : ['19 10'];
    const won = rehyorder.outcome === 1 ? ['4 8'] : [];
    expect(kinds).toEqual([...returned, '3 -10', ...won].sort());
  });

  it('is proven by its evidence against the published key', async () => {
    const { list } = await server.api.data('GET /hyorder/myHyorderList', { status: 4 }, session());
    const input = { ID: list[0]!.ID };
    const answer = await until('the evidence', async () => {
      const found = await server.api.call('GET /hyorder/evidence', input, session());
      return found.code !== 5009 && found;
    });
    const { bundle } = answer.data as { bundle: unknown };
    const keys = await server.api.data('GET /transparency/keys', {});
    const log = await logTrustOf(server.fresh.database);
    const items = verifyBundle(bundle, { publicKey: keys.list[0]!.publicKey, log });
    expect(items.map(({ name, pass }) => [name, pass])).toEqual(
      bundleChecks.map((name) => [name, true]),
    );
  });

  it('is placed once for one key', async () => {
    const before = await available();
    const ask = { ...session(), key: 'once-and-only' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.api.data('POST /hyorder/createHyorder', wanted, ask)),
    );
    const ids = new Set(answers.map(({ order }) => order.ID));
    expect(ids.size).toBe(1);
    const other = { ...wanted, cate: 2 };
    const refused = await server.api.call('POST /hyorder/createHyorder', other, ask);
    expect(refused.code).toBe(5002);
    await untilDone([...ids][0]!);
    const { rehyorder } = await server.api.data(
      'GET /hyorder/findHyorder',
      { ID: [...ids][0]! },
      session(),
    );
    const gained = formatDecimal(subtract(decimal(await available()), decimal(before)));
    expect(gained).toBe(rehyorder.ploss);
  });

  it('is visible to its owner only', async () => {
    const { list } = await server.api.data('GET /hyorder/myHyorderList', {}, session());
    const stranger = await server.register();
    const ask = { token: stranger.token };
    const found = await server.api.call('GET /hyorder/findHyorder', { ID: list[0]!.ID }, ask);
    expect(found.code).toBe(5007);
    const own = await server.api.data('GET /hyorder/myHyorderList', {}, ask);
    expect(own.total).toBe(0);
  });

  it('survives a restart in the middle', async () => {
    const { order } = await server.api.data('POST /hyorder/createHyorder', wanted, session());
    await server.restart();
    const find = () => server.api.data('GET /hyorder/findHyorder', { ID: order.ID }, session());
    await expect.poll(async () => (await find()).rehyorder.status).not.toBe(1);
    expect([2, 3]).toContain((await find()).rehyorder.status);
    const findings = await auditBooks(server.fresh.database);
    expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  });
});
