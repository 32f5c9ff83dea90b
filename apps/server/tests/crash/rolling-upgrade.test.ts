/**
 * Two instances behind a proxy are restarted with a new release, one after the other, under load: no order that is repeated by
 * its key fails or happens twice, and a member's socket moves without losing an event.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProxy, type Proxy } from '../../src/commands/cluster/proxy.ts';
import { createApi } from '../support/api-client.ts';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { natsServer } from '../support/deployment.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { freePort } from '../support/free-port.ts';
import { type MovingDevice, openMovingDevice } from '../support/moving-device.ts';
import { ordersOnce } from '../support/orders-once.ts';
import { readPrices } from '../support/order-load.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { createPeople, type Person } from '../support/people.ts';
import { type RecordedLoad, startRecordedLoad } from '../support/recorded-load.ts';
import { until } from '../support/pass-time.ts';

const DRAIN_SECONDS = 5;
const MEMBERS = 4;
const SERVICE_RESTART = 1012;
const STARTED_MS = 240_000;
/** Requests of a member wait no longer than this, with their repetitions. */
const ANSWERED_WITHIN_MS = 15_000;

/** One after the other, as a deployment lives through them. */
const RELEASES = [
  ['the next release', { version: '1.4.0' }],
  [
    'a release with a migration that expands',
    {
      version: '1.4.1',
      migration: {
        name: 'expands',
        sql: '-- feature: kernel\ncreate table release_notes (id int primary key);\ngrant select on release_notes to tern_app;\n',
      },
    },
  ],
] as const;
type Release = (typeof RELEASES)[number][1];

const nats = natsServer();
const why =
  nats === undefined ? '(skipped: there is no nats-server, and apt-get cannot get it)' : '';

/** The release that runs first, and those after it. */
let builds: Build[] = [];
let postgres: OwnPostgres;
let bus: ChildProcess | undefined;
let proxy: Proxy;
let ports: readonly [number, number];
let instances: [Instance, Instance];
let env: Record<string, string>;

async function begin(joined: boolean): Promise<void> {
  const build = buildServer();
  // Now: a build holds up this process, and with it the proxy.
  builds = [build, ...RELEASES.map(([, release]) => buildServer(release))];
  await copyFirstStart(build.dataDir, 'key');
  postgres = await startOwnPostgres({ isBegun: true });
  ports = [await freePort(), await freePort()];
  env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: build.dataDir,
    LISTEN_HOST: '127.0.0.1',
    TRUSTED_PROXY: 'loopback',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  if (joined) {
    const port = await freePort();
    bus = spawn(nats!, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    env['NATS_URL'] = `nats://127.0.0.1:${port}`;
  }
  instances = [await start(build, 0), await start(build, 1)];
  proxy = await openProxy({
    port: 0,
    targets: ports.map((port, at) => ({
      name: `tern-${at + 1}`,
      port,
      takesRequests: true,
      takesSockets: true,
    })),
  });
  const count = joined ? 2 : 1;
  await untilReady(count);
  // It asks each instance now and then, and has to know too whom it may ask.
  await until('the proxy', () => {
    const obstacles = ports.map((_port, at) => proxy.obstacleOf(`tern-${at + 1}`));
    return obstacles.filter((obstacle) => obstacle === undefined).length === count;
  });
}

async function end(): Promise<void> {
  await proxy?.close();
  for (const instance of instances ?? []) {
    instance.kill('SIGKILL');
    await instance.ended;
  }
  bus?.kill('SIGKILL');
  bus = undefined;
  await postgres?.stop();
  for (const build of builds) await build.remove();
}

const start = (build: Build, at: 0 | 1) =>
  build.start({ env: { ...env, PORT: String(ports[at]) }, isAwaited: false });

const stateOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => ((await response.json()) as { state: string }).state,
    () => 'does not listen',
  );

async function untilReady(count: number): Promise<void> {
  const said = () => instances.map((instance) => instance.output()).join('\n');
  await until(
    () => `${count} ready instances:\n${said()}`,
    async () => {
      const states = await Promise.all(ports.map(stateOf));
      const waiting = states.filter((state) => state.startsWith('standby')).length;
      const ready = states.filter((state) => state === 'ready').length;
      return ready === count && ready + waiting === 2;
    },
    { everyMs: 100, withinMs: STARTED_MS },
  );
}

/** Stops it as a supervisor does, and starts the new release in its place. */
async function upgrade(at: 0 | 1, next: Build, ready: number): Promise<void> {
  instances[at].kill('SIGTERM');
  expect([await instances[at].ended, instances[at].output()]).toEqual([0, expect.anything()]);
  instances[at] = await start(next, at);
  await untilReady(ready);
}

