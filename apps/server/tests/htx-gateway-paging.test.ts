/** Every paged call of HTX, read to its end by HTX's own rules and by times as ccxt does: each row once, also of one millisecond. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundCalls } from '../src/features/gateway/htx-gateway/private/rest/fund-calls.ts';
import { listCalls } from '../src/features/gateway/htx-gateway/private/rest/list-calls.ts';
import { recordCalls } from '../src/features/gateway/htx-gateway/private/rest/record-calls.ts';
import {
  Page,
  type SignedCallDeps,
} from '../src/features/gateway/htx-gateway/private/rest/signed-call.ts';
import { depositsAfter } from '../src/features/money/funding/deposit/store.ts';
import type { Engines } from '../src/features/trading/spot/engines.ts';
import { createOrderApi } from '../src/features/trading/spot/order-api.ts';
import { clusterAdmin } from './support/cluster.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { manualClock, spotDependencies } from './support/market.ts';

const MEMBER = 1;
const ROWS = 2_500;
/** 2,500 orders in 25 milliseconds, and as many of each other kind; every tenth order is of a stop limit that waited before it. */
const fill = `
  insert into members (id, email, country_code, phone, password_hash, invite_code, created_at, updated_at) overriding system value
    values (${MEMBER}, 'pages@plans.test', '86', '1', 'none', 'pages', now(), now());
  set session_replication_role = replica;
  create function pg_temp.at(n int) returns timestamptz language sql as
    $$ select '2026-10-01T00:00:00Z'::timestamptz + n / 100 * interval '1 millisecond' $$;
  insert into spot_conditional_orders (id, member_id, instrument_id, kind, side, watches, operator, trigger_price, limit_price, quantity,
      status, source, accepted_price, met_number, met_price, met_at, order_id, created_at, updated_at)
    select n * 2, ${MEMBER}, (select min(id) from instruments), 1, 2, 1, 2, 90, 90, 1, case n % 20 when 0 then 1 else 2 end, 2, 100,
      case n % 20 when 0 then null else n end, case n % 20 when 0 then null else 90 end,
      case n % 20 when 0 then null else now() end, case n % 20 when 0 then null else 1000000 - n end, pg_temp.at(n), now()
    from generate_series(0, ${ROWS - 1}) n where n % 10 = 0 and n > 0;
  insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, filled_quantity, filled_quote, fee,
      maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, source, conditional_id)
    select case when n % 10 = 0 and n > 0 then 1000000 - n else n * 2 + 1 end, ${MEMBER}, (select min(id) from instruments), 2, 1, 90, 1,
      0.5, 45, 0, 0, 0, 1, case when n % 10 = 0 and n > 0 then now() else pg_temp.at(n) end, now(), 2,
      case when n % 10 = 0 and n > 0 then n * 2 end
    from generate_series(0, ${ROWS - 1}) n where n % 20 <> 0 or n = 0;
  insert into spot_trades (id, instrument_id, maker_order_id, taker_order_id, taker_side, price, quantity, quote_amount, maker_fee,
      taker_fee, created_at)
    select n, (select min(id) from instruments), case n % 2 when 0 then 1 end, case n % 2 when 1 then 1 end, 1, 90, 0.0001, 0.009, 0, 0,
      pg_temp.at(n) from generate_series(1, ${ROWS}) n;
  insert into ledger_entries (kind, reference, effective_at) select 9, 'pages:' || n, now() from generate_series(1, ${ROWS}) n;
  insert into ledger_postings (entry_id, owner_id, asset, available, total_after, kind, effective_at)
    select n, ${MEMBER}, 'BTC', 1, 1, 9, pg_temp.at(n) from generate_series(1, ${ROWS}) n;
  insert into deposits (member_id, asset, network, address, amount, fee, source, txid, state, due_at, created_at, decided_at, updated_at)
    select ${MEMBER}, 'BTC', 'BTC', 'x', 1, 0, 'network', n::text, 'completed', now(), pg_temp.at(n), now(), now()
    from generate_series(1, ${ROWS}) n;
  analyze`;

let fresh: FreshDatabase;
let deps: SignedCallDeps;
let symbol: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  const admin = new Client({ ...clusterAdmin(), database: fresh.appTarget.database! });
  await admin.connect();
  await admin.query(fill);
  await admin.end();
  const { database } = fresh;
  const { instruments } = await spotDependencies(database, manualClock());
  // Nothing is placed here, so no engine is needed.
  const orders = createOrderApi({ database, instruments, engines: {} as Engines });
  const deposits: Pick<SignedCallDeps['deposits'], 'list'> = {
    list: ({ memberId, asset, from, direction, limit }) =>
      database.many(depositsAfter[direction], [memberId, asset, from, limit]),
  };
  deps = { database, instruments, orders, deposits } as unknown as SignedCallDeps;
  symbol = instruments.all.toSorted((one, other) => one.id - other.id)[0]!.symbol;
});
afterAll(() => fresh.drop());

type Row = Record<string, number>;
type Query = Record<string, string | number>;

