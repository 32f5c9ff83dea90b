/** The audit finds changes of rewards, made with every right and all guards disabled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type InvitationFloor, invitationFloor } from './support/invitations.ts';
import { manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { failedRulesAfter } from './support/tampering.ts';

const REWARDS =
  'every fee of an invited member was rewarded once for each level, by the shares of its time';
const TOTALS = 'the totals of invitations are the sums of their rewards';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: InvitationFloor;

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await invitationFloor(fresh.database, clock);
  clock.set(WEDNESDAY_NOON + 60_000);
  floor.tickAll();
  const [, , buyer] = await floor.chain(3);
  const [seller] = await floor.chain(1);
  await floor.trade({ buyer: buyer!, seller: seller! });
  await floor.swap(buyer!);
  await floor.pay();
});
afterAll(async () => {
  await floor.close();
  await fresh.drop();
});

describe('the audit', () => {
  it('passes on honest rewards', async () => {
    const failed = await failedRulesAfter(fresh, 'select 1');
    expect(failed.filter((rule) => [REWARDS, TOTALS].includes(rule))).toEqual([]);
  });

  it.each([
    [
      'a reward is higher',
      'update invitation_rewards set amount = amount * 2, fee = fee * 2',
      REWARDS,
    ],
    ['a reward is missing', "delete from invitation_rewards where source = 'swap'", REWARDS],
    [
      'a reward has another share',
      'update invitation_rewards set share = 0.9 where level = 1',
      REWARDS,
    ],
    [
      'a reward goes to another person',
      'update invitation_rewards set inviter_id = invitee_id',
      REWARDS,
    ],
    ['a trade is rewarded that had no such fee', 'update spot_trades set taker_fee = 0', REWARDS],
    [
      'a payment is higher',
      'update invitation_payments set amount = amount + 1, fee = fee + 100',
      REWARDS,
    ],
    [
      'a fee earned what the sum of its record does not give',
      'update invitation_rewards set amount = amount - power(10::numeric, -8) where level = 1',
      REWARDS,
    ],
    ['a total is higher', 'update invitation_totals set amount = amount + 1', TOTALS],
  ])('finds that %s', async (_what, statement, rule) => {
    expect(await failedRulesAfter(fresh, statement)).toContain(rule);
  });
});
