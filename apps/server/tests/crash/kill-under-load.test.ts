import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../support/api-client.ts';
import {
  buildServer,
  databaseProcess,
  type Build,
  type Instance,
} from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import {
  orderOf,
  type Prices,
  readPrices,
  send,
  type Sent,
  startLoad,
} from '../support/order-load.ts';
import { registerEmbedded } from '../support/embedded-owner.ts';
import { expectKept, ordersOf } from '../support/kept-orders.ts';
import type { Person } from '../support/people.ts';
import { passTime, until } from '../support/pass-time.ts';

const MEMBERS = 6;
/** At moments drawn anew each time. More of them: TERN_CRASH_ROUNDS=10 before the command. */
const ROUNDS = Number(process.env['TERN_CRASH_ROUNDS'] ?? '2');
let build: Build;
let instance: Instance;
let api: Api;
let prices: Prices;
let members: Person[];
const requests: Sent[] = [];

beforeAll(async () => {
  build = buildServer();
  await copyFirstStart(build.dataDir);
  instance = await build.start();
  api = createApi(() => instance.url);
  members = await registerEmbedded(api, build.dataDir, MEMBERS);
  prices = await readPrices(api);
});

afterAll(async () => {
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
});

const tokens = () => members.map(({ token }) => token);

const kept = (sent: readonly Sent[]) => expectKept(api, members, { sent, all: requests });

function expectCleanAudit() {
  const { code, output } = build.run('audit');
  expect(output).toContain('The books are in order.');
  expect([code, output.includes('FAIL')]).toEqual([0, false]);
}

const acknowledgedIn = (sent: readonly Sent[]) => sent.filter((one) => orderOf(one) !== undefined);

/** Runs load, kills the instance at a random moment, and starts it again on the same folder. */
async function killedUnderLoad(kill: () => void): Promise<Sent[]> {
  const load = startLoad(api, tokens(), prices);
  await until('some orders', () => acknowledgedIn(load.sent).length > 10);
  await passTime(Math.random() * 900, 'the moment of the crash is drawn');
  kill();
  await instance.ended;
  await load.finished;
  requests.push(...load.sent);
  expect(acknowledgedIn(load.sent).length).toBeGreaterThan(10);
  instance = await build.start();
  return load.sent;
}

describe('the server, killed at a random moment under order load', () => {
  it.each(Array.from({ length: ROUNDS }, (_each, at) => at + 1))(
    'keeps every acknowledged order and repeats no effect: round %i',
    async () => {
      const database = databaseProcess(build.dataDir);
      const sent = await killedUnderLoad(() => instance.kill('SIGKILL'));
      // The new instance adopted the database that was still running.
      expect(databaseProcess(build.dataDir)).toBe(database);
      await kept(sent);
      expectCleanAudit();
    },
  );

  it('keeps them when its database is killed together with it', async () => {
    const sent = await killedUnderLoad(() => {
      process.kill(databaseProcess(build.dataDir)!, 'SIGKILL');
      instance.kill('SIGKILL');
    });
    await kept(sent);
    expectCleanAudit();
  });

  it('survives the end of its database and loses no acknowledged order', async () => {
    const load = startLoad(api, tokens(), prices);
    await until('some orders', () => acknowledgedIn(load.sent).length > 10);
    const database = databaseProcess(build.dataDir)!;
    process.kill(database, 'SIGKILL');
    const isReplaced = () => ![undefined, database].includes(databaseProcess(build.dataDir));
    await expect.poll(isReplaced).toBe(true);
    const sentBefore = load.sent.length;
    const acknowledgedAfter = () => acknowledgedIn(load.sent.slice(sentBefore)).length;
    await expect.poll(acknowledgedAfter).toBeGreaterThan(20);
    load.stop();
    await load.finished;
    requests.push(...load.sent);
    expect(load.sent.filter(({ answer }) => answer === undefined)).toEqual([]);
    await kept(load.sent);
    expectCleanAudit();
  });
});

describe('after all crashes', () => {
  it('returns the same order for the same key', async () => {
    const sample = acknowledgedIn(requests).filter((_one, index) => index % 7 === 0);
    for (const one of sample) {
      // The signature of its number is not stored (ADR 102).
      expect(orderOf({ ...one, answer: await send(api, one) })).toEqual(orderOf(one));
    }
  });

  it('has every open order in its book: each can be cancelled, and then no balance is held', async () => {
    for (const person of members) {
      const { token } = person;
      for (const order of (await ordersOf(api, person)).values()) {
        if (order.status !== 1) continue;
        const cancel = { name: 'POST /bborder/clearorder', input: { id: order.ID } } as const;
        const one = { ...cancel, token, key: `cancel-${order.ID}`, answer: undefined };
        const { code } = await send(api, one);
        expect([order.ID, [0, 5014].includes(code)]).toEqual([order.ID, true]);
      }
      const { list } = await api.data('GET /user/mycoin', {}, { token });
      expect(list.filter(({ frozen }) => frozen !== '0')).toEqual([]);
    }
    expectCleanAudit();
  });
});
