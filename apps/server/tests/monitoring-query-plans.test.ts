/** The database cost of monitoring, measured without a clock: what a rule reads grows with what is new, not with the tables. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../src/features/backoffice/monitoring/store.ts';
import '../src/features/money/funding/store-shared-addresses.ts';
import '../src/features/trading/spot/store-trading-facts.ts';
import { linksOfPairs } from '../src/kernel/cases/linked-accounts.ts';
import '../src/kernel/ledger/money-moves.ts';
import '../src/kernel/members/account-closing.ts';
import '../src/kernel/members/devices.ts';
import { allQueries, type Params } from '../src/platform/database/query.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explainer, openExplainer } from './support/explain.ts';

const MEMBERS = 200;
/** A tenth of them is money that came. */
const POSTINGS = 20_000;
const ORDERS = 6_000;
const NEWEST = Date.parse('2026-11-01T00:00:00Z');
const SINCE = NEWEST - 24 * 3_600_000;

let fresh: FreshDatabase;
let explainer: Explainer;

/** An hour apart. */
const HITS = 3_000;

/** Newest last, a second apart. */
const fill = `
  insert into members (id, email, country_code, phone, password_hash, invite_code, created_at, updated_at) overriding system value
    select i, i || '@plans.test', '86', i::text, 'none', 'plans' || i, now(), now() from generate_series(1, ${MEMBERS}) i;
  insert into ledger_entries (kind, reference, effective_at) select 9, 'plans:' || i, now() from generate_series(1, ${POSTINGS}) i;
  insert into ledger_postings (entry_id, owner_id, asset, available, total_after, kind, effective_at)
    select i, 1 + i / 100 % ${MEMBERS}, 'USDT', 1, 1, case when i % 10 = 0 then 17 else 9 end,
      to_timestamp(${NEWEST / 1_000}) - (${POSTINGS} - i) * interval '1 minute'
    from generate_series(1, ${POSTINGS}) i;
  insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, filled_quantity,
      filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at)
    select i, 1 + i % ${MEMBERS}, 1, 1 + i % 2, 1, 1, 1, 0, 0, 0, 0, 0, 2 + i % 2,
      to_timestamp(${NEWEST / 1_000}) - (${ORDERS} - i) * interval '1 minute', now() from generate_series(1, ${ORDERS}) i;
  insert into spot_trades (id, instrument_id, maker_order_id, taker_order_id, taker_side, price, quantity, quote_amount, maker_fee,
      taker_fee, created_at)
    select i, 1, i, i - 1, 1, 1, 1, 1, 0, 0, to_timestamp(${NEWEST / 1_000}) from generate_series(2, ${ORDERS}) i;
  insert into withdrawals (member_id, asset, network, address, memo, amount, fee, due_at, created_at, updated_at)
    select 1 + i % ${MEMBERS}, n.asset, n.network, 'address-' || i % 1500, '', 10, 1, now(),
      to_timestamp(${NEWEST / 1_000}) - (${ORDERS} - i) * interval '1 minute', now()
    from generate_series(1, ${ORDERS}) i cross join (select asset, network from asset_networks limit 1) n;
  insert into member_devices (member_id, key_hash, name, address, network, method, first_seen_at, last_seen_at, logged_in_at)
    select i, 'device-' || i / 2, 'Firefox', '', '', 'password', to_timestamp(${NEWEST / 1_000}), now(), now()
    from generate_series(1, ${MEMBERS}) i;
  insert into screening_values (member_id, what, value, value_key)
    select 1 + i % ${MEMBERS}, 'address', 'a' || i, 'a' || i / 2 from generate_series(1, ${ORDERS}) i;
  -- One device of 21 accounts, and one inviter of 21.
  insert into member_devices (member_id, key_hash, name, address, network, method, first_seen_at, last_seen_at, logged_in_at)
    select i, 'of-a-shop', 'Firefox', '', '', 'password', now(), now(), now() from generate_series(100, 120) i;
  insert into members (id, email, country_code, phone, password_hash, invite_code, invited_by, created_at, updated_at, closed_at, is_frozen)
    overriding system value
    select i, i || '@plans.test', '86', i::text, 'none', 'plans' || i, case when i <= 1021 then 150 when i = 1022 then 151 end, now(), now(),
      case when i > 3980 then to_timestamp(${NEWEST / 1_000}) - interval '9 days' end, i > 3980
    from generate_series(1001, 4000) i;
  -- Hits of nobody's cases, of versions that nobody agreed to.
  alter table monitoring_versions disable trigger user, drop constraint monitoring_versions_proposed_by_fkey,
    drop constraint monitoring_versions_decided_by_fkey;
  alter table monitoring_hits disable trigger user, drop constraint monitoring_hits_case_id_fkey;
  insert into monitoring_versions (id, rule, version, is_on, points, parameters, reason, proposed_by, proposed_at, state, decided_by, decided_at)
    overriding system value select i, 'rule' || chr(96 + i), 1, true, 1, '{}', 'x', 1, now(), 'agreed', 2, now() from generate_series(1, 10) i;
  insert into monitoring_hits (version_id, member_id, case_id, since, until, found, created_at)
    select 1 + i % 10, 1 + i % ${MEMBERS}, 1, at, at, 'x', at from (
      select i, to_timestamp(${NEWEST / 1_000}) - (${HITS} - i) * interval '1 hour' as at from generate_series(1, ${HITS}) i) hit;`;