/** The rows, and what the answer says of the next page. */
async function read(path: string, query: Query): Promise<{ rows: Row[]; next: Row }> {
  const call = [...listCalls, ...recordCalls, ...fundCalls].find((each) => each.path === path)!;
  const access = { memberId: MEMBER, keyId: 1, canTrade: true, isFrozen: false };
  const inputs = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, `${value}`]),
  );
  const answer = await call.answer(deps, { access, inputs, params: {} } as never);
  if (!(answer instanceof Page)) return { rows: answer as Row[], next: {} };
  return { rows: answer.rows as Row[], next: { ...answer.next } };
}

/** Reads on until a page is empty or names no next one. `onFrom`: the filter of the next page, from the rows of this one. */
async function readAll(
  path: string,
  query: Query,
  onFrom: (rows: Row[], next: Row) => Query | undefined,
) {
  const all: Row[] = [];
  let more: Query | undefined = {};
  while (more !== undefined) {
    const { rows, next } = await read(path, { ...query, ...more });
    all.push(...rows);
    more = rows.length === 0 ? undefined : onFrom(rows, next);
  }
  return all;
}

const open = { size: 150 };
const listed = () => ({ symbol, states: 'created,submitted,partial-filled', size: 170 });
const fromLast = (id: string) => (rows: Row[]) => ({ from: rows.at(-1)![id]!, direct: 'next' });
const fromFirst = (id: string) => (rows: Row[]) => ({ from: rows[0]![id]!, direct: 'prev' });
const given = (field: string, as: string) => (_rows: Row[], next: Row) =>
  next[field] === undefined ? undefined : { [as]: next[field]! };
/** As ccxt goes on: before the oldest time, after the newest. */
const before = (time: string) => (rows: Row[]) => ({
  'end-time': Math.min(...rows.map((row) => row[time]!)) - 1,
});
const after = (time: string) => (rows: Row[]) => ({
  'start-time': Math.max(...rows.map((row) => row[time]!)) + 1,
});
/** One order of the list is older than the first page, so that `prev` has somewhere to begin. */
const backwards = { from: 1, direct: 'prev' };

describe('all rows of a member are read once each', () => {
  it.each<[string, string, string, () => Query, Parameters<typeof readAll>[2], number?]>([
    ['open orders from the last id', '/v1/order/openOrders', 'id', () => open, fromLast('id')],
    ['orders from the last id', '/v1/order/orders', 'id', listed, fromLast('id')],
    [
      'newer orders',
      '/v1/order/orders',
      'id',
      () => ({ ...listed(), ...backwards }),
      fromFirst('id'),
      ROWS - 1,
    ],
    ['orders before a time', '/v1/order/orders', 'id', listed, before('created-at')],
    [
      'orders by next-time',
      '/v1/order/history',
      'id',
      () => ({ size: 70 }),
      given('next-time', 'end-time'),
    ],
    [
      'newer orders by next-time',
      '/v1/order/history',
      'id',
      () => ({ size: 1_000, direct: 'prev', 'start-time': 1 }),
      given('next-time', 'start-time'),
    ],
    [
      'trades from the last id',
      '/v1/order/matchresults',
      'id',
      () => ({ size: 330 }),
      fromLast('id'),
    ],
    [
      'trades before a time',
      '/v1/order/matchresults',
      'id',
      () => ({ size: 500 }),
      before('created-at'),
    ],
    [
      'trades after a time',
      '/v1/order/matchresults',
      'id',
      () => ({ size: 70, direct: 'prev', 'start-time': 1 }),
      after('created-at'),
    ],
    [
      'changes by next-id',
      '/v1/account/history',
      'record-id',
      () => ({ 'account-id': MEMBER, size: 500 }),
      given('next-id', 'from-id'),
    ],
    [
      'changes by next-id, oldest first',
      '/v1/account/history',
      'record-id',
      () => ({ 'account-id': MEMBER, size: 70, sort: 'asc' }),
      given('next-id', 'from-id'),
    ],
    [
      'changes before a time',
      '/v1/account/history',
      'record-id',
      () => ({ 'account-id': MEMBER, size: 70 }),
      before('transact-time'),
    ],
    [
      'the ledger by nextId',
      '/v2/account/ledger',
      'transactId',
      () => ({ accountId: MEMBER, limit: 500 }),
      given('nextId', 'fromId'),
    ],
    [
      'deposits from the last id',
      '/v1/query/deposit-withdraw',
      'id',
      () => ({ type: 'deposit', size: 330 }),
      fromLast('id'),
    ],
  ])('%s', async (_what, path, id, query, onFrom, count = ROWS) => {
    const ids = (await readAll(path, query(), onFrom)).map((row) => row[id]);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids).toHaveLength(count);
  });

  it('an answer with room for all names no next page', async () => {
    for (const [path, query] of [
      [
        '/v1/account/history',
        { 'account-id': MEMBER, 'end-time': Date.parse('2026-10-01T00:00:00.001Z') },
      ],
      ['/v1/order/history', { 'end-time': Date.parse('2026-10-01T00:00:00.000Z') }],
    ] as const) {
      const { rows, next } = await read(path, { ...query, size: 500 });
      expect(rows.length).toBeGreaterThan(0);
      expect(next).toEqual({});
    }
  });
});
