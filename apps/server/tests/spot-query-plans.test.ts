/** The database cost of lists of orders, measured without a clock: indexes used, rows read. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../src/features/trading/spot/store.ts';
import '../src/features/trading/spot/store-fills.ts';
import { allQueries, type Params } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explainer, openExplainer } from './support/explain.ts';
import { fundedMember } from './support/market.ts';

/** All of one member: three open, the others filled or cancelled. */
const ORDERS = 20_000;

let fresh: FreshDatabase;
let explainer: Explainer;
let member: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  member = await fundedMember(fresh.database, { USDT: '1' });
  const other = await fundedMember(fresh.database, { USDT: '1' });
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(`insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, filled_quantity,
      filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at)
    select i, case when i % 10 = 0 then ${other} else ${member} end, 1 + i % 3, 1 + i % 2, 1, 1, 1, 0, 0, 0, 0, 0,
      case when i in (5, 777, 9999) then 1 else 2 + i % 2 end, now() + i * interval '1 second', now()
    from generate_series(1, ${ORDERS}) i`);
  await owner.query('vacuum analyze spot_orders');
  await owner.end();
  explainer = await openExplainer(fresh.ownerTarget);
});
afterAll(async () => {
  await explainer.close();
  await fresh.drop();
});

const explain = (name: string, params: Params) =>
  explainer.explain(allQueries().find((query) => query.name === name)!, params);

describe('the orders of a member', () => {
  it('that are open are read without the closed ones', async () => {
    for (const name of ['spot.ordersOfMemberByStatus', 'spot.countOfMemberByStatus']) {
      const page = name === 'spot.ordersOfMemberByStatus' ? [10, 0] : [];
      const { indexes, wholeTables, rowsRead } = await explain(name, [
        member,
        1,
        null,
        null,
        null,
        null,
        null,
        ...page,
      ]);
      expect(indexes).toContain('spot_orders_of_member_by_status');
      expect([...wholeTables]).toEqual([]);
      expect(rowsRead).toBeLessThan(10);
    }
  });

  it('are found on their first page in a few rows, whatever their status', async () => {
    const { indexes, rowsRead } = await explain('spot.ordersOfMember', [
      member,
      [2, 3],
      null,
      null,
      null,
      null,
      null,
      10,
      0,
    ]);
    expect(indexes).toContain('spot_orders_of_member');
    expect(rowsRead).toBeLessThan(50);
  });

  it('are skipped in the index alone on the way to a deep page', async () => {
    const deep = await explain('spot.ordersOfMember', [
      member,
      [1, 2, 3],
      2,
      null,
      null,
      null,
      null,
      10,
      5_000,
    ]);
    expect(deep.indexes).toContain('spot_orders_of_member');
    expect(deep.rowsFetched).toBeLessThan(50);
    const count = await explain('spot.countOfMember', [member, [2, 3], 2, 1, 1, null, null]);
    expect(count.rowsFetched).toBe(0);
  });
});

describe('a round of an engine', () => {
  /** The arguments of `spot_write` for a round that changes one order: most of its lists are empty. */
  const changing = (id: number) =>
    Array.from({ length: 40 }, (_, at) => {
      const position = at - 23;
      return position >= 0 && position < 6
        ? [`{${id}}`, '{0.5}', '{1}', '{0}', '{1}', '{now}'][position]
        : '{}';
    });

  it('finds its orders by id, with any number of open orders and any cached plan', async () => {
    const crowded = await freshDatabase();
    const client = new Client(crowded.ownerTarget);
    try {
      const owner = await fundedMember(crowded.database, { USDT: '1' });
      await client.connect();
      const open = (from: number, to: number) =>
        client.query(`insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, filled_quantity,
            filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at)
          select i, ${owner}, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, now(), now() from generate_series(${from}, ${to}) i`);
      const write = (id: number) =>
        client.query(
          `select spot_write(${Array.from({ length: 40 }, (_, at) => `$${at + 1}`).join(', ')})`,
          changing(id),
        );
      await open(1, 10);
      for (let id = 1; id <= 10; id += 1) await write(id);
      await open(11, 3_000);
      await client.query('begin');
      await write(2_000);
      const { rows } = await client.query<{ fetched: string }>(
        `select idx_tup_fetch as fetched from pg_stat_xact_user_tables where relname = 'spot_orders'`,
      );
      await client.query('rollback');
      expect(Number(rows[0]!.fetched)).toBeLessThan(20);
    } finally {
      await client.end();
      await crowded.drop();
    }
  });

  // PostgreSQL 15 read all rounds for `reference = any (names)`; newer ones choose well.
  it('looks its names up in the journal, with any number of rounds and any cached plan', async () => {
    const crowded = await freshDatabase();
    const client = new Client(crowded.ownerTarget);
    try {
      await client.connect();
      await client.query(
        `insert into spot_engines (instrument_id, epoch, last_batch) select i, 1, '' from generate_series(1, 3) i`,
      );
      const check = async (batch: number) => {
        await client.query('update spot_engines set last_batch = $1 where instrument_id <= 3', [
          `batch ${batch}`,
        ]);
        const name = `round:1:batch ${batch}`;
        const empty = Array.from({ length: 6 }, () => '{}');
        await client.query('select spot_refuse_unfounded($1, $2, $3, $4, $5, $6, $7)', [
          name,
          ...empty,
        ]);
      };
      const post = (kind: string, entries: number) =>
        client.query(`insert into ledger_entries (kind, reference, effective_at)
          select ledger_kind('${kind}'), i::text, now() from generate_series(1, ${entries}) i`);
      // Statistics without rounds: the planner expects none.
      await post('deposit', 1_000);
      await client.query('analyze ledger_entries');
      for (let batch = 1; batch <= 10; batch += 1) {
        await client.query('begin');
        await check(batch);
        await client.query('commit');
      }
      await post('spotRound', 3_000);
      await client.query('begin');
      await check(11);
      const { rows } = await client.query<{ fetched: string }>(
        `select idx_tup_fetch as fetched from pg_stat_xact_user_tables where relname = 'ledger_entries'`,
      );
      await client.query('rollback');
      expect(Number(rows[0]!.fetched)).toBeLessThan(20);
    } finally {
      await client.end();
      await crowded.drop();
    }
  });
});
