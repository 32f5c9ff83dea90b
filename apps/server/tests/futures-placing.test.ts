import { type FuturesLimits, futuresCalls } from '@tern/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTerms } from '../src/features/trading/futures/describe-terms.ts';
import { int2, int8, text } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import type { ProvenResidence } from '../src/kernel/products/withheld.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

const HOUR_MS = 3_600_000;
/** By member: the country that their documents proved. */
const residences = new Map<number, ProvenResidence>();
let fresh: FreshDatabase;
let world: FuturesWorld;

beforeAll(async () => {
  fresh = await freshDatabase();
  world = await futuresWorld(fresh.database, WEDNESDAY_NOON, { residences });
  world.clock.advance(1);
  await world.tick('btcusdt', '64000');
});
afterAll(async () => {
  await world.stop();
  await fresh.drop();
});

const member = (usdt = '1000') => fundedMember(fresh.database, { USDT: usdt });

/** A fresh price, so that a market accepts contracts after the clock has moved. */
async function freshPrice(symbol = 'btcusdt', price = '64000') {
  world.clock.advance(1_000);
  await world.tick(symbol, price);
}

/** The refusal of a placement, which must move no money. */
async function refusalOf(input: Parameters<FuturesWorld['place']>[0]) {
  const before = await world.usdt(input.memberId);
  const refused = await world.place(input).then(
    () => undefined,
    (error: { code: number; detail: unknown }) => error,
  );
  expect(await world.usdt(input.memberId)).toBe(before);
  return refused;
}

const setCountry = defineStatement({
  name: 'test.setCountry',
  text: 'update members set country_code = $2, registered_country_code = $3 where id = $1',
  params: [int8, text, text],
});

const setVerification = defineStatement({
  name: 'test.setVerification',
  text: 'update members set real_name_status = $2 where id = $1',
  params: [int8, int2],
});

const unprove = defineStatement({
  name: 'test.unprovePhone',
  text: 'update members set phone_proven_at = null where id = $1',
  params: [int8],
});

let attempts = 0;

/** Attempts with direct access to the database. */
function forge(database: Database, statement: string): Promise<number> {
  attempts += 1;
  const query = defineStatement({ name: `test.forge${attempts}`, text: statement, params: [] });
  return database.transaction((tx) => tx.run(query, []));
}

