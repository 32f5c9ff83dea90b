import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOffering } from '../../src/features/products/offering/list-offerings.ts';
import { releaseDue } from '../../src/features/products/offering/release-allotments.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { balanceOf } from '../support/journal.ts';
import {
  manualClock,
  spotDependencies,
  type SpotDependencies,
  WEDNESDAY_NOON,
} from '../support/market.ts';
import { attempt, faultsOf, openOffering, subscriber } from '../support/offering.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let deps: SpotDependencies;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 20 });
  deps = await spotDependencies(fresh.database, clock);
});

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

const single = { orderMin: '1', orderMax: '1', memberMax: '1' };
const isRefused = (outcome: object) => 'code' in outcome;

describe('subscriptions at the same time', () => {
  it('of 300 members for the last 100 units: exactly 100 are sold', async () => {
    const offeringId = await openOffering(fresh.database, { ...single, cap: '100' });
    const members = await Promise.all(
      Array.from({ length: 300 }, () => subscriber(fresh.database, '1')),
    );
    const outcomes = await Promise.all(
      members.map((memberId) => attempt(deps, { memberId, offeringId, quantity: '1' })),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(100);
    expect(
      new Set(outcomes.filter(isRefused).map((outcome) => 'code' in outcome && outcome.code)),
    ).toEqual(new Set([4018]));
    expect(
      await findOffering(deps, { memberId: members[0]!, lang: 'en' }, offeringId),
    ).toMatchObject({
      sold: '100',
      maxNow: '0',
    });
  });

  it('in two offerings of one coin, for the last coins of the exchange: no more is sold than it has', async () => {
    const over = { ...single, asset: 'OST' };
    const ids = [
      await openOffering(fresh.database, { ...over, coins: '5' }),
      await openOffering(fresh.database, { ...over, coins: '0' }),
    ];
    const members = await Promise.all(
      Array.from({ length: 20 }, () => subscriber(fresh.database, '1')),
    );
    const outcomes = await Promise.all(
      members.map((memberId, index) =>
        attempt(deps, { memberId, offeringId: ids[index % 2]!, quantity: '1' }),
      ),
    );
    const refused = outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : []));
    expect(refused).toEqual(Array.from({ length: 15 }, () => 5011));
    expect(await balanceOf(fresh.database, exchangeAccounts.offerings, 'OST')).toEqual({});
  });

  it("of one member on many devices stay within the member's limit", async () => {
    const offeringId = await openOffering(fresh.database, { memberMax: '50', orderMin: '10' });
    const memberId = await subscriber(fresh.database, '500');
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => attempt(deps, { memberId, offeringId, quantity: '20' })),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(2);
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ locked: '40' });
  });

  it('of one balance: exactly the affordable ones succeed', async () => {
    const offeringId = await openOffering(fresh.database);
    const memberId = await subscriber(fresh.database, '7.3');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => attempt(deps, { memberId, offeringId, quantity: '10' })),
    );
    expect(outcomes.filter((outcome) => 'code' in outcome && outcome.code === 4020)).toHaveLength(
      17,
    );
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '0.1' });
  });

  it('with one key: one effect, and the same answer for all', async () => {
    const offeringId = await openOffering(fresh.database);
    const memberId = await subscriber(fresh.database, '500');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        attempt(deps, { memberId, offeringId, quantity: '10', key: 'once' }),
      ),
    );
    expect(outcomes).toEqual(outcomes.map(() => outcomes[0]));
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ locked: '10' });
  });
});

describe('the release', () => {
  it('by many processes, with a clock that jumps, happens once', async () => {
    const offeringId = await openOffering(fresh.database, { lockDays: 3, orderMin: '1' });
    const memberId = await subscriber(fresh.database, '500');
    for (let order = 0; order < 30; order += 1)
      await attempt(deps, { memberId, offeringId, quantity: '1' });
    for (const days of [2, 4, 1, 9]) {
      clock.set(WEDNESDAY_NOON + days * 86_400_000);
      await Promise.all(Array.from({ length: 8 }, () => releaseDue(deps)));
    }
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ available: '30' });
  });
});
