/** A check of the invariants reads what was written since the last one, however long the journal is (ADR 52). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invariants } from '../../src/audit/invariants.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { clusterAdmin } from '../support/cluster.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { createEngines } from '../../src/features/spot/engines.ts';
import { placeOrder } from '../../src/features/spot/place-order.ts';
import { fundedMember, manualClock, spotDependencies } from '../support/market.ts';
import { openRewindable } from '../support/rewindable.ts';

const POSTINGS = 1_000_000;
/** The catalogue of guards has some hundred rows; tables of a new database are small. */
const ROWS_MAX = 20_000;
/** Each order of the minute is read with its trades and postings, once by each rule about it; tables of some pages are scanned for it. */
const ORDERS = 500;
const ROWS_PER_ORDER_MAX = 250;

const statement = (name: string, text: string) => defineStatement({ name, text, params: [] });

/** One entry of the two house accounts for fees and rounding. */
const fill = [
  statement(
    'test.fillEntry',
    `insert into ledger_entries (kind, reference, effective_at) values (35, 'round:0', now())`,
  ),
  statement(
    'test.fillPostings',
    `insert into ledger_postings (entry_id, owner_id, asset, available, total_after, kind, effective_at)
      select (select max(id) from ledger_entries), -1 - i % 2, 'USDT', 1 - 2 * (i % 2), 0, 35, now() from generate_series(1, ${POSTINGS}) i`,
  ),
  statement(
    'test.fillBalances',
    `insert into ledger_balances (owner_id, asset, available) values (-1, 'USDT', ${POSTINGS / 2}), (-2, 'USDT', -${POSTINGS / 2})`,
  ),
  statement(
    'test.fillProgress',
    `select invariant_advance((select max(id) from ledger_entries), (select max(id) from ledger_postings))`,
  ),
];

const progress = defineQuery({
  name: 'test.progress',
  text: 'select entries_through as entry, postings_through as posting from invariant_progress',
  params: [],
  row: { entry: int8, posting: int8 },
});

const rowsRead = defineQuery({
  name: 'test.rowsRead',
  text: 'select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int8 as read from pg_stat_xact_user_tables',
  params: [],
  row: { read: int8 },
});

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.owner.transaction(async (tx) => {
    for (const each of fill) await tx.run(each, []);
  });
  await fundedMember(fresh.database, { USDT: '1000' });
  await fresh.owner.transaction((tx) => tx.run(statement('test.analyze', 'analyze'), []));
}, 300_000);
afterAll(() => fresh.drop());

/** Rows that a check reads, and the time it takes (ms). */
async function cost(): Promise<{ read: number; tookMs: number }> {
  const target = { ...clusterAdmin(), database: fresh.appTarget.database! };
  const { database, close } = await openRewindable(target, () => () => undefined);
  try {
    const { entry, posting } = await database.one(progress, []);
    expect(posting).toBeGreaterThanOrEqual(POSTINGS);
    const startedAt = performance.now();
    for (const { id, find } of invariants) {
      expect([id, await find(database, { entry, posting, own: 0 })]).toEqual([id, []]);
    }
    const tookMs = Math.round(performance.now() - startedAt);
    return { read: (await database.one(rowsRead, [])).read, tookMs };
  } finally {
    await close();
  }
}

it('reads few rows after a million postings', async () => {
  const { read, tookMs } = await cost();
  process.stdout.write(`a check after a million postings: ${read} rows, ${tookMs} ms\n`);
  expect(read).toBeLessThan(ROWS_MAX);
});

it('reads rows in proportion to the orders of the minute', async () => {
  const { database } = fresh;
  const before = await cost();
  const deps = await spotDependencies(database, manualClock());
  const engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
  const funds = { USDT: '1000000', BNB: '1000' };
  const members = [await fundedMember(database, funds), await fundedMember(database, funds)];
  const common = { type: 'limit', total: undefined, key: undefined, symbol: 'bnbusdt' } as const;
  const trade = async () => {
    for (let at = 0; at < ORDERS; at += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          placeOrder(engines, {
            ...common,
            memberId: members[index % 2]!,
            side: index % 2 === 0 ? 'buy' : 'sell',
            price: index % 4 < 2 ? '500' : index % 2 === 0 ? '495' : '505',
            quantity: '0.1',
          }),
        ),
      );
    }
    return cost();
  };
  const once = await trade();
  const twice = await trade();
  await engines.close();
  process.stdout.write(
    `a check after ${ORDERS} more orders: ${once.read} rows, ${once.tookMs} ms; twice as many: ${twice.read} rows, ${twice.tookMs} ms\n`,
  );
  for (const read of [once.read - before.read, twice.read - once.read]) {
    expect(read).toBeLessThan(ORDERS * ROWS_PER_ORDER_MAX);
  }
}, 120_000);
