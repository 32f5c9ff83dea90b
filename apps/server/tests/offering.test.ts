import { exchangeAccounts } from '@tern/ledger';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  findOffering,
  listOfferings,
  listSubscriptions,
  quoteSubscription,
} from '../src/features/products/offering/list-offerings.ts';
import { releaseDue } from '../src/features/products/offering/release-allotments.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import {
  manualClock,
  spotDependencies,
  type SpotDependencies,
  WEDNESDAY_NOON,
} from './support/market.ts';
import { freezeMember } from './support/members.ts';
import { attempt, faultsOf, openOffering, subscriber } from './support/offering.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let deps: SpotDependencies;
let offeringId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  deps = await spotDependencies(fresh.database, clock);
});

beforeEach(async () => {
  clock.set(WEDNESDAY_NOON);
  offeringId = await openOffering(fresh.database);
});

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

const buy = (
  memberId: number,
  quantity: string,
  over: { offeringId?: number; key?: string } = {},
) => attempt(deps, { memberId, offeringId, quantity, ...over });

describe('a subscription', () => {
  it('costs quantity × price and locks the coins until its date', async () => {
    const memberId = await subscriber(fresh.database, '500');
    expect(await buy(memberId, '1000')).toMatchObject({
      pid: offeringId,
      coinname: 'VRD',
      num: '1000',
      paid: '240',
      status: 1,
      unfreezeAt: '2027-01-06T00:00:00.000Z',
      current: '',
      worth: '',
      ratio: '',
    });
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '260' });
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ locked: '1000' });
    expect(await findOffering(deps, { memberId, lang: 'en' }, offeringId)).toMatchObject({
      sold: '1000',
      bought: '1000',
      minNow: '10',
      maxNow: '500',
    });
  });

  it('rounds its cost up, with the remainder on the rounding account', async () => {
    const id = await openOffering(fresh.database, { unitPrice: '0.2400001', orderMin: '0.01' });
    const memberId = await subscriber(fresh.database, '500');
    const before = await balanceOf(fresh.database, exchangeAccounts.rounding, 'USDT');
    expect(await buy(memberId, '0.01', { offeringId: id })).toMatchObject({ paid: '0.002401' });
    const after = await balanceOf(fresh.database, exchangeAccounts.rounding, 'USDT');
    expect([before, after]).toEqual([{}, { available: '0.000000999' }]);
  });

  it('shows its worth and return ratio at the current price of a coin with a market', async () => {
    const id = await openOffering(fresh.database, { asset: 'DOGE', unitPrice: '0.2' });
    const memberId = await subscriber(fresh.database, '500');
    deps.tick('dogeusdt', '0.25');
    expect(await buy(memberId, '100', { offeringId: id })).toMatchObject({
      paid: '20',
      current: '0.25',
      worth: '25',
      profit: '5',
      ratio: '0.25',
    });
  });

  it('with the same key has one effect, also when the offering has ended since', async () => {
    const memberId = await subscriber(fresh.database, '500');
    const first = await buy(memberId, '100', { key: 'once' });
    clock.advance(2 * DAY_MS);
    expect(await buy(memberId, '100', { key: 'once' })).toEqual(first);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '476' });
  });
});