describe('a contract is refused', () => {
  it.each([
    ['a market that does not exist', { market: 'nosuchusdt' }, 4019],
    ['a duration that is not offered', { seconds: 31 }, 5004],
    ['a payout ratio that is not offered', { ratio: '0.85' }, 5004],
    ['a stake that is not an amount', { stake: '' }, 5001],
    ['a stake with more places than USDT has', { stake: '10.0000001' }, 5001],
    ['a stake below the smallest', { stake: '9.999999' }, 4006],
    ['a stake above the largest', { stake: '5000.000001' }, 4018],
    ['more than the member has', { stake: '1000.000001' }, 4020],
  ])('for %s', async (_what, input, code) => {
    await freshPrice();
    expect(await refusalOf({ memberId: await member(), ...input })).toMatchObject({ code });
  });

  it('with the minimum stake in the answer', async () => {
    await freshPrice();
    const refused = await refusalOf({ memberId: await member(), stake: '1' });
    expect(refused).toMatchObject({ code: 4006, detail: { msg: '10' } });
  });

  it('where binary options are forbidden, and the terms are not shown there', async () => {
    await freshPrice();
    for (const [proven, registered] of [
      ['44', '44'],
      ['86', '44'],
      ['44', '86'],
    ] as const) {
      const memberId = await member();
      const countries = [memberId, proven, registered] as const;
      await fresh.database.transaction((tx) => tx.run(setCountry, countries));
      expect(await refusalOf({ memberId })).toMatchObject({ code: 5011 });
      await expect(world.ask(memberId, futuresCalls.config)).rejects.toMatchObject({ code: 5011 });
    }
  });

  it('while no phone is proven, because the country is unknown; the answer states what is missing', async () => {
    await freshPrice();
    const memberId = await member();
    await fresh.database.transaction((tx) => tx.run(unprove, [memberId]));
    const refused = { code: 5011, detail: { data: { needs: 'phone' } } };
    expect(await refusalOf({ memberId })).toMatchObject(refused);
    await expect(world.ask(memberId, futuresCalls.config)).rejects.toMatchObject(refused);
  });

  it('without the offer to prove a phone if the stated country is forbidden', async () => {
    await freshPrice();
    const memberId = await member();
    await fresh.database.transaction((tx) => tx.run(setCountry, [memberId, '44', '44']));
    await fresh.database.transaction((tx) => tx.run(unprove, [memberId]));
    const refused = await refusalOf({ memberId });
    expect(refused).toMatchObject({ code: 5011, detail: {} });
    expect(JSON.stringify(refused?.detail)).not.toContain('phone');
  });

  it('where the member proved to live, whatever their phone; what runs is settled and paid', async () => {
    await freshPrice();
    const memberId = await member();
    const running = await world.place({ memberId });
    residences.set(memberId, { country: 'DE', isCurrent: true });
    const refused = { code: 5011, detail: { data: { residence: 'DE' } } };
    expect(await refusalOf({ memberId })).toMatchObject(refused);
    await expect(world.ask(memberId, futuresCalls.config)).rejects.toMatchObject(refused);
    await freshPrice('btcusdt', '64001');
    world.clock.advance(25_000);
    await freshPrice('btcusdt', '64100');
    world.clock.advance(5_000);
    await freshPrice('btcusdt', '64100');
    expect(await world.contract(memberId, running.order.ID)).toMatchObject({ status: 2 });
    expect(Number(await world.usdt(memberId))).toBeGreaterThan(1_000);
  });

  it('by a phone of a forbidden country only while no verified documents prove another residence', async () => {
    await freshPrice();
    const memberId = await member();
    await fresh.database.transaction((tx) => tx.run(setCountry, [memberId, '49', '49']));
    residences.set(memberId, { country: 'CH', isCurrent: true });
    // The verification was taken away: phone and residence must both allow it.
    expect(await refusalOf({ memberId })).toMatchObject({ code: 5011, detail: {} });
    const setTo = (status: number) =>
      fresh.owner.transaction((tx) => tx.run(setVerification, [memberId, status]));
    await setTo(2);
    await world.place({ memberId });
    await world.ask(memberId, futuresCalls.config);
    // Verified anew by documents that say nothing of it.
    residences.set(memberId, { country: 'CH', isCurrent: false });
    expect(await refusalOf({ memberId })).toMatchObject({ code: 5011, detail: {} });
    await setTo(0);
  });

  it('while the last price is older than five seconds, and accepted with the next price', async () => {
    await freshPrice();
    const memberId = await member();
    world.clock.advance(5_001);
    expect(await refusalOf({ memberId })).toMatchObject({ code: 5005 });
    expect(await refusalOf({ memberId, market: 'ethusdt' })).toMatchObject({ code: 5005 });
    await freshPrice();
    await world.place({ memberId });
  });

  it('if the market is closed, or would close before the end', async () => {
    const memberId = await member();
    const friday = Date.parse('2026-11-20T21:54:50Z');
    world.clock.set(friday);
    await world.tick('usdjpy', '154.32');
    world.clock.advance(1_000);
    await world.place({ memberId, market: 'usdjpy', seconds: 300 });
    world.clock.set(friday + 9_000);
    await world.tick('usdjpy', '154.32');
    expect(await refusalOf({ memberId, market: 'usdjpy', seconds: 300 })).toMatchObject({
      code: 4026,
    });
    await world.place({ memberId, market: 'usdjpy', seconds: 30 });
    world.clock.set(friday + 310_000);
    expect(await refusalOf({ memberId, market: 'usdjpy' })).toMatchObject({ code: 4026 });
  });

  it('on a stable pair, and for a duration in which its market moves less than ten ticks', async () => {
    await freshPrice('usdtusd', '1.0001');
    await freshPrice('xrpusdt', '0.5821');
    const memberId = await member();
    for (const seconds of [30, 300]) {
      const wanted = { memberId, market: 'usdtusd', seconds };
      expect(await refusalOf(wanted)).toMatchObject({ code: 5004 });
    }
    expect(await refusalOf({ memberId, market: 'xrpusdt', seconds: 120 })).toMatchObject({
      code: 5004,
    });
    // Settings cannot offer more: the rule is checked at each placement.
    await changeSetting(fresh.owner, 'futures.ratios', { 5: '0.8', 120: '0.85', 180: '0.87' });
    await world.deps.settings.refresh();
    expect(await refusalOf({ memberId, market: 'xrpusdt', seconds: 5 })).toMatchObject({
      code: 5004,
    });
    await world.place({ memberId, market: 'xrpusdt', seconds: 180 });
    const { markets } = await describeTerms(world.deps, memberId);
    expect(markets.find(({ coinname }) => coinname === 'usdtusd')).toBeUndefined();
    expect(markets.find(({ coinname }) => coinname === 'xrpusdt')?.hy_time).toEqual([180]);
    expect(markets.find(({ coinname }) => coinname === 'btcusdt')?.hy_time).toEqual([5, 120, 180]);
    await changeSetting(fresh.owner, 'futures.ratios', {
      30: '0.8',
      60: '0.82',
      120: '0.85',
      180: '0.87',
      300: '0.9',
    });
    await world.deps.settings.refresh();
  });

  it('beyond the maximum exposure in one direction; open contracts stay, and the other direction offsets', async () => {
    await changeSetting(fresh.owner, 'futures.exposureMax', { USDT: '200' });
    await world.deps.settings.refresh();
    await freshPrice('ethusdt', '3000');
    const memberId = await member('10000');
    const up = { memberId, market: 'ethusdt', direction: 'up', stake: '250' } as const;
    const { order } = await world.place(up);
    expect(await refusalOf({ ...up, stake: '10' })).toMatchObject({ code: 5013 });
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 1 });
    await world.place({ ...up, direction: 'down', stake: '50' });
    await world.place({ ...up, stake: '50' });
    await changeSetting(fresh.owner, 'futures.exposureMax', { USDT: '100000' });
    await world.deps.settings.refresh();
    expect(await world.faults()).toEqual([]);
  });
});

