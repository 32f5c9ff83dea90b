/** A deployment with work for its jobs: the demo member's orders, a withdrawal to be sent, mail, and weeks that have passed. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paperAccounts } from '../../src/features/auth/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { asAdmin, freshDatabase } from './database.ts';
import { joinBuses } from './joined-buses.ts';
import { type ManualClock, manualClock } from './market.ts';
import { createConsole } from './operator-client.ts';
import { startServer, type TestServer } from './server.ts';
import { shareLeases } from './shared-leases.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './withdrawals.ts';

/** Loans and offerings of the demo member fall due. */
const PASSED_DAYS = 25;

export interface DueWork {
  readonly programs: readonly TestServer[];
  stop(): Promise<void>;
}

/** Two equal deployments, one with one program and one with two. Their jobs run when the test says so. */
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
  });
  await act(server, clock);
  await server.stop();
  await begun.fresh.database.close();
  await begun.fresh.owner.close();
  clock.advance(PASSED_DAYS * DAY_MS);
  const name = begun.fresh.appTarget.database!;
  const start = async (programs: number) => {
    const fresh = await freshDatabase({ poolSize: 16, copyOf: name });
    const folder = newFolder();
    cpSync(begun.folder, folder, { recursive: true });
    return startPrograms({ fresh, folder, secretBox }, programs, clock.now());
  };
  const both: [DueWork, DueWork] = [await start(1), await start(2)];
  await asAdmin(`drop database ${name}`);
  rmSync(begun.folder, { recursive: true });
  return both;
}

const shared = { historyDays: 60, ownJobs: 'leased' } as const;
const newFolder = () => mkdtempSync(join(tmpdir(), 'tern-due-'));

async function startPrograms(
  deployment: TestServer['deployment'],
  count: number,
  at: number,
): Promise<DueWork> {
  const clock = manualClock(at);
  const [buses, leases] = [joinBuses(), shareLeases()];
  const programs: TestServer[] = [];
  while (programs.length < count) {
    const joined = { bus: buses.join(), leases: leases.join(), beside: { deployment } };
    programs.push(await startServer({ ...shared, ...joined, clock }));
  }
  return {
    programs,
    async stop() {
      for (const program of programs.toReversed()) await program.stop();
      await deployment.fresh.drop();
      rmSync(deployment.folder, { recursive: true });
    },
  };
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
  clock.advance(DAY_MS);
  await server.runJob('pricing.ticks');
  const swap = { num: '500', from_coin: 'USDT', to_coin: 'BTC' };
  await server.api.data('POST /recharge/exchange', swap, own);
  const bought = { symbol: 'btcusdt', musdt: '100', buytype: 2 } as const;
  await server.api.data('POST /bborder/upbbbuy', bought, own);
  const out = { num: '50', address: TRON_ADDRESS, coinname: 'USDT', czline: 'TRC20' };
  const input = { ...out, pay_password: PAY_PASSWORD };
  for (let count = 0; count < 3; count += 1) {
    const { withdraw } = await server.api.data('POST /withdraw/createWithdraw', input, own);
    await approve(server, clock, withdraw.ID);
  }
}

async function approve(server: TestServer, clock: ManualClock, withdrawal: number): Promise<void> {
  const console = createConsole(server, clock);
  const filter = { kind: 'withdrawal', search: `W-${withdrawal}` };
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
