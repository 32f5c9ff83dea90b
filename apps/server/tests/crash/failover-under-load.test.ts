/** The shipped server on a primary with a synchronous standby: failovers under order load. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsAdmin } from '../../src/platform/database/embedded/replicated-server.ts';
import { type Api, createApi } from '../support/api-client.ts';
import { type Build, buildServer, type Instance } from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { expectKept } from '../support/kept-orders.ts';
import { orderOf, type Prices, readPrices, type Sent, startLoad } from '../support/order-load.ts';
import { createPeople, type Person } from '../support/people.ts';
import { type ServerPair, startPair, untilACommitWaits } from '../support/server-pair.ts';
import { passTime } from '../support/pass-time.ts';

const MEMBERS = 6;
/** At moments drawn anew each time. More of them: TERN_CRASH_ROUNDS=10 before the command. */
const ROUNDS = Number(process.env['TERN_CRASH_ROUNDS'] ?? '2');
/** From a promotion to the first acknowledged order. Generous, as tests may share the machine: 0.1 to 0.4 s is usual. */
const FIRST_ORDER_MS = 5_000;

let build: Build;
let pair: ServerPair;
let env: Record<string, string>;
let instance: Instance;
let api: Api;
let prices: Prices;
const members: Person[] = [];
const requests: Sent[] = [];
const firstOrders: number[] = [];

beforeAll(async () => {
  build = buildServer();
  pair = await startPair({ fast: false, isBegun: true });
  env = {
    DATABASE_URL: pair.url,
    DATABASE_OWNER_URL: pair.ownerUrl,
    // The lists that are compared come from it, whenever it is a standby.
    DATABASE_READ_URL: pair.readUrl,
  };
  await copyFirstStart(build.dataDir, 'key');
  instance = await build.start({ env });
  api = createApi(() => instance.url);
  const { register } = createPeople(api, {
    outboxFile: join(build.dataDir, 'outbox.jsonl'),
    captcha: 'GULL',
    provePhone: async (memberId) => {
      await runAsAdmin(
        pair.primary(),
        `update members set phone_proven_at = now() where id = ${memberId}`,
      );
    },
  });
  for (let count = 0; count < MEMBERS; count += 1) members.push(await register());
  prices = await readPrices(api);
});

afterAll(async () => {
  console.log('ms from the promotion to the first order:', firstOrders.map(Math.round).join(', '));
  instance?.kill('SIGKILL');
  await instance?.ended;
  await pair?.remove();
  await build?.remove();
});

/** Runs load while `fail` ends with a promotion; checks what was acknowledged, then restores the standby. */
async function failedOver(fail: () => Promise<void>): Promise<void> {
  const load = startLoad(
    api,
    members.map(({ token }) => token),
    prices,
  );
  await passTime(500 + Math.random() * 500, 'the moment of the fault is drawn');
  await fail();
  const promotedAt = Date.now();
  // An order sent before may have waited for the promotion.
  const isAfter = (one: Sent) => orderOf(one) !== undefined && one.answeredAt! > promotedAt;
  await expect.poll(() => load.sent.filter(isAfter).length).toBeGreaterThan(20);
  load.stop();
  await load.finished;
  requests.push(...load.sent);
  expect(load.sent.filter(({ answer }) => answer === undefined)).toEqual([]);
  const answered = load.sent.filter(isAfter).map(({ answeredAt }) => answeredAt!);
  firstOrders.push(Math.min(...answered) - promotedAt);
  await expectKept(api, members, { sent: load.sent, all: requests });
  await pair.rejoin();
}

function expectCleanAudit() {
  const { code, output } = build.run('audit', env);
  expect(output).toContain('The books are in order.');
  expect([code, output.includes('FAIL')]).toEqual([0, false]);
}

describe('the server, when its database fails over under order load', () => {
  it.each(Array.from({ length: ROUNDS }, (_each, at) => at + 1))(
    'keeps every acknowledged order and repeats no effect: primary killed, round %i',
    async () => {
      await failedOver(async () => {
        await pair.primary().kill();
        await passTime(Math.random() * 500, 'the moment of the promotion is drawn');
        await pair.promote();
      });
      expectCleanAudit();
    },
  );

  it('keeps them when the old primary hangs', async () => {
    await failedOver(async () => {
      process.kill(pair.primary().pid, 'SIGSTOP');
      await pair.promote();
    });
    expectCleanAudit();
  });

  it('loses the commits that the standby never got, and acknowledges none of them', async () => {
    await failedOver(async () => {
      const { standby, primary } = { standby: pair.standby(), primary: pair.primary() };
      await standby.kill();
      await untilACommitWaits(primary);
      await primary.kill();
      // It shows what waited for the standby, to every reader who takes it as it is.
      await primary.start();
      await passTime(700, 'the server reads what was not acknowledged');
      await primary.kill();
      await standby.start();
      await pair.promote();
    });
    expectCleanAudit();
  });

  it('acknowledges orders soon after a promotion', () => {
    for (const ms of firstOrders) expect(ms).toBeLessThan(FIRST_ORDER_MS);
  });
});