describe('a subscription is refused', () => {
  it.each([
    ['below the minimum, with its cost', '9', { code: 4006, msg: '2.4' }],
    ['above the maximum', '1001', { code: 4018, data: { max: '1000' } }],
    ['without a quantity', '', { code: 4013 }],
    ['for nothing', '0', { code: 4013 }],
    ['with more places than the coin has', '10.000000001', { code: 5001, fields: ['quantity'] }],
    ['for text', 'ten', { code: 5001 }],
  ])('%s', async (_reason, quantity, refusal) => {
    const memberId = await subscriber(fresh.database, '500');
    expect(await buy(memberId, quantity)).toMatchObject(refusal);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '500' });
  });

  it('before the window, after it, when prohibited, and for an unknown offering', async () => {
    const memberId = await subscriber(fresh.database, '500');
    const until = '2026-11-17T12:00:00.000Z';
    clock.set(WEDNESDAY_NOON - DAY_MS - 1);
    expect(await buy(memberId, '10')).toMatchObject({ code: 5009, data: { until } });
    clock.set(WEDNESDAY_NOON + DAY_MS);
    expect(await buy(memberId, '10')).toMatchObject({ code: 5011 });
    clock.set(WEDNESDAY_NOON);
    const prohibited = await openOffering(fresh.database, { isProhibited: true });
    expect(await buy(memberId, '10', { offeringId: prohibited })).toMatchObject({ code: 5011 });
    expect(await buy(memberId, '10', { offeringId: 999_999 })).toMatchObject({ code: 5007 });
  });

  it('when frozen, and without the money', async () => {
    const frozen = await subscriber(fresh.database, '500');
    await freezeMember(fresh.owner, frozen);
    expect(await buy(frozen, '10')).toMatchObject({ code: 4008 });
    const poor = await subscriber(fresh.database, '2.39');
    expect(await buy(poor, '10')).toMatchObject({ code: 4020 });
    expect(await findOffering(deps, { memberId: poor, lang: 'en' }, offeringId)).toMatchObject({
      sold: '0',
      bought: '0',
    });
  });

  it('for coins that the exchange does not have; nothing is taken', async () => {
    const id = await openOffering(fresh.database, { asset: 'OST', coins: '25' });
    const memberId = await subscriber(fresh.database, '500');
    expect(await buy(memberId, '26', { offeringId: id })).toMatchObject({ code: 5011 });
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '500' });
    expect(await buy(memberId, '25', { offeringId: id })).toMatchObject({ num: '25' });
    expect(await buy(memberId, '10', { offeringId: id })).toMatchObject({ code: 5011 });
    expect(await balanceOf(fresh.database, exchangeAccounts.offerings, 'OST')).toEqual({});
  });

  it("beyond the member's limit and beyond the cap; what is left may be bought whole", async () => {
    const id = await openOffering(fresh.database, { cap: '1997' });
    const one = await subscriber(fresh.database, '500');
    const other = await subscriber(fresh.database, '500');
    await buy(one, '1000', { offeringId: id });
    expect(await buy(one, '501', { offeringId: id })).toMatchObject({
      code: 4018,
      data: { max: '500' },
    });
    await buy(other, '990', { offeringId: id });
    expect(await buy(one, '8', { offeringId: id })).toMatchObject({ data: { max: '7' } });
    expect(await buy(one, '6', { offeringId: id })).toMatchObject({ code: 4006, msg: '1.68' });
    expect(await buy(one, '7', { offeringId: id })).toMatchObject({ num: '7' });
    expect(await buy(other, '1', { offeringId: id })).toMatchObject({
      code: 4018,
      data: { max: '0' },
    });
  });
});

describe('bought coins', () => {
  it('unfreeze at midnight UTC on their date, once, also after downtime', async () => {
    const memberId = await subscriber(fresh.database, '500');
    await buy(memberId, '100');
    clock.set(Date.parse('2027-01-05T23:59:59.999Z'));
    await releaseDue(deps);
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ locked: '100' });
    clock.set(Date.parse('2027-03-01T08:00:00Z'));
    await Promise.all([releaseDue(deps), releaseDue(deps)]);
    await releaseDue(deps);
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ available: '100' });
    const { list } = await listSubscriptions(deps, memberId, { isThawed: true });
    expect(list).toMatchObject([{ num: '100', status: 2 }]);
  });

  it('unfreeze in more than one batch', async () => {
    const id = await openOffering(fresh.database, { lockDays: 0, orderMin: '1' });
    const memberId = await subscriber(fresh.database, '500');
    for (let order = 0; order < 201; order += 1) await buy(memberId, '1', { offeringId: id });
    await releaseDue(deps);
    expect(await balanceOf(fresh.database, memberId, 'VRD')).toEqual({ available: '201' });
  });
});

describe('the lists', () => {
  it('have open offerings first, then coming ones, then ended ones', async () => {
    const memberId = await subscriber(fresh.database, '500');
    const later = { opensAt: WEDNESDAY_NOON + DAY_MS, closesAt: WEDNESDAY_NOON + 2 * DAY_MS };
    const coming = await openOffering(fresh.database, later);
    const earlier = { opensAt: WEDNESDAY_NOON - DAY_MS, closesAt: WEDNESDAY_NOON };
    const ended = await openOffering(fresh.database, earlier);
    const { list, total } = await listOfferings(deps, { memberId, lang: 'en' }, { pageSize: 100 });
    expect(list).toHaveLength(total);
    expect(list[0]).toMatchObject({ phase: 1 + 1 });
    const places = [offeringId, coming, ended].map((id) => list.findIndex(({ ID }) => ID === id));
    expect(places).toEqual([...places].sort((one, two) => one - two));
    const phases = [offeringId, coming, ended].map((id) => list.find(({ ID }) => ID === id)?.phase);
    expect(phases).toEqual([2, 1, 3]);
  });

  it("have only the member's own subscriptions, by status, newest first", async () => {
    const memberId = await subscriber(fresh.database, '500');
    await buy(memberId, '10');
    await buy(memberId, '20');
    await buy(await subscriber(fresh.database, '500'), '30');
    const numbers = async (isThawed: boolean | undefined) =>
      (await listSubscriptions(deps, memberId, { isThawed })).list.map(({ num }) => num);
    expect(await numbers(undefined)).toEqual(['20', '10']);
    expect(await numbers(false)).toEqual(['20', '10']);
    expect(await numbers(true)).toEqual([]);
  });

  it('quote the cost of a quantity and what the balance affords', async () => {
    const memberId = await subscriber(fresh.database, '100');
    const quote = { id: offeringId, quantity: '1240' };
    expect(await quoteSubscription(deps, memberId, quote)).toEqual({
      paid: '297.6',
      unfreezeAt: '2027-01-06T00:00:00.000Z',
      available: '100',
      affordable: '416.66666666',
    });
  });
});

