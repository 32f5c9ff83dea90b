/** A deployment with work for its jobs: the demo member's orders, a loan, withdrawals to be sent, mail, and weeks that have passed. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paperAccounts } from '../../src/features/account/auth/index.ts';
import { paperRail } from '../../src/adapters/paper-rail.ts';
import type { Rail } from '../../src/kernel/rails/rail.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { asAdmin, freshDatabase } from './database.ts';
import { joinBuses } from './joined-buses.ts';
import { type ManualClock, manualClock } from './market.ts';
import { createConsole } from './operator-client.ts';
import { startServer, type TestServer } from './server.ts';
import { shareLeases } from './shared-leases.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './withdrawals.ts';

/** Offerings and a loan of the demo member's past fall due; the loan that they take now is due in a day. */
const PASSED_DAYS = 28;
const LOAN = 'USDT 30';
/** Two instances that run a job at once are in its transactions at the same time. */
const MEETS_MS = 20;

export interface DueWork {
  readonly instances: readonly TestServer[];
  /** How often its rail was asked to send. */
  sent(): number;
  stop(): Promise<void>;
}

/** Two equal deployments, one with one instance and one with two. Their jobs run when the test says so. */
export async function dueWork(): Promise<[alone: DueWork, pair: DueWork]> {
  // In the past, as the database refuses to prune what is young by its own clock.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const clock = manualClock(today - (PASSED_DAYS + 2) * DAY_MS + 12 * HOUR_MS);
  const secretBox = createSecretBox(randomBytes(32));
  const begun = { fresh: await freshDatabase({ poolSize: 16 }), folder: newFolder(), secretBox };
  const server = await startServer({
    ...shared,
    clock,
    beside: { deployment: begun },
    hasDemo: true,
    rail: silentRail,
  });
  await act(server, clock);
  await server.stop();
  await begun.fresh.database.close();
  await begun.fresh.owner.close();
  clock.advance(PASSED_DAYS * DAY_MS);
  const name = begun.fresh.appTarget.database!;
  const start = async (instances: number) => {
    const fresh = await freshDatabase({ poolSize: 16, copyOf: name });
    const folder = newFolder();
    cpSync(begun.folder, folder, { recursive: true });
    return startInstances({ fresh, folder, secretBox }, instances, clock.now());
  };
  const both: [DueWork, DueWork] = [await start(1), await start(2)];
  await asAdmin(`drop database ${name}`);
  rmSync(begun.folder, { recursive: true });
  return both;
}

const shared = { historyDays: 60, ownJobs: 'leased' } as const;
const newFolder = () => mkdtempSync(join(tmpdir(), 'tern-due-'));

async function startInstances(
  deployment: TestServer['deployment'],
  count: number,
  at: number,
): Promise<DueWork> {
  const clock = manualClock(at);
  const [buses, leases] = [joinBuses(), shareLeases()];
  const instances: TestServer[] = [];
  const { rail, sent } = countingRail();
  while (instances.length < count) {
    const joined = { bus: buses.join(), leases: leases.join(), beside: { deployment }, rail };
    const commitsLater = count > 1 ? MEETS_MS : 0;
    instances.push(await startServer({ ...shared, ...joined, commitsLater, clock }));
  }
  return {
    instances,
    sent,
    async stop() {
      for (const instance of instances.toReversed()) await instance.stop();
      await deployment.fresh.drop();
      rmSync(deployment.folder, { recursive: true });
    },
  };
}

/** It does not answer, so that what was approved stays due. */
const silentRail: Rail = {
  ...paperRail,
  send: () => Promise.reject(new Error('the rail does not answer')),
};

/** A rail repeats its answer to a transfer that it knows, so that only it sees a second request. */
function countingRail() {
  let count = 0;
  const rail: Rail = {
    ...paperRail,
    send(transfer) {
      count += 1;
      return paperRail.send(transfer);
    },
  };
  return { rail, sent: () => count };
}

async function act(server: TestServer, clock: ManualClock): Promise<void> {
  const { email, password } = paperAccounts.member;
  const { token } = await server.login({ email }, password);
  const own = { token };
  const secret = { password: PAY_PASSWORD, loginPassword: password };
  await server.api.data('POST /user/changePayPassword', secret, own);
  for (const category of ['yield', 'loans', 'money'] as const) {
    await server.api.data(
      'POST /notice/setSwitch',
      { category, channel: 'email', isOn: true },
      own,
    );
  }
  await borrow(server, clock, token);
  clock.advance(DAY_MS);
  await server.runJob('pricing.ticks');
  // What is pruned without a seal breaks the chain, whose newest tick could not be sealed later.
  await server.runJob('transparency.seal');
  const swap = { num: '500', from_coin: 'USDT', to_coin: 'BTC' };
  await server.api.data('POST /recharge/exchange', swap, own);
  const bought = { symbol: 'btcusdt', musdt: '100', buytype: 2 } as const;
  await server.api.data('POST /bborder/upbbbuy', bought, own);
  const out = { num: '50', address: TRON_ADDRESS, coinname: 'USDT', czline: 'TRC20' };
  const input = { ...out, pay_password: PAY_PASSWORD };
  for (let count = 0; count < 3; count += 1) {
    const { withdraw } = await server.api.data('POST /withdraw/createWithdraw', input, own);
    await approve(server, clock, { kind: 'withdrawal', search: `W-${withdraw.ID}` });
  }
}

async function borrow(server: TestServer, clock: ManualClock, token: string): Promise<void> {
  const { list } = await server.api.data('GET /loan/getLoanList', {}, { token });
  const { ID: loan_id } = list.find(({ name }) => name === LOAN)!;
  const application = { loan_id, amount: '1000', consent: true };
  const { order } = await server.api.data('POST /loan_order/createLoan_order', application, {
    token,
  });
  await approve(server, clock, { kind: 'loan', search: order.orderNo });
}

async function approve(
  server: TestServer,
  clock: ManualClock,
  filter: { kind: string; search: string },
): Promise<void> {
  const console = createConsole(server, clock);
  for (const [at, stage] of (['first', 'second'] as const).entries()) {
    const by = await console.signIn((at + 1) as 1 | 2);
    const { list } = await console.data('GET /operator/review/list', filter, by);
    const { ID } = list[0]!;
    await console.data('POST /operator/review/claim', { ID }, by);
    const { rereview } = await console.data('GET /operator/review/find', { ID }, by);
    const approval = { ID, stage, hash: rereview.hash, acknowledged: true };
    await console.data('POST /operator/review/approve', approval, by);
  }
}
