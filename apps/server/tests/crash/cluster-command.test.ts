/** `npm run cluster` as a whole on a machine without NATS: its page, what is killed and stopped there, and its end. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstanceStatus } from '../../src/commands/cluster/page.ts';
import { isAlive } from '../../src/platform/database/embedded/processes.ts';
import { createApi } from '../support/api-client.ts';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { portsFrom } from '../../src/commands/cluster/plan.ts';
import { freePorts } from '../support/free-port.ts';

const STARTED_MS = 240_000;
/** A waiting instance takes over within about three seconds; the rest is for a machine that does other work too. */
const TAKEN_OVER_MS = 120_000;
/** Those of a cluster lie within as many (`everyPort`). */
const PORTS = 40;
/** Where tar and gzip are, and no servers. */
const PATH = '/usr/bin:/bin';

interface Status {
  readonly instances: readonly InstanceStatus[];
  readonly databases: readonly {
    name: string;
    role: string;
    state: string;
    isSynchronous: boolean;
    pid: number;
  }[];
  readonly nats?: object;
  readonly events: readonly { line: string }[];
}

let build: Build;
let cluster: Instance;
let data: string;
let first: number;
let pageUrl: string;
let url: string;

beforeAll(async () => {
  build = buildServer();
  mkdirSync(build.dataDir, { recursive: true });
  first = await freePorts(PORTS);
  const ports = portsFrom(first);
  url = `http://127.0.0.1:${ports.proxy}`;
  pageUrl = `http://127.0.0.1:${ports.page}`;
  data = join(build.dataDir, 'cluster');
  cluster = startOn(data);
});

afterAll(async () => {
  cluster?.kill('SIGTERM');
  await cluster?.ended;
  await build?.remove();
});

function startOn(folder: string): Instance {
  const env = { PATH, CAPTCHA_FIXED: 'GULL' };
  return build.command('cluster', [`--port=${first}`, `--data=${folder}`], env);
}

const untilStarted = () =>
  expect
    .poll(() => cluster.output(), { timeout: STARTED_MS, interval: 100 })
    .toMatch(/Kill anything and watch|did not get ready|does not serve|is used by/);

async function pidsOfAll(): Promise<number[]> {
  const { instances, databases } = await status();
  return [...instances, ...databases].flatMap(({ pid }) => pid ?? []);
}

const status = async () => (await (await fetch(`${pageUrl}/status`)).json()) as Status;

async function press(name: string, what: string): Promise<string> {
  const path = `/act?name=${encodeURIComponent(name)}&do=${what}`;
  const response = await fetch(pageUrl + path, {
    method: 'POST',
    headers: { 'x-tern-cluster': '1', origin: pageUrl },
  });
  return `${response.status} ${await response.text()}`.trim();
}

const serving = async () =>
  (await status()).instances
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ name }) => name);

const untilServes = (name: string) =>
  expect.poll(serving, { timeout: TAKEN_OVER_MS, interval: 50 }).toEqual([name]);

const untilWaits = (name: string) =>
  expect
    .poll(async () => (await status()).instances.find((each) => each.name === name)?.obstacle, {
      timeout: TAKEN_OVER_MS,
    })
    .toBe('standby: another Tern serves this database');

const other = (name: string) => (name === 'tern-1' ? 'tern-2' : 'tern-1');

/** Places an order as the demo member, through the proxy. */
async function trade(): Promise<number> {
  const api = createApi(() => url);
  const answered = async () => {
    const { captchaId } = await api.data('POST /base/captcha', {});
    const login = { username: 'demo@tern.test', password: 'paper-money-1', captcha: 'GULL' };
    const { token } = await api.data('POST /base/login', { ...login, captchaId });
    const input = { symbol: 'btcusdt', musdt: '10', buytype: 2 } as const;
    return (await api.call('POST /bborder/upbbbuy', input, { token })).code;
  };
  return answered().catch(() => -1);
}

const untilTrades = () => expect.poll(trade, { timeout: TAKEN_OVER_MS, interval: 100 }).toBe(0);

const primary = async () =>
  (await status()).databases.find(({ role, state }) => role === 'primary' && state === 'running')
    ?.name;

const untilSynchronous = () =>
  expect
    .poll(async () => (await status()).databases.some(({ isSynchronous }) => isSynchronous), {
      timeout: TAKEN_OVER_MS,
    })
    .toBe(true);

