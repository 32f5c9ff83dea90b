import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Client } from 'pg';
import { notifyRewards } from '../src/features/account/invitation/notify-rewards.ts';
import { DAY_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type InvitationFloor, invitationFloor, reverseNewestSwap } from './support/invitations.ts';
import { manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { noticesTo } from './support/notices.ts';

const clock = manualClock();
const MONDAY = Date.parse('2026-11-23T00:00:00Z');
let fresh: FreshDatabase;
let floor: InvitationFloor;
let owner: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await invitationFloor(fresh.database, clock);
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(`insert into operators (login, created_at) values ('operator', now())`);
});
beforeEach(() => {
  clock.set(WEDNESDAY_NOON + MINUTE_MS);
  floor.tickAll();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
  await fresh.drop();
});

const notices = (memberId: number) => noticesTo(fresh.database, memberId);
const run = () => notifyRewards(floor);

it('the rewards of a week are reported in one notice after its Sunday, once, however many instances run', async () => {
  const [inviter, invitee] = await floor.chain(2);
  for (let count = 0; count < 3; count += 1) {
    await floor.swap(invitee!);
    await floor.pay();
  }
  clock.set(MONDAY + MINUTE_MS);
  await run();
  expect(await notices(inviter!)).toEqual([]);
  clock.set(MONDAY + 6 * MINUTE_MS);
  await Promise.all([run(), run(), run()]);
  await run();
  const values = {
    from: '2026-11-16',
    until: '2026-11-22',
    funds: '0.00000936 BTC',
    some: '0.00000936 BTC',
  };
  expect(await notices(inviter!)).toEqual([
    { kind: 'reward.paid', about: 'reward', aboutId: 0, values },
  ]);
});

it('each week that no instance ran in is reported automatically', async () => {
  const [inviter, invitee] = await floor.chain(2);
  await floor.swap(invitee!);
  await floor.pay();
  clock.set(MONDAY + DAY_MS);
  floor.tickAll();
  await floor.swap(invitee!);
  await floor.pay();
  clock.set(MONDAY + 20 * DAY_MS);
  await run();
  expect((await notices(inviter!)).map(({ values }) => values['from'])).toEqual([
    '2026-11-16',
    '2026-11-23',
  ]);
});

it('a reward that was reversed within its week is not reported', async () => {
  const [inviter, invitee] = await floor.chain(2);
  await floor.swap(invitee!);
  await floor.pay();
  await reverseNewestSwap(fresh.database, invitee!);
  await floor.pay();
  clock.set(MONDAY + 6 * MINUTE_MS);
  await run();
  expect(await notices(inviter!)).toEqual([]);
});
