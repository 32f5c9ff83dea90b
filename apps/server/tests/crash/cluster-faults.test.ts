/** Each kind of program killed, stopped, cut off and slowed, under load: nothing acknowledged is lost, nothing is done twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, type Build } from '../support/built-program.ts';
import { changeSetting } from '../support/change-setting.ts';
import { fileOfPackage } from '../support/debian-package.ts';
import { type Deployment, natsServer, type Node, startDeployment } from '../support/deployment.ts';
import { chanceOf, pick } from '../support/main-thread/hostile-texts.ts';
import { readPrices } from '../support/order-load.ts';
import { ordersOnce } from '../support/orders-once.ts';
import type { Person } from '../support/people.ts';
import { type RecordedContracts, placeContracts } from '../support/recorded-contracts.ts';
import { type RecordedLoad, startRecordedLoad } from '../support/recorded-load.ts';

/** More for a night: TERN_FAULT_SEEDS=20 npx vitest run --mode long apps/server/tests/crash/cluster-faults.test.ts */
const SEEDS = Number(process.env['TERN_FAULT_SEEDS'] ?? '1');
const ROLES = ['api', 'feed', 'engine', 'jobs'] as const;
/** How long a fault lasts that is not the end: longer than a program lives without a heartbeat. */
const LASTS_MS = 3_500;
const SLOW_MS = 500;
const MEMBERS = 10;

const nats = natsServer();
const libfaketime = fileOfPackage(
  'libfaketime',
  'usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
);
const why =
  nats === undefined ? '(skipped: there is no nats-server, and apt-get cannot get it)' : '';

/** Does it and heals it again. */
const faults: Readonly<Record<string, (node: Node) => Promise<void>>> = {
  async killed(node) {
    node.program.kill('SIGKILL');
    await node.program.ended;
    await sleep(LASTS_MS);
    await node.start();
  },
  async stopped(node) {
    node.program.kill('SIGSTOP');
    await sleep(LASTS_MS);
    node.program.kill('SIGCONT');
  },
  async 'cut off from the bus'(node) {
    node.bus.cut();
    await sleep(LASTS_MS);
    node.bus.heal();
  },
  async 'cut off from the database'(node) {
    for (const wire of node.databases) wire.cut();
    await sleep(LASTS_MS);
    for (const wire of node.databases) wire.heal();
  },
  async 'slow at every write'(node) {
    for (const wire of node.databases) wire.delay(SLOW_MS);
    await sleep(LASTS_MS);
    for (const wire of node.databases) wire.heal();
  },
};

