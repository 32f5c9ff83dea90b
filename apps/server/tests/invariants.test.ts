/** Checks of the invariants: what they cover, one instance at a time, and what read-only mode stops in the engines (ADR 52). */
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { invariants } from '../src/audit/invariants.ts';
import { createEngines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { checkInvariants } from '../src/kernel/invariants/check-invariants.ts';
import type { Invariant } from '../src/kernel/invariants/invariant.ts';
import { createReadOnly } from '../src/kernel/invariants/read-only.ts';
import { bool, int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { createLog } from '../src/platform/log.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;

beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.drop());

function check(rules: readonly Invariant[] = invariants) {
  const { database } = fresh;
  const log = createLog('silent');
  const bus = createLocalBus((error) => log.error(error));
  const readOnly = createReadOnly({ database });
  return checkInvariants({ database, clock, log, bus, readOnly, invariants: rules });
}

const stateQuery = defineQuery({
  name: 'test.invariantState',
  text: `select p.entries_through, (select max(id) from ledger_entries)::int8 as newest,
      coalesce((select string_agg(id, ' ' order by id) from invariant_results where cardinality(faults) > 0), '') as broken,
      exists (select from read_only_periods where lifted_at is null) as is_read_only
    from invariant_progress p`,
  params: [],
  row: { entriesThrough: int8, newest: int8, broken: text, isReadOnly: bool },
});
const planMode = defineQuery({
  name: 'test.planMode',
  text: `select current_setting('plan_cache_mode') as mode`,
  params: [],
  row: { mode: text },
});
const state = () => fresh.database.one(stateQuery, []);

/** An entry without its fact, which only the owner of the database can write. */
const UNFOUNDED = `select ledger_write(array[22::smallint], array['manual:999'], array[''], array[now()], array[1, 1],
  array[22, 22]::smallint[], array[-6, -1], array['USDT', 'USDT'], array[1, -1], array[0, 0], array[0, 0], array[0, 0], array[0, 0], array[0, 0])`;

it('a passed check moves on, so that the next one starts behind it', async () => {
  await fundedMember(fresh.database, { USDT: '1000' });
  await check();
  const { entriesThrough, newest, broken } = await state();
  expect([entriesThrough, broken]).toEqual([newest, '']);
});

it('an entry that commits after later ones is not skipped', async () => {
  const late = new Client(fresh.ownerTarget);
  await late.connect();
  await late.query('begin');
  await late.query(UNFOUNDED);
  await fundedMember(fresh.database, { USDT: '1000' });
  // The late entry has a smaller id than those that this check sees.
  await check();
  expect(await state()).toMatchObject({ entriesThrough: 0, broken: '' });
  await late.query('commit');
  await late.end();
  await check();
  expect(await state()).toMatchObject({ broken: 'entries-founded two-people', isReadOnly: true });
});

it('entries that are posted during a check are left to the next one, by rules of single entries', async () => {
  await fundedMember(fresh.database, { USDT: '1000' });
  const { newest } = await state();
  const ends: (number | undefined)[] = [];
  const post: Invariant = {
    id: 'posts',
    rule: 'Posts',
    async find() {
      await fundedMember(fresh.database, { USDT: '1000' });
      return [];
    },
  };
  const ofEntries: Invariant = {
    id: 'of-entries',
    rule: 'Of entries',
    isOfEntries: true,
    async find(_reader, { through }) {
      ends.push(through?.entry);
      return [];
    },
  };
  await check([ofEntries, post]);
  expect(ends).toEqual([newest]);
  expect(await state()).toMatchObject({ entriesThrough: newest });
  await check([ofEntries]);
  expect(ends[1]).toBeGreaterThan(newest);
});

it('a broken check does not move on, so that the next one finds the break again', async () => {
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(UNFOUNDED);
  await owner.end();
  await check();
  await check();
  expect(await state()).toMatchObject({ entriesThrough: 0, broken: 'entries-founded two-people' });
});

it('a check plans its statements for what the tables contain now', async () => {
  const modes: string[] = [];
  const rule: Invariant = {
    id: 'plans',
    rule: 'Plans',
    async find(reader) {
      modes.push((await reader.one(planMode, [])).mode);
      return [];
    },
  };
  await check([rule]);
  modes.push((await fresh.database.one(planMode, [])).mode);
  expect(modes).toEqual([expect.stringContaining('custom'), 'auto']);
});

it('a second instance does not check while one does', async () => {
  let runs = 0;
  let goOn: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const rule: Invariant = {
    id: 'slow',
    rule: 'Slow',
    async find() {
      runs += 1;
      begun();
      await ended;
      return [];
    },
  };
  const first = check([rule]);
  await started;
  await check([rule]);
  expect(runs).toBe(1);
  goOn();
  await first;
  await check([rule]);
  expect(runs).toBe(2);
});

it('engines accept no orders and quote no prices in read-only mode', async () => {
  const { database } = fresh;
  let since: number | undefined = clock.now();
  const deps = { ...(await spotDependencies(database, clock)), readOnly: { since: () => since } };
  const engines = createEngines(deps);
  await engines.open();
  const memberId = await fundedMember(database, { USDT: '1000' });
  deps.tick('bnbusdt', '500');
  const order = {
    memberId,
    symbol: 'bnbusdt',
    side: 'buy',
    price: '490',
    quantity: '0.1',
    type: 'limit',
    total: undefined,
    key: undefined,
  } as const;
  await expect(placeOrder(engines, order)).rejects.toMatchObject({ code: 5006 });
  expect(engines.find('bnbusdt')?.hasWork).toBe(false);
  since = undefined;
  expect(await placeOrder(engines, order)).toMatchObject({ order: { status: 1 } });
  await engines.close();
});
