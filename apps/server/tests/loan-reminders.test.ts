import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectDue } from '../src/features/products/loan/collect-due.ts';
import { remindDue } from '../src/features/products/loan/remind-due.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from './support/loan.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { noticesTo } from './support/notices.ts';

let world: LoanWorld;

beforeAll(async () => {
  world = await loanWorld();
  await fundTreasury(world.fresh.database, 'loans', 'USDT', '100000');
});
beforeEach(() => world.clock.set(WEDNESDAY_NOON));
afterAll(() => world?.fresh.drop());

/** A loan credited now. */
async function loan(over: Parameters<typeof openLoanProduct>[1] = {}) {
  const memberId = await world.borrower();
  const id = await world.lend(memberId, await openLoanProduct(world.fresh.database, over));
  return { memberId, id };
}
/** What an instance does, this many days after the credit. */
const runOn = async (day: number) => {
  world.clock.set(WEDNESDAY_NOON + day * DAY_MS);
  await remindDue(world.deps);
};
const reminders = async (memberId: number) =>
  (await noticesTo(world.fresh.database, memberId)).filter(({ kind }) => kind === 'loan.reminder');

describe('a loan that falls due', () => {
  it('brings a reminder three days and one day before, each once, with what will be collected', async () => {
    const { memberId, id } = await loan();
    await runOn(26.9);
    expect(await reminders(memberId)).toEqual([]);
    for (const day of [27, 27.1, 28]) await runOn(day);
    expect(await reminders(memberId)).toMatchObject([
      {
        about: 'loan',
        aboutId: id,
        values: { asset: 'USDT', amount: '1013.5', dueAt: '2026-12-18T12:00:00.000Z' },
      },
    ]);
    for (const day of [29, 29.5, 29.9]) await runOn(day);
    expect(await reminders(memberId)).toHaveLength(2);
    await runOn(30);
    expect(await reminders(memberId)).toHaveLength(2);
  });

  it('while no instance ran brings one reminder, or none after the due date', async () => {
    const [late, tooLate] = [await loan(), await loan({ termDays: 29 })];
    await runOn(29.5);
    await runOn(29.6);
    expect(await reminders(late.memberId)).toHaveLength(1);
    expect(await reminders(tooLate.memberId)).toEqual([]);
  });

  it('brings each reminder once, however many instances run', async () => {
    const { memberId } = await loan();
    world.clock.set(WEDNESDAY_NOON + 27 * DAY_MS);
    await Promise.all(Array.from({ length: 4 }, () => remindDue(world.deps)));
    expect(await reminders(memberId)).toHaveLength(1);
  });

  it('within three days of its credit is reminded of one day before only', async () => {
    const { memberId } = await loan({ termDays: 3, freeDays: 0 });
    await runOn(0.1);
    expect(await reminders(memberId)).toEqual([]);
    await runOn(2);
    expect(await reminders(memberId)).toHaveLength(1);
  });

  it('and is repaid before brings none', async () => {
    const { memberId, id } = await loan();
    expect(await world.repay(memberId, id, '1000')).not.toHaveProperty('code');
    await runOn(27);
    await runOn(29);
    expect(await reminders(memberId)).toEqual([]);
    await collectDue(world.deps);
  });
});