describe.skipIf(nats === undefined)(`a deployment of seven programs ${why}`.trim(), () => {
  let build: Build;
  let deployment: Deployment;
  let members: Person[];
  let traders: Person[];
  let price: number;
  let expectOnce: ReturnType<typeof ordersOnce>;
  let contracts: RecordedContracts | undefined;
  let load: RecordedLoad | undefined;
  const contractsPlaced = new Map<Person, number[]>();

  beforeAll(async () => {
    build = buildProgram();
    deployment = await startDeployment(build, {
      nats: nats!,
      programs: {
        'api-1': ['api'],
        'api-2': ['api'],
        'feed-1': ['feed'],
        'engine-1': ['engine'],
        'engine-2': ['engine'],
        'jobs-1': ['jobs'],
        'jobs-2': ['jobs'],
      },
    });
    await deployment.whenReady();
    // Contracts of one second: at any time some are being opened, some settled.
    await changeSetting(deployment.owner, 'futures.ratios', { 1: '0.8' });
    members = await deployment.register(MEMBERS);
    expectOnce = ordersOnce(deployment.api, members);
    traders = await deployment.register(2);
    price = (await readPrices(deployment.api)).get('btcusdt')!;
  }, 300_000);

  afterEach(async () => {
    await load?.stop();
    await contracts?.stop();
  });

  afterAll(async () => {
    await deployment?.stop();
    await build?.remove();
  });

  async function begin(seed: number): Promise<RecordedLoad> {
    const { api } = deployment;
    load = await startRecordedLoad(api, { members, workers: 2, seed, price, withinMs: 60_000 });
    contracts = placeContracts(api, traders);
    return load;
  }

  /** Orders are acknowledged again. */
  async function expectProgress(running: RecordedLoad, fault: string): Promise<void> {
    const before = running.acknowledged();
    const deadline = performance.now() + 60_000;
    while (running.acknowledged() <= before + 10) {
      if (performance.now() > deadline) {
        throw new Error(`no orders after ${fault}:\n${await deployment.describe()}`);
      }
      await sleep(100);
    }
  }

  async function expectKept(running: RecordedLoad): Promise<void> {
    await running.stop();
    await contracts!.stop();
    await deployment.whenReady();
    for (const [member, placed] of contracts!.placed) {
      contractsPlaced.set(member, [...(contractsPlaced.get(member) ?? []), ...placed]);
    }
    expect(running.sent.filter(({ answer }) => answer === undefined)).toEqual([]);
    expect(running.violation()).toBeUndefined();
    await expectOnce(running);
    expect(await deployment.auditFaults()).toEqual([]);
  }

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    it.each(ROLES)(
      `loses and doubles nothing when a program of role %s fails: seed ${seed}`,
      async (role) => {
        const chance = chanceOf(seed * 100 + ROLES.indexOf(role));
        const running = await begin(seed);
        const kinds = Object.keys(faults).toSorted(() => chance() - 0.5);
        for (const kind of kinds) {
          const node = pick(chance, deployment.nodesOf(role));
          await sleep(chance() * 1_000);
          await faults[kind]!(node);
          await expectProgress(running, `${node.name} ${kind}`);
        }
        await expectKept(running);
      },
    );
  }

  it('goes on while one program is slow, without waiting for it', async () => {
    const running = await begin(SEEDS + 1);
    for (const node of [...deployment.nodesOf('api').slice(0, 1), ...deployment.nodesOf('jobs')]) {
      for (const wire of node.databases) wire.delay(SLOW_MS);
    }
    const other = deployment.nodesOf('api')[1]!;
    const startedAt = performance.now();
    await sleep(1_000);
    const answer = await fetch(`http://127.0.0.1:${other.port}/api/base/tradelist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 1, pageSize: 10 }),
    });
    expect(answer.status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await expectProgress(running, 'two slow programs');
    for (const node of deployment.nodes) for (const wire of node.databases) wire.heal();
    await expectKept(running);
  });

  it.skipIf(libfaketime === undefined)(
    'gives no work to a program whose clock is five seconds off, and keeps everything',
    async () => {
      const running = await begin(SEEDS + 2);
      for (const [role, shift] of [
        ['engine', '+5s'],
        ['jobs', '-5s'],
      ] as const) {
        const node = deployment.nodesOf(role)[0]!;
        node.program.kill('SIGKILL');
        await node.program.ended;
        const clock = {
          LD_PRELOAD: libfaketime!,
          FAKETIME: shift,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        };
        await node.start(clock);
        await sleep(LASTS_MS);
        expect([role, deployment.proxy.obstacleOf(node.name)]).toEqual([
          role,
          expect.stringContaining('clock'),
        ]);
        await expectProgress(running, `${node.name} with a clock ${shift} off`);
        node.program.kill('SIGKILL');
        await node.program.ended;
        await node.start();
      }
      await expectKept(running);
    },
  );

  it('loses and doubles nothing when the primary database is killed', async () => {
    const running = await begin(SEEDS + 3);
    const { servers } = await deployment.databases.status();
    deployment.databases.kill(servers.find(({ role }) => role === 'primary')!.name);
    await expectProgress(running, 'the primary killed');
    await expectKept(running);
  });

  it('has settled every contract once, by the prices of its times', async () => {
    for (const [{ token }, placed] of contractsPlaced) {
      const input = { page: 1, pageSize: 100 };
      const list = async () => {
        const rows = [];
        for (let page = 1; ; page += 1) {
          const found = await deployment.api.data(
            'GET /hyorder/myHyorderList',
            { ...input, page },
            { token },
          );
          rows.push(...found.list);
          if (rows.length >= found.total || found.list.length === 0) return rows;
        }
      };
      const unsettled = async () => (await list()).filter(({ settledAt }) => settledAt === '');
      await expect.poll(unsettled, { timeout: 30_000 }).toEqual([]);
      const ids = (await list()).map(({ ID }) => ID);
      expect(ids.toSorted((one, other) => one - other)).toEqual(placed);
      expect(placed.length).toBeGreaterThan(10);
    }
    // Recomputes each outcome from the ticks, and each payment from its contract.
    expect(await deployment.auditFaults()).toEqual([]);
  });
});
