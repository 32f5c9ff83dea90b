/** In live mode the exchange rewards with what it has: an asset that it lacks waits, and the others are paid. */
import { exchangeAccounts } from '@tern/ledger';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditInvitations } from '../src/audit/invitations.ts';
import { payRewards } from '../src/features/account/invitation/reward-fees.ts';
import type { Log } from '../src/platform/log.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type InvitationFloor, invitationFloor } from './support/invitations.ts';
import { balanceOf, entryOf, post, posting } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { closeAccountOf } from './support/members.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: InvitationFloor;
let owner: Client;
const warned: unknown[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await invitationFloor(fresh.database, clock);
  clock.set(WEDNESDAY_NOON + 60_000);
  floor.tickAll();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
  await fresh.drop();
});

/** As if the money of these members were real. */
async function setMode(mode: 'paper' | 'live'): Promise<void> {
  await owner.query('alter table deployment_mode disable trigger deployment_mode_final');
  await owner.query('update deployment_mode set mode = $1', [mode]);
}
const received = async (memberId: number, asset: string) =>
  (await balanceOf(fresh.database, memberId, asset))['available'] ?? '0';
const move = (from: 'fees' | 'paperIssuance', asset: string, amount: string) =>
  post(
    fresh.database,
    entryOf([
      posting(exchangeAccounts[from], asset, `-${amount}`),
      posting(exchangeAccounts.rewards, asset, amount),
    ]),
  );
async function pay(): Promise<void> {
  await countAllRecords(fresh.database);
  const log = { ...floor.log, info: () => {}, warn: (what: unknown) => warned.push(what) };
  await payRewards({ ...floor, log: log as unknown as Log });
}
const faults = async () =>
  (await fresh.database.snapshot(auditInvitations)).flatMap((finding) => finding.faults);

it('pays what it can, keeps the rest due, says so once, and pays it when the money is there', async () => {
  const [first, invitee] = await floor.chain(2);
  const leaver = await fundedMember(fresh.database, {});
  const [other] = await floor.chain(1, leaver);
  await floor.swap(invitee!);
  await floor.swap(invitee!, '1000', ['USDT', 'ETH']);
  await floor.swap(other!);
  await move('paperIssuance', 'ETH', '1');
  await setMode('live');

  await pay();
  expect(Number(await received(first!, 'ETH'))).toBeGreaterThan(0);
  expect(await received(first!, 'BTC')).toBe('0');
  await pay();
  expect(warned).toEqual([{ asset: 'BTC', amount: '0.00000624' }]);
  expect(await faults()).toEqual([]);

  // A later reward waits behind the first ones, although the money would be enough for it alone.
  await setMode('paper');
  await floor.swap(invitee!);
  await setMode('live');
  await move('fees', 'BTC', '0.000004');
  await pay();
  expect(await received(first!, 'BTC')).toBe('0');
  await closeAccountOf(fresh.database, leaver, clock.now());
  await move('fees', 'BTC', '0.000003');
  await pay();
  expect(await received(first!, 'BTC')).toBe('0.00000312');
  expect(await received(leaver, 'BTC')).toBe('0');
  expect(warned).toHaveLength(1);
  expect(await faults()).toEqual([]);
  await move('fees', 'BTC', '0.000003');
  await pay();
  expect(await received(first!, 'BTC')).toBe('0.00000624');
  expect(await faults()).toEqual([]);
});