beforeAll(async () => {
  fresh = await freshDatabase();
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(fill);
  await countAllRecords(fresh.database);
  await owner.query('vacuum analyze');
  await owner.end();
  explainer = await openExplainer(fresh.ownerTarget);
});
afterAll(async () => {
  await explainer?.close();
  await fresh?.drop();
});

const explain = (name: string, params: Params) =>
  explainer.explain(allQueries().find((query) => query.name === name)!, params);

test.each<[name: string, params: Params, indexes: readonly string[], rowsMax: number]>([
  ['kernel.moversAfter', [POSTINGS - 500, 5_000], ['ledger_postings_pkey'], 1_100],
  ['kernel.moversBetween', [SINCE, NEWEST, 5_001], ['ledger_postings_flows_by_time'], 160],
  ['kernel.movesOfMembers', [[1, 2, 3], SINCE, NEWEST], ['ledger_postings_flows'], 30],
  ['spot.ordersOfMembers', [[1, 2, 3], SINCE, NEWEST], ['spot_orders_of_member'], 90],
  [
    'spot.fillsOfOrders',
    [[ORDERS - 1, ORDERS - 2], NEWEST],
    ['spot_trades_maker', 'spot_trades_taker'],
    30,
  ],
  ['spot.sidesOfTakers', [[ORDERS - 1, ORDERS - 2]], ['spot_trades_taker'], 20],
  ['kernel.sharedDevices', [[1, 2, 3], SINCE, NEWEST], ['member_devices_of_key'], 20],
  [
    'cases.linksOfPairs',
    [
      [1, 1],
      [2, 3],
    ],
    ['screening_values_once'],
    2_000,
  ],
  [
    'withdrawal.sharedAddresses',
    [[1], SINCE, NEWEST],
    ['withdrawals_to_address', 'withdrawals_of_member'],
    6_000,
  ],
  ['monitoring.lastHits', ['rulea', [1, 2, 3]], [], 120],
  ['monitoring.countHits', [SINCE, [7]], ['monitoring_hits_of_time'], 60],
  ['kernel.closedBefore', [NEWEST, 0, 500], ['members_closed'], 50],
])('%s reads what is new by its indexes', async (name, params, wanted, rowsMax) => {
  const { indexes, wholeTables, rowsRead } = await explain(name, params);
  const tables = [
    'ledger_postings',
    'spot_orders',
    'spot_trades',
    'withdrawals',
    'monitoring_hits',
    'members',
  ];
  expect({
    missing: wanted.filter((index) => !indexes.has(index)),
    whole: tables.filter((table) => wholeTables.has(table)),
    isBounded: rowsRead <= rowsMax || rowsRead,
  }).toEqual({ missing: [], whole: [], isBounded: true });
});

test('what more than twenty accounts share links none of them, be it a device or an inviter', async () => {
  const links = await fresh.database.many(linksOfPairs, [
    [2, 101, 1001, 1022],
    [3, 102, 150, 151],
  ]);
  expect(links).toEqual([
    { one: 2, other: 3, ground: 'device' },
    { one: 101, other: 102, ground: 'destination' },
    { one: 1022, other: 151, ground: 'inviter' },
  ]);
});
