/** Several built instances that start at the same time on one empty database: all start, and everything is created once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { natsServer } from '../support/deployment.ts';
import { freePort } from '../support/free-port.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { passTime } from '../support/pass-time.ts';

/** The first one makes a year of prices meanwhile, which a busy machine does in minutes. */
const STARTED_MS = 240_000;

/** A lease ends after two seconds without a heartbeat, the claim of the first start after fifteen. */
const LEASE_IS_OVER_MS = 4_000;

const nats = natsServer();
const why =
  nats === undefined ? '(skipped: there is no nats-server, and apt-get cannot get it)' : '';

let build: Build;
let postgres: OwnPostgres;
let instances: Instance[];

beforeAll(() => {
  build = buildServer();
});
afterAll(() => build?.remove());

beforeEach(async () => {
  postgres = await startOwnPostgres();
  // The file of the key is in it: the first instance draws it.
  mkdirSync(build.dataDir, { recursive: true });
  instances = [];
});
afterEach(async () => {
  for (const instance of instances) {
    instance.kill('SIGKILL');
    await instance.ended;
  }
  await postgres.stop();
});

async function startTogether(environments: readonly Record<string, string>[]): Promise<void> {
  instances = await Promise.all(
    environments.map((env) =>
      build.start({ env: { DATABASE_URL: postgres.url, ...env }, isAwaited: false }),
    ),
  );
}

/** Who has ended, and whose address does not answer. */
async function notStarted(): Promise<string[]> {
  const states = await Promise.all(
    instances.map(async ({ url, output }) => {
      const isUp = await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      return isUp ? [] : [output()];
    }),
  );
  return states.flat();
}

const untilAllStarted = () =>
  expect.poll(notStarted, { timeout: STARTED_MS, interval: 200 }).toEqual([]);

async function untilReady(instancesReady: number): Promise<void> {
  const ready = async () => {
    const answers = instances.map(async ({ url }) => (await fetch(`${url}/readyz`)).status);
    return (await Promise.all(answers)).filter((status) => status === 200).length;
  };
  await expect.poll(ready).toBe(instancesReady);
}

/** One value of each query: what a start creates. */
const CREATED = {
  members: `select string_agg(email, ' ' order by email) from members`,
  operators: `select string_agg(login, ' ' order by login) from operators`,
  codes: 'select count(*) from invitation_codes',
  keys: 'select count(*) from deployment_key',
  marketSeeds: 'select count(*) from market_seed',
  marketsWithoutHistory: `select count(*) from instruments i where (select count(*) from market_genesis g where g.instrument_id = i.id) <> 1`,
  logs: 'select count(*) from public_log_head',
  logKeys: 'select count(*) from public_log_keys',
  grants: `select count(*) from ledger_entries where kind = 32`,
};

async function created(): Promise<Record<keyof typeof CREATED, string>> {
  const client = new Client(postgres.url);
  await client.connect();
  try {
    const values: Record<string, string> = {};
    for (const [name, text] of Object.entries(CREATED)) {
      const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
      values[name] = String(rows[0]?.[0]);
    }
    return values as Record<keyof typeof CREATED, string>;
  } finally {
    await client.end();
  }
}

async function auditFaults(): Promise<string[]> {
  const audit = build.command('audit', [], { DATABASE_URL: postgres.url });
  const code = await audit.ended;
  const lines = audit.output().split('\n');
  return code === 0 ? [] : lines;
}

const ONCE = {
  operators: 'operator-1 operator-2',
  codes: '1',
  keys: '1',
  marketSeeds: '1',
  marketsWithoutHistory: '0',
  logs: '1',
  logKeys: '1',
};
const MEMBERS = 'ada.lund@tern.test demo@tern.test mika.kovac@tern.test sora.ito@tern.test';

/** Returns the one that prepares the database, and those that wait for it. */
async function untilOthersWait(): Promise<[first: Instance, ...waiting: Instance[]]> {
  const waits = () => instances.filter(({ output }) => output().includes('Waiting: another Tern'));
  await expect
    .poll(waits, { timeout: STARTED_MS, interval: 20 })
    .toHaveLength(instances.length - 1);
  const waiting = waits();
  return [instances.find((instance) => !waiting.includes(instance))!, ...waiting];
}

it('without a bus, one prepares the database and serves, even if it is paused meanwhile for longer than a lease lasts; the others wait to take over', async () => {
  await startTogether([{}, {}, {}]);
  const [first] = await untilOthersWait();
  for (const afterMs of [100, 1_500, 1_500]) {
    await passTime(afterMs, 'the first start gets further');
    first.kill('SIGSTOP');
    await passTime(LEASE_IS_OVER_MS, 'the lease in the database runs out');
    first.kill('SIGCONT');
  }
  await untilAllStarted();
  await untilReady(1);
  expect(await created()).toMatchObject({ ...ONCE, members: MEMBERS, grants: '4' });
  expect(await auditFaults()).toEqual([]);
  const waiting = instances.filter(({ output }) => output().includes('Standby: another Tern'));
  expect(waiting).toHaveLength(2);
});

it('the next one prepares it when the first one is killed meanwhile', async () => {
  await startTogether([{}, {}]);
  const [first, waiting] = await untilOthersWait();
  first.kill('SIGKILL');
  await first.ended;
  instances = [waiting!];
  await untilAllStarted();
  await untilReady(1);
  expect(await created()).toMatchObject(ONCE);
  expect(await auditFaults()).toEqual([]);
});

it('both say what failed and what happens next when the database fails meanwhile, and end', async () => {
  await startTogether([{}, {}]);
  await untilOthersWait();
  await postgres.stop();
  postgres = { ...postgres, stop: async () => undefined };
  for (const { ended, output } of instances) {
    expect(await ended).toBe(1);
    expect(output()).toMatch(/The database failed while Tern started \([^)]+\): ./);
    expect(output()).toContain('systemd, Docker and npm run cluster start it again automatically');
  }
});

describe.skipIf(nats === undefined)(`joined by NATS ${why}`.trim(), () => {
  let bus: ChildProcess;
  let joined: { NATS_URL: string };

  beforeEach(async () => {
    const port = await freePort();
    bus = spawn(nats!, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    joined = { NATS_URL: `nats://127.0.0.1:${port}` };
  });
  afterEach(() => bus.kill('SIGKILL'));

  it('all serve, and one of them has prepared the database', async () => {
    await startTogether([joined, joined, joined]);
    await untilAllStarted();
    await untilReady(3);
    expect(await created()).toMatchObject({ ...ONCE, members: MEMBERS, grants: '4' });
    expect(await auditFaults()).toEqual([]);
  });

  it('instances of one role each start too', async () => {
    await startTogether(['api', 'feed', 'engine', 'jobs'].map((ROLES) => ({ ...joined, ROLES })));
    await untilAllStarted();
    await untilReady(4);
    expect(await created()).toMatchObject({ ...ONCE, members: 'demo@tern.test', grants: '1' });
    expect(await auditFaults()).toEqual([]);
  });
});
