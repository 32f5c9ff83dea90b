/** Rewards that are pending until the exchange has the money, as operators see them: beside its other money, on the operations page, as a metric. */
import { exchangeAccounts } from '@tern/ledger';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../src/platform/durations.ts';
import { countAllRecords } from './support/counted-records.ts';
import { entryOf, post, posting } from './support/journal.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { scrape, valueOf } from './support/scrape.ts';
import { startServer, type TestServer } from './support/server.ts';

const OWN_JOBS = ['invitation.reward', 'operations.sample', 'operations.measure'];

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let auditor: string;

beforeAll(async () => {
  server = await startServer({ clock, ownJobs: OWN_JOBS, hasMetrics: true });
  consoleApi = createConsole(server, clock);
  auditor = (await consoleApi.enrolled(['auditor'])).token;
}, 120_000);
afterAll(() => server?.stop());

/** A member with an inviter pays the fee of a swap. */
async function payFee(): Promise<void> {
  const inviter = await server.register();
  const { code } = await server.api.data('GET /user/myInvite', {}, inviter);
  const input = { ...(await server.registration()), invitationCode: code };
  const { token, user } = await server.api.data('POST /base/registerUser', input);
  await server.fund(user.ID, { USDT: '1000' });
  const swap = { num: '500', from_coin: 'USDT', to_coin: 'BTC' };
  await server.api.data('POST /recharge/exchange', swap, { token });
}

/** As if the money of these members were real. */
async function goLive(): Promise<void> {
  const owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
  await owner.query('alter table deployment_mode disable trigger deployment_mode_final');
  await owner.query(`update deployment_mode set mode = 'live'`);
  await owner.end();
}

const giveRewards = (amount: string) =>
  post(
    server.fresh.database,
    entryOf([
      posting(exchangeAccounts.fees, 'BTC', `-${amount}`),
      posting(exchangeAccounts.rewards, 'BTC', amount),
    ]),
  );

async function pass(): Promise<void> {
  clock.advance(MINUTE_MS);
  await countAllRecords(server.fresh.database);
  for (const name of OWN_JOBS) await server.runJob(name);
}

const shown = async () => {
  const { house } = await consoleApi.data('GET /operator/product/house', {}, auditor);
  return house.filter(({ account }) => account === 'rewards');
};
async function counted() {
  const input = { span: 'hour' } as const;
  const { rewardsWaiting } = await consoleApi.data(
    'GET /operator/operations/state',
    input,
    auditor,
  );
  const metrics = await scrape(server.metricsUrl());
  return [rewardsWaiting, valueOf(metrics, 'tern_reward_coins_waiting', {})];
}

it('rewards that the exchange cannot pay are shown with what is there, until they are paid', async () => {
  clock.advance(MINUTE_MS);
  await server.runJob('pricing.ticks');
  await payFee();
  await goLive();
  expect(await shown()).toEqual([]);
  await pass();
  expect(await counted()).toEqual([1, 1]);
  const since = new Date(clock.now()).toISOString();
  const [waiting] = await shown();
  expect(waiting).toEqual({
    account: 'rewards',
    coinname: 'BTC',
    total: '0',
    reserved: '0',
    free: '0',
    owed: expect.stringMatching(/^0\.0000\d+$/),
    since,
  });

  await giveRewards('0.0000001');
  await pass();
  expect(await shown()).toEqual([{ ...waiting, total: '0.0000001', reserved: '0.0000001' }]);
  await giveRewards(waiting!.owed);
  await pass();
  expect([await shown(), await counted()]).toEqual([[], [0, 0]]);
});