describe('the database', () => {
  let app: Client;

  beforeAll(async () => {
    app = new Client(fresh.appTarget);
    await app.connect();
  });
  afterAll(() => app.end());

  const forge = async (memberId: number, change: Record<string, string> = {}) => {
    const row = {
      offering_id: String(offeringId),
      member_id: String(memberId),
      version: '1',
      asset: 'VRD',
      pay_asset: 'USDT',
      quantity: '100',
      unit_price: '0.24',
      paid: '24',
      unfreezes_at: '2027-01-06T00:00:00Z',
      created_at: '2026-11-18T12:00:00Z',
      ...change,
    };
    const columns = Object.keys(row).join(', ');
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const sql = `insert into offering_subscriptions (${columns}) values (${places.join(', ')}) returning id`;
    try {
      const { rows } = await app.query<{ id: string }>(sql, Object.values(row));
      return rows[0]!.id;
    } catch (error) {
      const { constraint, code } = error as { constraint?: string; code?: string };
      return constraint ?? code;
    }
  };

  it.each([
    ['offering_terms', { paid: '23.999999' }],
    ['offering_terms', { unit_price: '0.2', paid: '20' }],
    ['offering_terms', { quantity: '9', paid: '2.16' }],
    ['offering_terms', { quantity: '1001', paid: '240.24' }],
    ['offering_terms', { quantity: '10.000000001', paid: '2.400001' }],
    ['offering_terms', { unfreezes_at: '2027-01-05T00:00:00Z' }],
    ['offering_terms', { thawed_at: '2027-01-06T00:00:00Z' }],
    ['offering_open', { created_at: '2026-11-19T12:00:00Z', unfreezes_at: '2027-01-07T00:00:00Z' }],
    ['offering_member_limit', { quantity: '1501', paid: '360.24' }],
    ['offerings_cap', { quantity: '4001', paid: '960.24' }],
  ])('refuses %s of the server: %j', async (constraint, change) => {
    const memberId = await subscriber(fresh.database, '1');
    expect(await forge(memberId, change)).toBe(constraint);
  });

  it('lets the server add no offering of its own terms', async () => {
    const begin = (call: string) =>
      app.query(`select ${call}('offering', '{"asset": "VRD"}', now())`).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    expect(await begin('product_begin')).toBe('42501');
    const terms = `(select terms from offering_paper_plan limit 1)`;
    const direct = app.query(`select offering_begin(${terms}, now())`);
    await expect(direct).rejects.toMatchObject({ code: '42501' });
    const copied = `(select terms from product_versions v join products p on p.id = v.product_id where p.kind = 'offering' limit 1)`;
    await expect(app.query(`select offering_begin(${copied}, now())`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('refuses an earlier release, a changed subscription, sales that nobody bought, and terms that nobody approved', async () => {
    const memberId = await subscriber(fresh.database, '500');
    const bought = await buy(memberId, '100');
    const { ID: id } = bought as { ID: number };
    const refusals: (string | undefined)[] = [];
    for (const sql of [
      `update offering_subscriptions set thawed_at = '2027-01-05T23:59:59Z' where id = ${id}`,
      `update offering_subscriptions set quantity = 200 where id = ${id}`,
      `delete from offering_subscriptions where id = ${id}`,
      `update offerings set sold = 0 where id = ${offeringId}`,
      `update offering_members set bought = 1`,
      `insert into offerings (asset) values ('BTC')`,
      `update offerings set unit_price = 0.01 where id = ${offeringId}`,
    ]) {
      const { constraint, code } = await app.query(sql).then(
        () => ({ constraint: undefined, code: 'done' }),
        (error: { constraint?: string; code: string }) => error,
      );
      refusals.push(constraint ?? code);
    }
    expect(refusals).toEqual([
      'offering_subscriptions_thaw',
      '42501',
      '42501',
      '42501',
      '42501',
      'product_version',
      'product_version',
    ]);
  });
});