it('starts two instances of which one serves, says that there is no NATS, and how to sign in', async () => {
  await untilStarted();
  expect(cluster.output()).toContain('Kill anything and watch');
  const { instances, nats, databases, events } = await status();
  expect(instances.map(({ name }) => name)).toEqual(['tern-1', 'tern-2']);
  expect(nats).toBeUndefined();
  expect(databases.map(({ name }) => name)).toEqual(['postgres-1', 'postgres-2']);
  expect(events.map(({ line }) => line).join()).toContain('nats-server is not on the path');
  expect(cluster.output()).toContain('demo@tern.test / paper-money-1');
  const [active] = await serving();
  await untilWaits(other(active!));
  await expect
    .poll(async () => (await status()).instances.find(({ name }) => name === active)!.leases.length)
    .toBeGreaterThan(40);
  expect(await (await fetch(pageUrl)).text()).toContain('<h1>Tern cluster</h1>');
  await untilTrades();
});

it('the other instance takes over from one that is killed, and from one that is stopped', async () => {
  const [first] = await serving();
  expect(await press(first!, 'kill')).toBe('200 done');
  await untilServes(other(first!));
  await untilTrades();
  await untilWaits(first!);
  const again = (await status()).instances.find(({ name }) => name === first)!;
  expect(again.restarts).toBe(1);
  expect(await press(other(first!), 'pause')).toBe('200 done');
  await untilServes(first!);
  await untilTrades();
  expect(await press(other(first!), 'resume')).toBe('200 done');
  await untilWaits(other(first!));
  expect(await serving()).toEqual([first]);
});

it('goes on with the standby when the primary database is killed, or the standby is promoted', async () => {
  await untilSynchronous();
  const before = (await primary())!;
  expect(await press(before, 'kill')).toBe('200 done');
  await expect.poll(primary, { timeout: TAKEN_OVER_MS }).not.toBeOneOf([before, undefined]);
  await untilTrades();
  await untilSynchronous();
  const killed = (await primary())!;
  expect(await press(before, 'promote')).toBe('200 done');
  await expect.poll(primary, { timeout: TAKEN_OVER_MS }).toBe(before);
  expect(killed).not.toBe(before);
  await untilTrades();
  await untilSynchronous();
});

it('refuses what cannot be done, with the reason', async () => {
  expect(await press('tern-1', 'promote')).toBe('409 tern-1 cannot be promoted');
  expect(await press('tern-9', 'kill')).toBe('409 tern-9 cannot be killed');
  const foreign = await fetch(`${pageUrl}/act?name=tern-1&do=kill`, { method: 'POST' });
  expect(foreign.status).toBe(404);
});

it('lets a Prometheus read the metrics of each instance', async () => {
  const file = /--config[.]file=(\S+)/.exec(cluster.output())![1]!;
  const { rule_files, scrape_configs } = JSON.parse(readFileSync(file, 'utf8'));
  expect(rule_files).toEqual([expect.stringMatching(/ops.prometheus.alerts[.]yml$/)]);
  const { targets } = scrape_configs[0].static_configs[0];
  expect(targets).toHaveLength(2);
  for (const target of targets) {
    const metrics = await (await fetch(`http://${target}/metrics`)).text();
    expect(metrics).toContain('tern_instance_active');
  }
});

it('ends everything that it started', async () => {
  const pids = await pidsOfAll();
  expect(pids).toHaveLength(4);
  cluster.kill('SIGTERM');
  expect([await cluster.ended, cluster.output()]).toEqual([
    0,
    expect.stringContaining('nothing is left running'),
  ]);
  expect(pids.filter(isAlive)).toEqual([]);
});

it('starts again after it was killed itself: it ends what that one has left running', async () => {
  cluster = startOn(data);
  await untilStarted();
  const left = await pidsOfAll();
  cluster.kill('SIGKILL');
  await cluster.ended;
  expect(left.every(isAlive)).toBe(true);
  cluster = startOn(data);
  await untilStarted();
  expect(cluster.output()).toContain('ended what an earlier one had left running: 4 processes');
  expect(left.filter(isAlive)).toEqual([]);
  await untilTrades();
  cluster.kill('SIGTERM');
  expect(await cluster.ended).toBe(0);
});

it('can be stopped while it starts for the first time, and started after that', async () => {
  const folder = join(build.dataDir, 'interrupted');
  for (const said of ['starting the primary', 'preparing the database']) {
    cluster = startOn(folder);
    await expect
      .poll(() => cluster.output(), { timeout: STARTED_MS, interval: 10 })
      .toContain(said);
    cluster.kill('SIGINT');
    expect(await cluster.ended).toBe(1);
    expect(cluster.output()).toContain('nothing is left running');
    expect(cluster.output()).not.toContain('Kill anything and watch');
  }
  cluster = startOn(folder);
  await untilStarted();
  await untilTrades();
});
