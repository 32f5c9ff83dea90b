/** The audit finds changes of subscriptions and of what was sold, made with every right and all guards disabled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseDue } from '../src/features/products/offering/release-allotments.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { manualClock, spotDependencies } from './support/market.ts';
import { attempt, openOffering, subscriber } from './support/offering.ts';
import { brokenInvariantsAfter, failedRulesAfter } from './support/tampering.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let offeringId: number;
let memberId: number;
let other: number;
/** A frozen subscription and one that has thawed. */
let frozen: number;
let thawed: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  const deps = await spotDependencies(database, clock);
  memberId = await subscriber(database, '500');
  other = await subscriber(database, '500');
  offeringId = await openOffering(database);
  const brief = await openOffering(database, { lockDays: 0 });
  const bought = async (id: number) => {
    const row = await attempt(deps, { memberId, offeringId: id, quantity: '100' });
    return (row as { ID: number }).ID;
  };
  [frozen, thawed] = [await bought(offeringId), await bought(brief)];
  await releaseDue(deps);
});
afterAll(() => fresh.drop());

const SUMS = 'what was sold of new coins is the sum of subscriptions, within the cap';
const TERMS =
  'every subscription follows from the terms of its version, and thawed on its date or later';
const ENTRIES = 'every entry is what its fact requires, and every fact has its entry';

const change = (set: string, id = frozen) =>
  `update offering_subscriptions set ${set} where id = ${id}`;

describe('the audit', () => {
  it('passes on honest sales and releases', async () => {
    expect(await failedRulesAfter(fresh, 'select 1')).toEqual([]);
  });

  it.each([
    [
      'sold is lower, so that more can be sold',
      () => `update offerings set sold = 0 where id = ${offeringId}`,
    ],
    [
      'a member has bought less, so that they can buy more',
      () => `update offering_members set bought = 1 where offering_id = ${offeringId}`,
    ],
    [
      'a member who bought nothing has',
      () => `insert into offering_members values (${offeringId}, ${other}, 5)`,
    ],
    [
      'the count of a member is removed',
      () => `delete from offering_members where offering_id = ${offeringId}`,
    ],
  ])('finds that %s', async (_name, sql) => {
    expect(await failedRulesAfter(fresh, sql())).toEqual([SUMS]);
  });

  it('finds an offering that sold more than its cap', async () => {
    const sql = `update offerings set cap = 99 where id = ${offeringId}`;
    const unlock = 'alter table offerings drop constraint offerings_cap';
    expect(await failedRulesAfter(fresh, unlock, sql)).toContain(SUMS);
    expect(await brokenInvariantsAfter(fresh, unlock, sql)).toContain('offerings-capped');
  });

  it.each([
    ['a lower price', 'unit_price = 0.12, paid = 12', [ENTRIES, TERMS]],
    ['a quantity that was not bought', 'quantity = 90', [ENTRIES, SUMS, TERMS]],
    ['another member', 'member_id = member_id + 1', [ENTRIES, SUMS]],
    ['an earlier release', `unfreezes_at = unfreezes_at - interval '1 day'`, [TERMS]],
    ['a time before its window', `created_at = created_at - interval '2 days'`, [TERMS]],
    ['a version that nobody approved', 'version = 2', [TERMS]],
    ['a release that was not posted', 'thawed_at = unfreezes_at', [ENTRIES]],
  ])('finds a subscription with %s', async (_name, set, rules) => {
    expect((await failedRulesAfter(fresh, change(set))).toSorted()).toEqual(rules.toSorted());
  });

  it('finds coins that were frozen again, and ones released before their date', async () => {
    expect(await failedRulesAfter(fresh, change('thawed_at = null', thawed))).toEqual([ENTRIES]);
    const early = change(`thawed_at = thawed_at - interval '1 second'`, thawed);
    const unlock = 'alter table offering_subscriptions drop constraint offering_subscriptions_thaw';
    expect(await failedRulesAfter(fresh, unlock, early)).toEqual([TERMS]);
  });

  it('finds a subscription that was removed with its counts', async () => {
    const rules = await failedRulesAfter(
      fresh,
      `update offerings set sold = 0 where id = ${offeringId}`,
      `delete from offering_members where offering_id = ${offeringId}`,
      `delete from offering_subscriptions where id = ${frozen}`,
    );
    expect(rules).toEqual([ENTRIES]);
  });
});