describe('a market with its own ratio', () => {
  it('shows it, and accepts contracts at no other', async () => {
    const usual = { 30: '0.8', 60: '0.82' };
    const own = { ...usual, markets: { btcusdt: { 30: '0.75' } } };
    await changeSetting(fresh.owner, 'futures.ratios', own);
    await world.deps.settings.refresh();
    await freshPrice();
    const memberId = await member();
    const { markets } = await describeTerms(world.deps, memberId);
    const shown = markets.find(({ coinname }) => coinname === 'btcusdt');
    expect(shown).toMatchObject({
      hy_time: [30, 60],
      hy_ykbl: ['0.75', '0.82'],
      breakEven: ['0.5715', '0.5495'],
    });
    expect(await refusalOf({ memberId, ratio: '0.8' })).toMatchObject({ code: 5004 });
    const { order } = await world.place({ memberId, ratio: '0.75' });
    expect(await world.contract(memberId, order.ID)).toMatchObject({ ratio: '0.75' });
    await changeSetting(fresh.owner, 'futures.ratios', usual);
    await world.deps.settings.refresh();
  });
});

describe('frozen terms', () => {
  it('survive a change of the offer', async () => {
    await freshPrice();
    const memberId = await member();
    const { order } = await world.place({ memberId, ratio: '0.8' });
    await changeSetting(fresh.owner, 'futures.ratios', { 30: '0.7', 60: '0.75' });
    await world.deps.settings.refresh();
    for (let second = 0; second < 31; second += 1) {
      await freshPrice('btcusdt', second === 30 ? '64100' : '64050');
    }
    const row = await world.contract(memberId, order.ID);
    expect(row).toMatchObject({ outcome: 1, ratio: '0.8', ploss: '80' });
    expect(await world.ask(memberId, futuresCalls.config)).toMatchObject({
      hy_time: [30, 60],
      hy_ykbl: ['0.7', '0.75'],
      breakEven: ['0.5883', '0.5715'],
    });
    await changeSetting(fresh.owner, 'futures.ratios', { 30: '0.8', 60: '0.82' });
    await world.deps.settings.refresh();
  });

  it('cannot be changed in the database, nor can a result', async () => {
    await freshPrice();
    const memberId = await member();
    const { order } = await world.place({ memberId });
    const rigged = [
      `update futures_contracts set stake = 1 where id = ${order.ID}`,
      `update futures_contracts set direction = 2 where id = ${order.ID}`,
      `update futures_contracts set payout_ratio = 0.1 where id = ${order.ID}`,
      `delete from futures_contracts where id = ${order.ID}`,
    ];
    for (const statement of rigged) {
      await expect(forge(fresh.database, statement), statement).rejects.toThrow(
        /permission denied|stays/,
      );
    }
    for (let second = 0; second < 31; second += 1) await freshPrice();
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 2 });
    for (const database of [fresh.database, fresh.owner]) {
      const forging = (change: string) =>
        forge(database, `update futures_contracts set ${change} where id = ${order.ID}`);
      await expect(forging(`settled_at = settled_at + interval '1 s'`)).rejects.toThrow(
        /a recorded contract or alarm does not change/,
      );
      await expect(forging('outcome = 1')).rejects.toThrow(/ended_by_rule/);
    }
  });
});

