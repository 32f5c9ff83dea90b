/** Each kind of instance killed, stopped, cut off and slowed, under load: nothing acknowledged is lost, nothing is done twice. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/kernel/leases/roles.ts';
import type { Api } from '../support/api-client.ts';
import { buildServer, type Build } from '../support/built-server.ts';
import { changeSettingEarlier } from '../support/change-setting.ts';
import { fileOfPackage } from '../support/debian-package.ts';
import { type Deployment, natsServer, type Node, startDeployment } from '../support/deployment.ts';
import { chanceOf, pick } from '../support/main-thread/hostile-texts.ts';
import { readPrices } from '../support/order-load.ts';
import { ordersOnce } from '../support/orders-once.ts';
import type { Person } from '../support/people.ts';
import { drawFaults, FAULTS, heal, suffer, victimOf } from '../support/instance-faults.ts';
import { type RecordedContracts, placeContracts } from '../support/recorded-contracts.ts';
import { type RecordedLoad, startRecordedLoad } from '../support/recorded-load.ts';
import { passTime, turns, until } from '../support/pass-time.ts';

/** Each takes half a minute. More of them: TERN_FAULT_SEEDS=20 before the command. One seed alone: `-t 'seed 7$'` behind it. */
const SEEDS = Number(process.env['TERN_FAULT_SEEDS'] ?? '3');
const ROLES = ['api', 'feed', 'engine', 'jobs'] as const;
const SLOW_MS = 500;
const MEMBERS = 10;
const PATIENCE_MS = 60_000;

const nats = natsServer();
const libfaketime = fileOfPackage(
  'libfaketime',
  'usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
);
const why =
  nats === undefined ? '(skipped: there is no nats-server, and apt-get cannot get it)' : '';

