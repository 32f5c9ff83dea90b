/**
 * The server is killed as prices come, at moments drawn anew each time: between a trigger and its commit too. Each conditional order
 * that was acknowledged is triggered once, by the first price that met it, with exactly one order of its own.
 */
import { randomInt } from 'node:crypto';
import { verifyTrigger } from '@tern/proofs';
import { conditionalStatus } from '@tern/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, createApi } from '../support/api-client.ts';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { registerEmbedded } from '../support/embedded-owner.ts';
import type { Person } from '../support/people.ts';
import { passTime, until } from '../support/pass-time.ts';

/** More of them: TERN_CRASH_ROUNDS=30 before the command. */
const ROUNDS = Number(process.env['TERN_CRASH_ROUNDS'] ?? '3');
/** Parts per 100,000 from the price: the next prices meet some of them. */
const DISTANCES = [2, 4, 7, 12, 20, -2, -4, -7, -12, -20];
/** Prices come with each whole second; what they trigger is written within this. */
const WRITTEN_WITHIN_MS = 60;
const SYMBOL = 'btcusdt';

let build: Build;
let instance: Instance;
let api: Api;
let person: Person;
const placed: number[] = [];

beforeAll(async () => {
  build = buildServer();
  await copyFirstStart(build.dataDir);
  instance = await build.start();
  api = createApi(() => instance.url);
  [person] = (await registerEmbedded(api, build.dataDir, 1)) as [Person];
});

afterAll(async () => {
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
});

const session = () => ({ token: person.token });

/** Buys for ten, above and below the price; those that it meets by then are refused. */
async function placeAll(): Promise<void> {
  const price = await until('a price after the start', async () => {
    const { list } = await api.data('POST /base/tradelist', { from: 1, page: 1, pageSize: 100 });
    return list.find(({ symbol }) => symbol === SYMBOL)?.price;
  });
  for (const distance of DISTANCES) {
    const trigger = (Number(price) * (1 + distance / 100_000)).toFixed(1);
    const kind = distance > 0 ? 2 : 4;
    const order = { symbol: SYMBOL, side: 1, kind, watches: 2, triggerPrice: trigger, musdt: '10' };
    const answer = await api.call('POST /bborder/placeConditional', order, session());
    if (answer.code === 0) placed.push(answer.data.conditional.ID);
    else expect([5003, 5005, 5025]).toContain(answer.code);
  }
}

/** Kills it in a random second, shortly after the price of that second. */
async function killAtAPrice(): Promise<void> {
  const second = 1_000 - (Date.now() % 1_000) + 1_000 * randomInt(3);
  await passTime(second + randomInt(WRITTEN_WITHIN_MS), 'prices of the running server');
  instance.kill('SIGKILL');
  await instance.ended;
}

it('triggers each conditional order once, however often the server is killed as prices come', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await placeAll();
    await killAtAPrice();
    instance = await build.start();
  }
  const found = async (ID: number) => api.data('GET /bborder/findConditional', { ID }, session());
  const ended = async () => {
    const all = await Promise.all(placed.map(found));
    const met = all.filter(({ reconditional }) => reconditional.met !== undefined);
    return met.length > 0 ? met : undefined;
  };
  const triggered = await until('a trigger', ended, { everyMs: 500 });

  const { list: keys } = await api.data('GET /transparency/keys', {});
  const publicKey = keys.map((key) => key.publicKey);
  for (const { reconditional, order } of triggered) {
    expect(reconditional.status).toBe(conditionalStatus.triggered);
    expect(order?.ID).toBe(reconditional.orderId);
    const { ID } = reconditional;
    const { receipt } = await until('the price of a trigger in the chain', async () => {
      const answer = await api.call('GET /bborder/triggerReceipt', { ID }, session());
      return answer.code === 0 && answer.data;
    });
    expect(verifyTrigger(receipt, { publicKey }).filter(({ pass }) => !pass)).toEqual([]);
  }

  instance.kill('SIGTERM');
  await instance.ended;
  instance = await build.start();
  // Orders first: one that is triggered meanwhile has its order among the ids read later.
  const page = { page: 1, pageSize: 100 };
  const { list, total } = await api.data('GET /bborder/myBborderList', page, session());
  const all = await Promise.all(placed.map(found));
  const orderIds = all.flatMap(({ reconditional }) => reconditional.orderId ?? []);
  expect(list).toHaveLength(total);
  expect(list.map(({ ID }) => ID).filter((id) => !orderIds.includes(id))).toEqual([]);
  expect(new Set(orderIds).size).toBe(orderIds.length);
  expect(orderIds.length).toBeGreaterThanOrEqual(triggered.length);
  const { code, output } = build.run('audit');
  expect([code, output.split('\n').filter((line) => line.startsWith('FAIL'))]).toEqual([0, []]);
});
