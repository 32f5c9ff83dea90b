/** Two built instances on one PostgreSQL without a bus: one serves, the other takes over when it ends. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '../support/api-client.ts';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { passTime } from '../support/pass-time.ts';

/** A lease ends after two seconds, and its work begins in less than one; the rest is for a machine that does other work too. */
const TAKEN_OVER_MS = 6_000;
const HANDED_OVER_MS = 5_000;

let build: Build;
let postgres: OwnPostgres;
let serving: Instance;
let standby: Instance;

beforeAll(async () => {
  build = buildServer();
  postgres = await startOwnPostgres({ isBegun: true });
  await copyFirstStart(build.dataDir, 'key');
  serving = await build.start({ env: { DATABASE_URL: postgres.url } });
});

afterAll(async () => {
  for (const instance of [serving, standby]) {
    instance?.kill('SIGKILL');
    await instance?.ended;
  }
  await build?.remove();
  await postgres?.stop();
});

const start = () => build.start({ env: { DATABASE_URL: postgres.url }, isAwaited: false });

async function startStandby(): Promise<Instance> {
  const instance = await start();
  await expect
    .poll(() => instance.output(), { timeout: 45_000 })
    .toContain('Standby: another Tern');
  return instance;
}

const readiness = async (instance: Instance) => {
  const response = await fetch(`${instance.url}/readyz`);
  return [response.status, ((await response.json()) as { state: string }).state];
};

async function signIn(instance: Instance): Promise<string> {
  const api = createApi(() => instance.url);
  const { captchaId } = await api.data('POST /base/captcha', {});
  const [username, password] = ['demo@tern.test', 'paper-money-1'];
  return (await api.data('POST /base/login', { username, password, captcha: 'GULL', captchaId }))
    .token;
}

/** Sends one order until it is answered; returns its id and how long that took. */
async function buy(instance: Instance, token: string, key: string) {
  const startedAt = performance.now();
  const api = createApi(() => instance.url);
  for (;;) {
    const input = { symbol: 'btcusdt', musdt: '10', buytype: 2 } as const;
    const answer = await api
      .call('POST /bborder/upbbbuy', input, { token, key })
      .catch(() => undefined);
    if (answer?.code === 0) {
      return { id: answer.data.order.ID, tookMs: performance.now() - startedAt };
    }
    await passTime(20, 'a member tries again a moment later');
  }
}

it('a second instance on the database waits and serves nothing', async () => {
  expect(await readiness(serving)).toEqual([200, 'ready']);
  standby = await startStandby();
  expect(await readiness(standby)).toEqual([503, 'standby: another Tern serves this database']);
  const answer = await fetch(`${standby.url}/api/base/site`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 5006 });
  expect((await fetch(`${standby.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${serving.url}/api/base/site`)).status).toBe(200);
});

it('takes over from a killed one within seconds, with its sessions and the answers of its orders', async () => {
  const token = await signIn(serving);
  const key = randomUUID();
  const { id } = await buy(serving, token, key);
  serving.kill('SIGKILL');
  const { tookMs } = await buy(standby, token, randomUUID());
  expect(tookMs).toBeLessThan(TAKEN_OVER_MS);
  expect((await buy(standby, token, key)).id).toBe(id);
  expect(await readiness(standby)).toEqual([200, 'ready']);
  // It says so when it has begun its work; it serves a moment before.
  await expect.poll(() => standby.output()).toContain('Tern is running');
  await serving.ended;
});

it('takes over immediately when the other one is stopped', async () => {
  const token = await signIn(standby);
  serving = standby;
  standby = await startStandby();
  serving.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
  const { tookMs } = await buy(standby, token, randomUUID());
  expect(tookMs).toBeLessThan(HANDED_OVER_MS);
});

it('is stopped while it waits, and the other one serves on', async () => {
  serving = standby;
  standby = await startStandby();
  standby.kill('SIGTERM');
  expect(await standby.ended).toBe(0);
  expect(standby.output()).not.toContain('Tern is running');
  expect(await readiness(serving)).toEqual([200, 'ready']);
});