describe.skipIf(nats === undefined)(`a deployment of seven instances ${why}`.trim(), () => {
  let build: Build;
  let deployment: Deployment;
  let price: number;
  let expectOnce: ReturnType<typeof ordersOnce>;
  let contracts: RecordedContracts | undefined;
  let load: RecordedLoad | undefined;
  /** What has befallen which instance in this seed, and when. */
  const events: string[] = [];

  beforeAll(async () => {
    build = buildServer();
    deployment = await startDeployment(build, {
      nats: nats!,
      faketime: libfaketime,
      instances: {
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
    await changeSettingEarlier(deployment.owner, 'futures.ratios', { 1: '0.8' });
    price = (await readPrices(deployment.api)).get('btcusdt')!;
  });

  /** A seed that fails leaves no fault to the next one. */
  afterEach(async () => {
    for (const node of deployment?.nodes ?? []) await heal(node, await isDead(node));
    await load?.stop();
    await contracts?.stop();
  });

  afterAll(async () => {
    await deployment?.stop();
    await build?.remove();
  });

  async function begin(seed: number): Promise<RecordedLoad> {
    const { api } = deployment;
    events.length = 0;
    await deployment.whenReady();
    // Members of its own: neither their money nor the length of their lists depends on earlier seeds.
    const members = await deployment.register(MEMBERS);
    expectOnce = ordersOnce(api, members);
    const traders = await deployment.register(2);
    load = await startRecordedLoad(api, {
      members,
      workers: 2,
      seed,
      price,
      withinMs: PATIENCE_MS,
    });
    contracts = placeContracts(api, traders, seed);
    return load;
  }

  const note = (event: string) => void events.push(`${Math.round(performance.now())} ${event}`);
  const describeFailure = async (what: string) =>
    [what, ...events, await deployment.describe()].join('\n');

  /** Orders are acknowledged from now on. */
  async function expectProgress(running: RecordedLoad, when: string, orders = 10): Promise<void> {
    const before = running.acknowledged();
    await until(
      () => describeFailure(`orders ${when}`),
      () => running.acknowledged() > before + orders,
      { withinMs: PATIENCE_MS },
    );
  }

  /** So that a fault hits instances that work. */
  const untilAllWork = (role: Role) =>
    until(
      () => describeFailure(`the instances of role ${role}`),
      () => deployment.nodesOf(role).every(({ name }) => !deployment.proxy.obstacleOf(name)),
      { withinMs: PATIENCE_MS },
    );

  /** The faults of one role, one after the other; those of other roles happen meanwhile. */
  async function sufferAll(running: RecordedLoad, role: Role, chance: () => number) {
    const kinds = FAULTS.filter((fault) => fault !== 'clock' || libfaketime !== undefined);
    for (const drawn of drawFaults(chance, kinds)) {
      await untilAllWork(role);
      await expectProgress(running, `before an instance of role ${role} is ${drawn.fault}`, 2);
      await passTime(drawn.afterMs, 'the moment of the fault is drawn');
      const node = await victimOf(deployment, role, drawn);
      const text = `${node.name}: ${drawn.fault} for ${drawn.lastsMs} ms`;
      note(`${text} begins`);
      await suffer(deployment, node, drawn);
      note(`${text} ends`);
      await expectProgress(running, `after ${text}`);
    }
  }

  /** One instance of each role at most is slow; the others answer as ever, and orders go on. */
  async function sufferSlowness(running: RecordedLoad, chance: () => number) {
    const [slow, other] = chance() < 0.5 ? [0, 1] : [1, 0];
    const apis = deployment.nodesOf('api');
    const nodes = [apis[slow]!, pick(chance, deployment.nodesOf('jobs'))];
    note(`slow: ${nodes.map(({ name }) => name).join()}`);
    for (const node of nodes) for (const wire of node.databases) wire.delay(SLOW_MS);
    await passTime(300 + chance() * 700, 'some work of the two is slow');
    const answer = await fetch(`http://127.0.0.1:${apis[other]!.port}/api/base/tradelist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 1, pageSize: 10 }),
    });
    expect(answer.status).toBe(200);
    await expectProgress(running, 'while two instances are slow');
    for (const node of nodes) for (const wire of node.databases) wire.heal();
  }

  async function expectKept(running: RecordedLoad): Promise<void> {
    await running.stop();
    await contracts!.stop();
    await deployment.whenReady();
    const said = [...events];
    expect([running.sent.filter(({ answer }) => answer === undefined), said]).toEqual([[], said]);
    expect([running.violation(), said]).toEqual([undefined, said]);
    await expectOnce(running);
    await expectSettledOnce();
    // Recomputes each outcome from the ticks, and each payment from its contract.
    expect([await deployment.auditFaults(), said]).toEqual([[], said]);
  }

  async function expectSettledOnce(): Promise<void> {
    for (const [member, placed] of contracts!.placed) {
      const list = () => contractsOf(deployment.api, member);
      const unsettled = async () => (await list()).filter(({ settledAt }) => settledAt === '');
      await expect.poll(unsettled).toEqual([]);
      const ids = (await list()).map(({ ID }) => ID);
      expect(ids.toSorted((one, other) => one - other)).toEqual(placed);
      expect(placed.length).toBeGreaterThan(0);
    }
  }

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    it(`loses and doubles nothing when instances of all roles fail: seed ${seed}`, async () => {
      const running = await begin(seed);
      // A failure of one role waits for the others, so that no fault begins in the next seed.
      const ends = await Promise.allSettled(
        ROLES.map((role, at) => sufferAll(running, role, chanceOf(seed * 100 + at))),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      await sufferSlowness(running, chanceOf(seed * 100 + ROLES.length));
      await expectKept(running);
    });
  }

  it.skipIf(libfaketime === undefined)(
    'gives no work to an instance that starts with a clock five seconds off',
    async () => {
      const running = await begin(SEEDS + 1);
      for (const [role, shift] of [
        ['engine', '+5s'],
        ['jobs', '-5s'],
      ] as const) {
        const node = deployment.nodesOf(role)[0]!;
        node.instance.kill('SIGKILL');
        await node.instance.ended;
        node.stepClock(shift);
        await node.start();
        await until(
          () => describeFailure(`${node.name} to refuse its clock`),
          () => deployment.proxy.obstacleOf(node.name)?.includes('clock'),
          { withinMs: PATIENCE_MS },
        );
        await expectProgress(running, `while ${node.name} has a clock ${shift} off`);
        node.stepClock('+0s');
      }
      await expectKept(running);
    },
  );

  it('loses and doubles nothing when the primary database is killed', async () => {
    const running = await begin(SEEDS + 2);
    const { servers } = await deployment.databases.status();
    deployment.databases.kill(servers.find(({ role }) => role === 'primary')!.name);
    await expectProgress(running, 'after the primary is killed');
    await expectKept(running);
  });
});

const isDead = ({ instance }: Node): Promise<boolean> =>
  Promise.race([instance.ended.then(() => true), turns().then(() => false)]);

/** All contracts of the member, newest first. */
async function contractsOf(api: Api, { token }: Person) {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const input = { page, pageSize: 100 };
    const found = await api.data('GET /hyorder/myHyorderList', input, { token });
    rows.push(...found.list);
    if (rows.length >= found.total || found.list.length === 0) return rows;
  }
}
