import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payRewards } from '../../src/features/account/invitation/reward-fees.ts';
import { countRecords } from '../../src/kernel/ledger/count-records.ts';
import { countAllRecords } from '../support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import {
  faultsOf,
  type InvitationFloor,
  invitationFloor,
  reverseNewestSwap,
  rewardsOf,
} from '../support/invitations.ts';
import { balanceOf } from '../support/journal.ts';
import { manualClock, WEDNESDAY_NOON } from '../support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: InvitationFloor;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 20 });
  floor = await invitationFloor(fresh.database, clock);
});

beforeEach(() => {
  clock.set(WEDNESDAY_NOON + 60_000);
  floor.tickAll();
});

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await floor.close();
  await fresh.drop();
});

const times = <T>(count: number, each: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, each));
/** As two instances do, while others pay fees. */
async function payWhatIsCounted(): Promise<void> {
  await countRecords(fresh.database);
  await payRewards(floor);
}
const received = async (memberId: number) =>
  (await balanceOf(fresh.database, memberId, 'BTC'))['available'] ?? '0';

describe('at the same time', () => {
  it('several instances pay the same fees: each is rewarded once', async () => {
    const [second, first, invitee] = await floor.chain(3);
    await times(10, () => floor.swap(invitee!));
    await countAllRecords(fresh.database);
    await times(8, () => payRewards(floor));
    expect(await rewardsOf(fresh.database, first!)).toHaveLength(10);
    expect(await received(first!)).toBe('0.00003122');
    expect(await received(second!)).toBe('0.00001561');
  });

  it('fees are paid, counted and rewarded: none is skipped, none is rewarded twice', async () => {
    const [first, invitee] = await floor.chain(2);
    const others = await floor.chain(4, invitee);
    await Promise.all([
      ...others.map((member) => times(5, () => floor.swap(member))),
      times(6, () => payWhatIsCounted()),
      times(5, () => floor.swap(invitee!)),
      times(6, () => payWhatIsCounted()),
    ]);
    await floor.pay();
    // The invitee's own 5 swaps, 5 of the person below and 5 of the next: the last two are too far away.
    expect(await rewardsOf(fresh.database, first!)).toHaveLength(15);
  });

  it('a reversal and the job: the reward is reversed once, by one of several instances', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!);
    await Promise.all([floor.pay(), reverseNewestSwap(fresh.database, invitee!), floor.pay()]);
    await times(4, () => floor.pay());
    expect(await received(first!)).toBe('0');
  });
});

describe('a failure between the rewards and their entry', () => {
  it('leaves nothing behind, and the next run pays', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!);
    await countAllRecords(fresh.database);
    const broken = {
      ...floor,
      database: {
        ...fresh.database,
        transaction: <T>(work: Parameters<typeof fresh.database.transaction<T>>[0]) =>
          fresh.database.transaction<T>((tx) =>
            work({
              many: (query, params) => tx.many(query, params),
              one: (query, params) => tx.one(query, params),
              maybe: (query, params) => tx.maybe(query, params),
              run: () => Promise.reject(new Error('the power fails')),
            }),
          ),
      },
    };
    await expect(payRewards(broken)).rejects.toThrow('the power fails');
    expect(await rewardsOf(fresh.database, first!)).toEqual([]);
    await payRewards(floor);
    expect(await received(first!)).toBe('0.00000312');
  });
});
