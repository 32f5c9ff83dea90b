/** Worth over time on PostgreSQL: what is stored for each midnight, by one pass or by many, by one instance or by two. */
import { recordTypes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { computeWorth } from '../src/features/money/assets/compute-worth.ts';
import { daysBetween } from '../src/features/money/assets/days.ts';
import { updatePaidIn } from '../src/features/money/assets/paid-in.ts';
import { reportProfit } from '../src/features/money/assets/report-profit.ts';
import type { AssetsDeps } from '../src/features/money/assets/routes.ts';
import { showWorth } from '../src/features/money/assets/show-worth.ts';
import { findWorthDays } from '../src/features/money/assets/store-worth.ts';
import { paidForCoins } from '../src/features/products/offering/index.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { createReferencePriceBoard } from '../src/kernel/prices/reference-prices.ts';
import { int8 } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { countAllRecords } from './support/counted-records.ts';
import { priceOnDay, type StatementWorld, statementWorld } from './support/statement-world.ts';

const NOW = '2026-11-20T09:00:00Z';
/** More than a batch of the first pass. */
const MEMBERS = 45;

const addMembers = defineStatement({
  name: 'test.worthMembers',
  text: `insert into members (id, email, country_code, phone, password_hash, invite_code, created_at, updated_at) overriding system value
    select i, i || '@worth.test', '86', i::text, 'none', 'worth' || i, now(), now() from generate_series(1, $1) i`,
  params: [int8],
});
const forget = defineStatement({
  name: 'test.forgetWorth',
  text: `with days as (delete from assets_worth_days), paid as (delete from assets_paid_in), totals as (delete from assets_paid_in_totals)
    update assets_worth_progress set done_through = null, target = null, through_member = 0`,
  params: [],
});
const stored = defineQuery({
  name: 'test.storedWorth',
  text: `select count(*)::int8 as rows, coalesce(sum(hashtext(member_id || ' ' || day || ' ' || coalesce(worth::text, '-') || ' ' || put_in || ' ' || taken_out)), 0)::int8 as hash
    from assets_worth_days`,
  params: [],
  row: { rows: int8, hash: int8 },
});
const paid = defineQuery({
  name: 'test.storedPaidIn',
  text: `select count(*)::int8 as rows, coalesce(sum(hashtext(member_id || ' ' || put_in || ' ' || taken_out)), 0)::int8 as hash from assets_paid_in_totals`,
  params: [],
  row: { rows: int8, hash: int8 },
});

let world: StatementWorld;
let other: Database;
let deps: AssetsDeps;
let missing: number | undefined;

beforeAll(async () => {
  world = await statementWorld(NOW);
  const { fresh, clock } = world;
  other = await openDatabase({
    connection: fresh.appTarget,
    poolSize: 4,
    allowUnsafe: true,
    refuseNesting: true,
  });
  await fresh.owner.transaction((tx) => tx.run(addMembers, [MEMBERS + 1]));
  deps = {
    ...world.deps,
    lists: fresh.database,
    clock,
    assets: await loadAssets(fresh.database),
    rails: { carry: () => true },
    prices: createReferencePriceBoard(),
    gaps: { isGapAt: (symbol, at) => symbol === 'btcusdt' && at === missing },
    paidForCoins,
  };
  for (let member = 1; member <= MEMBERS; member += 1) {
    const legs = { USDT: String(100 + member), ...(member % 3 === 0 ? { BTC: '0.5' } : {}) };
    await world.post(
      member,
      recordTypes.depositSuccess,
      `2026-11-0${1 + (member % 9)}T10:00:00Z`,
      legs,
    );
  }
});
afterAll(async () => {
  await other?.close();
  await world?.fresh.drop();
});
beforeEach(async () => {
  missing = undefined;
  world.clock.set(Date.parse(NOW));
  await world.fresh.owner.transaction((tx) => tx.run(forget, []));
});

const everything = async () => ({
  days: await world.fresh.database.one(stored, []),
  paid: await world.fresh.database.one(paid, []),
});
const daysOf = async (member: number, through = '2026-11-20') =>
  (await findWorthDays(world.fresh.database, member, { since: '2026-01-01', through })).map(
    ({ day, worth, putIn, takenOut }) => [
      day.slice(5),
      worth === null ? null : formatDecimal(worth),
      formatDecimal(putIn),
      formatDecimal(takenOut),
    ],
  );
/** Of `btc` at the midnight that begins the day. */
const btcAt = (day: string, btc: string) =>
  (priceOnDay('btcusdt', Date.parse(`2026-${day}T00:00:00Z`)) * decimal<Amount>(btc)) / 10n ** 18n;

describe('the worth of members', () => {
  it('is stored for each midnight that changes it, from the first record on', async () => {
    await computeWorth(deps);
    // 102 USDT on the third, never changed.
    expect(await daysOf(2)).toEqual([['11-04', '102', '102', '0']]);
    const rows = await daysOf(3);
    expect(rows.map(([day]) => `2026-${day}`)).toEqual(daysBetween('2026-11-05', '2026-11-20'));
    for (const [day, worth] of rows) {
      expect(worth, day!).toBe(formatDecimal(btcAt(day!, '0.5') + decimal('103')));
    }
  });

  it('is the same from one pass over the past and from a pass each day', async () => {
    await countAllRecords(world.fresh.database);
    await computeWorth(deps);
    const once = await everything();
    await world.fresh.owner.transaction((tx) => tx.run(forget, []));
    for (let day = 2; day <= 20; day += 1) {
      world.clock.set(Date.parse('2026-11-01T09:00:00Z') + (day - 1) * DAY_MS);
      // Three days without a server.
      if (day < 11 || day > 13) await computeWorth(deps);
    }
    expect(await everything()).toEqual(once);
  });

  it('is computed once by two instances at the same time', async () => {
    await computeWorth(deps);
    const alone = await everything();
    for (let turn = 0; turn < 3; turn += 1) {
      await world.fresh.owner.transaction((tx) => tx.run(forget, []));
      await Promise.all([computeWorth(deps), computeWorth({ ...deps, database: other })]);
      expect(await everything()).toEqual(alone);
    }
  });

  it('goes on after an instance that was killed between and within transactions', async () => {
    await computeWorth(deps);
    const alone = await everything();
    for (const lives of [1, 2, 3]) {
      await world.fresh.owner.transaction((tx) => tx.run(forget, []));
      let left = lives;
      // Its last transaction is not committed.
      const dying: Database = {
        ...deps.database,
        transaction: (work) =>
          deps.database.transaction(async (tx) => {
            const done = await work(tx);
            if ((left -= 1) < 0) throw new Error('killed');
            return done;
          }),
      };
      await expect(computeWorth({ ...deps, database: dying })).rejects.toThrow('killed');
      expect(await everything()).not.toEqual(alone);
      await computeWorth(deps);
      expect(await everything()).toEqual(alone);
    }
  });

  it('stops between batches when its server ends', async () => {
    const ending = new AbortController();
    ending.abort();
    await computeWorth(deps, ending.signal);
    expect((await everything()).days.rows).toBe(0);
  });

  it('has no figure where a price was missing, and goes on after it', async () => {
    missing = Date.parse('2026-11-10T00:00:00Z');
    await computeWorth(deps);
    const rows = await daysOf(6);
    expect(rows.filter(([, worth]) => worth === null).map(([day]) => day)).toEqual(['11-10']);
    // Without the coin there is nothing to miss.
    expect((await daysOf(7)).every(([, worth]) => worth !== null)).toBe(true);
  });

  it('waits until what was due before midnight is posted', async () => {
    world.clock.set(Date.parse('2026-11-20T00:14:00Z'));
    await computeWorth(deps);
    expect((await daysOf(3)).at(-1)?.[0]).toBe('11-19');
    world.clock.set(Date.parse('2026-11-20T00:15:00Z'));
    await computeWorth(deps);
    expect((await daysOf(3)).at(-1)?.[0]).toBe('11-20');
  });
});

describe('what a member reads', () => {
  const member = 30;
  const read = async (period: 'week' | 'month' | 'all', id = member) => {
    await updatePaidIn(deps.database, deps, id);
    return deps.database.snapshot(async (reader) => ({
      worth: await showWorth(reader, deps, { memberId: id, period, now: world.clock.now() }),
      now: await reportProfit(reader, deps, { memberId: id, now: world.clock.now() }),
    }));
  };

  it('adds up: profit is worth now less worth then, less what was put in, with what was taken out', async () => {
    const { post } = world;
    await post(member, recordTypes.depositSuccess, '2026-11-15T10:00:00Z', { BTC: '0.1' });
    await post(member, recordTypes.withdrawalSuccess, '2026-11-16T10:00:00Z', { USDT: '-30' });
    await post(member, recordTypes.financeYield, '2026-11-17T10:00:00Z', { USDT: '2' });
    await computeWorth(deps);
    const { worth, now } = await read('week');
    expect(worth).toMatchObject({ state: 'ready', isYounger: false });
    expect(worth.list.map(({ day }) => day)).toEqual(daysBetween('2026-11-13', '2026-11-20'));
    const [then] = worth.list;
    const last = worth.list.at(-1)!;
    expect([last.putIn, last.takenOut]).toEqual([now.putIn, now.takenOut]);
    // The price of the tenth hour is that of its day.
    const bought = priceOnDay('btcusdt', Date.parse('2026-11-15T10:00:00Z')) / 10n;
    expect(decimal(now.putIn) - decimal(then!.putIn)).toBe(bought);
    expect([then!.takenOut, now.takenOut]).toEqual(['0', '30']);
    expect(decimal(last.worth!)).toBe(btcAt('11-20', '0.6') + decimal('102'));
  });

  it('begins with nothing on the day of the first deposit when that is within the period', async () => {
    await computeWorth(deps);
    const { worth } = await read('month');
    expect(worth).toMatchObject({ state: 'ready', isYounger: true });
    expect(worth.list[0]).toEqual({ day: '2026-11-04', worth: '0', putIn: '0', takenOut: '0' });
    expect((await read('all')).worth).toEqual(worth);
  });

  it('is being computed until the first pass has reached the member', async () => {
    expect((await read('week')).worth).toMatchObject({ state: 'computing', list: [] });
    await computeWorth(deps);
    expect((await read('week')).worth.state).toBe('ready');
  });

  it('is a single day for a member who came today, whether all others are computed or not', async () => {
    const newcomer = MEMBERS + 1;
    await world.post(newcomer, recordTypes.paperFundsGranted, '2026-11-20T08:00:00Z', { ETH: '1' });
    const alone = {
      state: 'ready',
      isYounger: true,
      list: [{ day: '2026-11-20', worth: '0', putIn: '0', takenOut: '0' }],
    };
    expect((await read('all', newcomer)).worth).toEqual(alone);
    await computeWorth(deps);
    expect((await read('week', newcomer)).worth).toEqual(alone);
  });

  it('counts what is written late for an earlier day on the next one, put in and worth alike', async () => {
    await computeWorth(deps);
    const before = await daysOf(9);
    await world.post(9, recordTypes.depositSuccess, '2026-11-12T10:00:00Z', { USDT: '50' });
    world.clock.set(Date.parse('2026-11-21T09:00:00Z'));
    await computeWorth(deps);
    const rows = await daysOf(9, '2026-11-21');
    expect(rows.slice(0, -1)).toEqual(before);
    const [, worth, putIn] = rows.at(-1)!;
    expect(decimal(putIn!) - decimal(before.at(-1)![2]!)).toBe(decimal('50'));
    expect(decimal(worth!)).toBe(btcAt('11-21', '0.5') + decimal('159'));
  });
});