describe("a member's own limits", () => {
  const limits = (memberId: number, input: object) =>
    world.ask(memberId, futuresCalls.setLimits, input) as Promise<FuturesLimits>;

  it('apply immediately when lowered, and after 24 hours when raised', async () => {
    const memberId = await member();
    await limits(memberId, { dailyStake: '150' });
    await freshPrice();
    await world.place({ memberId });
    expect(await refusalOf({ memberId, stake: '50.000001' })).toMatchObject({
      code: 5012,
      detail: { text: 'futures.ownLimit' },
    });
    await world.place({ memberId, stake: '50' });
    const looser = await limits(memberId, { dailyStake: '' });
    expect(looser).toMatchObject({ dailyStake: '150', nextDailyStake: '', stakedToday: '150' });
    expect(Date.parse(looser.nextAt)).toBe(world.clock.now() + 24 * HOUR_MS);
    // A repeated request cannot bring it forward, and a lower limit replaces it.
    expect(await limits(memberId, { dailyStake: '100' })).toMatchObject({
      dailyStake: '100',
      nextAt: '',
    });
    await limits(memberId, { dailyStake: '500' });
    world.clock.advance(24 * HOUR_MS - 1_000);
    await freshPrice();
    world.clock.advance(-1);
    await world.place({ memberId });
    expect(await refusalOf({ memberId, stake: '10' })).toMatchObject({ code: 5012 });
    world.clock.advance(1);
    await world.place({ memberId, stake: '400' });
    expect(await refusalOf({ memberId, stake: '10' })).toMatchObject({ code: 5012 });
  });

  it('restart at midnight UTC and do not count returned stakes', async () => {
    const memberId = await member();
    await limits(memberId, { dailyStake: '100' });
    await freshPrice();
    await world.place({ memberId });
    await world.wait(2_000);
    expect(await world.ask(memberId, futuresCalls.limits)).toMatchObject({ stakedToday: '0' });
    await freshPrice();
    await world.place({ memberId });
    await freshPrice();
    expect(await refusalOf({ memberId, stake: '10' })).toMatchObject({ code: 5012 });
    const midnight = Math.ceil(world.clock.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
    world.clock.set(midnight - 1_000);
    await freshPrice();
    await world.place({ memberId });
  });

  it('pause new contracts; extending is immediate, shortening takes 24 hours', async () => {
    const memberId = await member();
    const now = world.clock.now();
    await limits(memberId, { pauseHours: 24 });
    await freshPrice();
    expect(await refusalOf({ memberId })).toMatchObject({ code: 5009 });
    const longer = await limits(memberId, { pauseHours: '72' });
    expect(Date.parse(longer.pausedUntil)).toBe(world.clock.now() + 72 * HOUR_MS);
    const ended = await limits(memberId, { pauseHours: 0 });
    expect(Date.parse(ended.pausedUntil)).toBe(world.clock.now() + 24 * HOUR_MS);
    expect(world.clock.now()).toBeGreaterThan(now);
    world.clock.advance(24 * HOUR_MS);
    await freshPrice();
    await world.place({ memberId });
  });
});

describe('own results', () => {
  it('show winnings and losses, with the break-even rate', async () => {
    const memberId = await member();
    expect(await world.ask(memberId, futuresCalls.results)).toEqual({
      settled: 0,
      wins: 0,
      losses: 0,
      ties: 0,
      invalid: 0,
      staked: '0',
      ploss: '0',
      winRate: '',
      breakEven: '',
    });
    await freshPrice();
    await world.place({ memberId, stake: '20' });
    await world.wait(2_000);
    await freshPrice();
    for (const direction of ['up', 'up', 'down'] as const) {
      await world.place({ memberId, direction, stake: '100' });
    }
    for (let second = 0; second < 31; second += 1) {
      await freshPrice('btcusdt', second === 30 ? '64100' : '64050');
    }
    expect(await world.ask(memberId, futuresCalls.results)).toEqual({
      settled: 3,
      wins: 2,
      losses: 1,
      ties: 0,
      invalid: 1,
      staked: '300',
      ploss: '60',
      winRate: '0.6666',
      breakEven: '0.5556',
    });
    const list = await world.ask(memberId, futuresCalls.myHyorderList, { status: 4, pageSize: 2 });
    expect(list).toMatchObject({ total: 4, page: 1, pageSize: 2 });
  });
});
