/** What waits for operators longer than it should, and coins of which the exchange holds too little, as alerts count them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureOpenWork } from '../src/features/money/funding/index.ts';
import { sendWithdrawals } from '../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { createRails } from '../src/kernel/rails/rail.ts';
import { timestamptz } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { signingRail } from './support/manual-resolutions.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

const DAY_MS = 24 * 3_600_000;
const NONE = { count: 0, since: null };
let world: WithdrawalWorld;

beforeAll(async () => {
  world = await withdrawalWorld();
});
afterAll(() => world.fresh.drop());

const measured = (mode: 'paper' | 'live' = 'paper', at = world.clock.now()) =>
  measureOpenWork(world.database, { at, mode });

it('a request is late from its target time on, until it is decided', async () => {
  const memberId = await world.member({ USDT: '250' });
  const { ID: id } = await world.withdraw(memberId);
  const dueAt = world.clock.now() + DAY_MS;
  expect((await measured('paper', dueAt)).late).toEqual(NONE);
  expect((await measured('paper', dueAt + 1)).late).toEqual({ count: 1, since: dueAt });
  await world.approve(id);
  expect((await measured('paper', dueAt + 1)).late).toEqual(NONE);
});

it('a withdrawal is stuck while its rail does not answer', async () => {
  let isSilent = true;
  const rail = signingRail(world.database, {
    chain: () => 'nothing',
    railAnswer: () => (isSilent ? 'silent' : 'answers'),
    isCarried: () => true,
  });
  const send = async () => {
    world.clock.advance(60_000);
    await sendWithdrawals({ ...world.deps, rails: createRails([rail]) });
  };
  const memberId = await world.member({ USDT: '250' });
  const { ID: id } = await world.withdraw(memberId);
  await world.approve(id);
  await send();
  expect((await measured()).stuck).toEqual({ count: 2, since: world.clock.now() });
  isSilent = false;
  await send();
  expect((await measured()).stuck).toEqual(NONE);
});

const seeUnmatched = defineStatement({
  name: 'test.seeUnmatched',
  text: `insert into deposits_seen (reference, network, asset, address, amount, txid, fault, seen_at)
    values ('nobody', 'TRC20', 'USDT', 'paper-trc20-nobody', 40, 'tx', 'unknown-address', $1)`,
  params: [timestamptz],
});
const dismiss = defineStatement({
  name: 'test.dismissUnmatched',
  text: `update deposits_seen set dismissed_at = $1 where reference = 'nobody'`,
  params: [timestamptz],
});

it('a deposit is unmatched until it is settled', async () => {
  const at = world.clock.now();
  await world.fresh.owner.transaction((tx) => tx.run(seeUnmatched, [at]));
  expect((await measured()).unmatched).toEqual({ count: 1, since: at });
  await world.fresh.owner.transaction((tx) => tx.run(dismiss, [at]));
  expect((await measured()).unmatched).toEqual(NONE);
});

it('a coin is low in live mode alone, when little more is held than members own', async () => {
  expect((await measured('paper')).lowCoins).toEqual([]);
  expect((await measured('live')).lowCoins).toEqual(['USDT']);
});