const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> => {
  const client = new Client(postgres.url);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** Of balances that are sent together, the newest replaces the others. */
const isListed = ({ topic }: { topic: string }) => topic !== 'assets.balance';

/** The member's events after the first that the device received, in the order in which members receive them. */
async function storedEvents(memberId: number): Promise<unknown[]> {
  const stored = await rows<{ events: { memberId: number; topic: string; data: unknown }[] }>(
    'select events from member_events where member_ids @> array[$1::bigint] order by transaction_id, seq',
    [memberId],
  );
  return stored
    .flatMap(({ events }) => events)
    .filter((event) => event.memberId === memberId && isListed(event))
    .map(({ topic, data }) => ({ topic, data }));
}

async function expectEveryEvent(device: MovingDevice, { memberId }: Person): Promise<void> {
  const received = () =>
    device
      .events()
      .filter(isListed)
      .map(({ topic, data }) => ({ topic, data }));
  const stored = await storedEvents(memberId);
  // The device was opened after the registration, whose events it does not receive.
  await expect.poll(() => received().at(-1)).toEqual(JSON.parse(JSON.stringify(stored.at(-1))));
  expect(received()).toEqual(stored.slice(stored.length - received().length));
  expect(device.restarts()).toBe(0);
}

async function registerMembers(): Promise<Person[]> {
  const api = createApi(() => `http://127.0.0.1:${proxy.port}`);
  const { register } = createPeople(api, {
    outboxFile: join(builds[0]!.dataDir, 'outbox.jsonl'),
    captcha: 'GULL',
    provePhone: (memberId) =>
      rows('update members set phone_proven_at = now() where id = $1', [memberId]),
  });
  const members: Person[] = [];
  for (let count = 0; count < MEMBERS; count += 1) members.push(await register());
  return members;
}

/** Runs both upgrades under load, and expects that nobody notices. `order`: which instance is first. */
async function upgradeBoth(release: Release, order: readonly [0 | 1, 0 | 1], ready: number) {
  const next = builds[1 + RELEASES.findIndex(([, each]) => each === release)]!;
  const url = `http://127.0.0.1:${proxy.port}`;
  const api = createApi(() => url);
  const members = await registerMembers();
  const price = (await readPrices(api)).get('btcusdt')!;
  const device = await openMovingDevice(url, members[0]!.token);
  const options = { members, workers: 2, seed: 1, price, withinMs: ANSWERED_WITHIN_MS };
  const load: RecordedLoad = await startRecordedLoad(api, options);
  await until('some orders', () => load.acknowledged() > 10);
  for (const at of order) {
    const before = load.acknowledged();
    await upgrade(at, next, ready);
    await until('more orders', () => load.acknowledged() > before + 10);
  }
  await load.stop();
  const repeated = load.sent.filter(({ attempts }) => attempts > 1);
  const said = instances.map((instance) => instance.output());
  expect([load.sent.filter(({ answer }) => answer === undefined), said]).toEqual([[], said]);
  expect(load.violation()).toBeUndefined();
  await ordersOnce(api, members)(load);
  await expectEveryEvent(device, members[0]!);
  await device.close();
  const audit = next.command('audit', [], { DATABASE_URL: postgres.url });
  expect([await audit.ended, audit.output()]).toEqual([0, expect.not.stringContaining('FAIL')]);
  const living = await rows<{ version: string }>('select version from programs order by version');
  const waitedMs = Math.max(...load.sent.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  return { load, repeated, device, waitedMs, living: living.map(({ version }) => version) };
}

describe.skipIf(nats === undefined)(`two instances joined by NATS ${why}`.trim(), () => {
  beforeAll(() => begin(true));
  afterAll(end);

  it.each(RELEASES)(
    'are upgraded one after the other while members trade: to %s',
    async (_what, release) => {
      const { load, repeated, device, living } = await upgradeBoth(release, [0, 1], 2);
      expect(living).toEqual([release.version, release.version]);
      expect(device.closes.every((code) => code === SERVICE_RESTART)).toBe(true);
      expect(device.closes.length).toBeGreaterThan(0);
      // Only an order whose engine moves at that moment may be asked to come again.
      expect(repeated.length).toBeLessThan(load.sent.length / 20);
    },
  );
});

describe('one that serves and one that waits', () => {
  beforeAll(() => begin(false));
  afterAll(end);

  it.each(RELEASES)('are upgraded, first the one that waits: to %s', async (_what, release) => {
    const waiting = (await stateOf(ports[0])) === 'ready' ? 1 : 0;
    const order = waiting === 1 ? ([1, 0] as const) : ([0, 1] as const);
    const { device, waitedMs, living } = await upgradeBoth(release, order, 1);
    expect(living).toEqual([release.version, release.version]);
    expect(device.closes).toEqual([SERVICE_RESTART]);
    // The second one takes over as soon as the first is told to stop, not when it has ended.
    expect(waitedMs).toBeLessThan(DRAIN_SECONDS * 1_000);
  });
});
