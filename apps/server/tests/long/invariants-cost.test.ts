/** A check of the invariants reads what was written since the last one, however long the journal is (ADR 52). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invariants } from '../../src/audit/invariants.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { clusterAdmin } from '../support/cluster.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { createEngines } from '../../src/features/trading/spot/engines.ts';
import { placeOrder } from '../../src/features/trading/spot/place-order.ts';
import { fundedMember, manualClock, spotDependencies } from '../support/market.ts';
import { openRewindable } from '../support/rewindable.ts';

const POSTINGS = 1_000_000;
/** The catalogue of guards has some hundred rows; tables of a new database are small. */
const ROWS_MAX = 20_000;
/** Each order of the minute is read with its trades and postings, once by each rule about it, its postings also with their entries; tables of some pages are scanned for it. */
const ORDERS = 500;
const ROWS_PER_ORDER_MAX = 280;

const statement = (name: string, text: string) => defineStatement({ name, text, params: [] });

/** One entry of the two exchange accounts for fees and rounding. */
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

const EARLIER = 20_000;
const SEALED_NUMBER = `'s1:' || repeat('A', 40) || ':DE89****00'`;

/** Requests of earlier days, without their entries; then one deposit and one batch of rewards with an entry of this minute. */
const earlierDays = [
  statement('test.withoutTriggers', 'set local session_replication_role = replica'),
  statement(
    'test.earlierDeposits',
    `insert into deposits (id, member_id, asset, network, address, amount, fee, source, state, due_at, created_at, decided_at, updated_at)
      overriding system value select 1000000 + i, i, 'USDT', 'TRX', 'T', 1, 0, 'network', 'completed', now(), now(), now(), now() from generate_series(1, ${EARLIER}) i`,
  ),
  statement(
    'test.earlierWithdrawals',
    `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, state, due_at, created_at, updated_at)
      select i, 'USDT', 'TRX', 'T', '', 1, 0, 'completed', now(), now(), now() from generate_series(1, ${EARLIER}) i`,
  ),
  statement(
    'test.earlierPayouts',
    `insert into payouts (member_id, asset, amount, currency, quoted_rate, quoted_received, least_received, rate, spread, legs, fee, received,
        bank_name, account_name, card_number, bank_address, iban, payee_address, country, state, due_at, created_at, updated_at)
      select i, 'USDT', 1, 'EUR', 1, 1, 0, 1, 0, '[]', 0, 1, '', '', ${SEALED_NUMBER}, '', ${SEALED_NUMBER}, '', '', 'completed', now(), now(), now()
      from generate_series(1, ${EARLIER}) i`,
  ),
  statement(
    'test.earlierReviews',
    `insert into reviews (kind, subject_id, member_id, approvals, facts, facts_hash, state, first_by, first_hash, first_at, decided_by, decided_hash,
        decided_at, created_at, updated_at)
      select 'withdrawal', i, i, 2, '{}', '', 'approved', 1, '', now(), 2, '', now(), now(), now() from generate_series(1, ${EARLIER}) i`,
  ),
  statement(
    'test.earlierRewards',
    `insert into invitation_rewards (batch_id, source, source_id, level, inviter_id, invitee_id, asset, fee, share, amount, charged_at, created_at)
      select i, 'swap', i, 1, 1, 2, 'USDT', 1, 0.1, 0.1, now(), now() from generate_series(1, ${EARLIER}) i`,
  ),
  statement(
    'test.entriesOfThisMinute',
    `insert into ledger_entries (kind, reference, effective_at) values (17, 'deposit:1000007', now()), (13, 'reward:7', now())`,
  ),
  statement('test.analyzeEarlier', 'analyze'),
];
/** Requests of this minute, and the balances of a few members. */
const ROWS_OF_A_MINUTE_MAX = 500;

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

it('reads no requests, reviews and rewards of earlier days', async () => {
  const target = { ...clusterAdmin(), database: fresh.appTarget.database! };
  const { database, close } = await openRewindable(target, () => () => undefined);
  try {
    const since = { ...(await database.one(progress, [])), own: 1 };
    await database.transaction(async (tx) => {
      for (const each of earlierDays) await tx.run(each, []);
    });
    const read: Record<string, number> = {};
    for (const id of ['holds-match', 'deposits-approved', 'rewards-within-fees', 'two-people']) {
      const before = await database.one(rowsRead, []);
      await invariants.find((each) => each.id === id)!.find(database, since);
      read[id] = (await database.one(rowsRead, [])).read - before.read;
    }
    const whole = Object.entries(read).filter(([, rows]) => rows > ROWS_OF_A_MINUTE_MAX);
    expect(whole).toEqual([]);
  } finally {
    await close();
  }
});
