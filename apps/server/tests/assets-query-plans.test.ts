/** The database cost of lists, measured without a clock: indexes used, rows read, statements sent. */
import { assetsCalls, type Call } from '@tern/protocol';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOutgoingFees } from '../src/features/money/funding/index.ts';
import { paidForCoins } from '../src/features/products/offering/index.ts';
import { createAssets } from '../src/features/money/assets/index.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { createReferencePriceBoard } from '../src/kernel/prices/reference-prices.ts';
import { createValuation } from '../src/kernel/prices/valuation.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Database, Reader } from '../src/platform/database/database.ts';
import { allQueries, type Params } from '../src/platform/database/query.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explained, type Explainer, openExplainer } from './support/explain.ts';

const LARGE = 1;
const SMALL = 77;
/** Of the heavy member; as many again belong to two hundred others. */
const RECORDS = 30_000;

let fresh: FreshDatabase;
let explainer: Explainer;

/** Journal rows, inserted without the posting function to be fast. */
const fill = `
  insert into members (id, email, country_code, phone, password_hash, invite_code, created_at, updated_at) overriding system value
    select i, i || '@plans.test', '86', i::text, 'none', 'plans' || i, now(), now() from generate_series(1, 200) i;
  insert into ledger_entries (kind, reference, effective_at) select 9, 'plans:' || i, now() from generate_series(1, ${RECORDS * 2}) i;
  insert into ledger_postings (entry_id, owner_id, asset, available, total_after, kind, effective_at)
    select i, case when i % 2 = 0 then ${LARGE} else 1 + i % 199 end, (array['BTC', 'ETH', 'USDT'])[1 + i / 2 % 3], 1, 1,
      (array[9, 10, 9, 10, 32])[1 + i / 7 % 5], '2026-10-01T00:00:00Z'::timestamptz + i * interval '1 minute'
    from generate_series(1, ${RECORDS * 2}) i;
  analyze`;

beforeAll(async () => {
  fresh = await freshDatabase();
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(fill);
  await countAllRecords(fresh.database);
  await owner.query('vacuum analyze ledger_postings');
  await owner.query('analyze ledger_record_counts, ledger_record_marks, ledger_day_changes');
  await owner.end();
  explainer = await openExplainer(fresh.ownerTarget);
});
afterAll(async () => {
  await explainer.close();
  await fresh.drop();
});

/** Every statement sent by a function, in order. */
async function statementsOf(work: (database: Database) => Promise<unknown>) {
  const sent: { name: string; params: Params }[] = [];
  const recorded = (reader: Reader): Reader => ({
    many: (query, params) => note(query.name, params, () => reader.many(query, params)),
    one: (query, params) => note(query.name, params, () => reader.one(query, params)),
    maybe: (query, params) => note(query.name, params, () => reader.maybe(query, params)),
  });
  const note = <T>(name: string, params: Params, run: () => Promise<T>): Promise<T> => {
    sent.push({ name, params });
    return run();
  };
  const database: Database = {
    ...fresh.database,
    ...recorded(fresh.database),
    transaction: (inside) => fresh.database.transaction(inside),
    snapshot: (inside) => fresh.database.snapshot((reader) => inside(recorded(reader))),
    close: () => Promise.resolve(),
  };
  await work(database);
  return sent;
}

async function callAs(memberId: number, call: Call, input: object) {
  const [assets, instruments] = await Promise.all([
    loadAssets(fresh.database),
    loadInstruments(fresh.database),
  ]);
  return statementsOf((database) => {
    const feature = createAssets({
      database,
      lists: database,
      // The database counts changes of the last days by its own clock.
      clock: systemClock,
      assets,
      prices: createReferencePriceBoard(),
      rails: { carry: () => true },
      valuation: createValuation({ assets, instruments }),
      history: { priceAt: () => Promise.resolve(undefined) },
      gaps: { isGapAt: () => false },
      outgoingFees: listOutgoingFees,
      paidForCoins,
    });
    const route = feature.routes?.find((each) => each.call === call);
    const caller = { memberId, sessionId: 0 };
    const context = { input, caller, lang: 'en', address: '', idempotencyKey: undefined };
    return route!.answer(context);
  });
}

/** Taken together. */
async function costOf(
  sent: readonly { name: string; params: Params }[],
): Promise<Omit<Explained, 'rowsHandled'>> {
  const indexes = new Set<string>();
  const wholeTables = new Set<string>();
  let rowsRead = 0;
  let rowsFetched = 0;
  for (const { name, params } of sent) {
    const query = allQueries().find((each) => each.name === name)!;
    const part = await explainer.explain(query, params);
    for (const index of part.indexes) indexes.add(index);
    for (const table of part.wholeTables) wholeTables.add(table);
    rowsRead += part.rowsRead;
    rowsFetched += part.rowsFetched;
  }
  return { indexes, wholeTables, rowsRead, rowsFetched };
}

/** Tables of one row, which may be scanned. */
const ONE_ROW = new Set(['ledger_record_progress']);

const ALL = 'ledger_postings_records';
const OF_KIND = 'ledger_postings_records_of_kind';

describe('a page of records', () => {
  it.each([
    ['the first', {}, ALL],
    ['one in the middle', { page: RECORDS / 20 }, ALL],
    ['the last', { page: RECORDS / 10 }, ALL],
    ['of a hundred in the middle', { page: 150, pageSize: 100 }, ALL],
    ['of one coin', { coinname: 'BTC', page: 500 }, OF_KIND],
    ['of one type', { type: 9, page: 900 }, OF_KIND],
    ['of a coin and a type', { coinname: 'ETH', type: 10, page: 200 }, OF_KIND],
    ['of a type the member has seldom', { type: 32, page: 100 }, OF_KIND],
  ])('costs one statement and few rows, from the right index: %s', async (_page, input, index) => {
    const sent = await callAs(LARGE, assetsCalls.records, input);
    expect(sent.map(({ name }) => name)).toHaveLength(1);
    const { indexes, wholeTables, rowsRead } = await costOf(sent);
    expect(indexes).toContain(index);
    // A filtered list scans the index of all records only for rows not counted yet.
    if (index === ALL) expect(indexes).not.toContain(OF_KIND);
    expect([...wholeTables].filter((table) => !ONE_ROW.has(table))).toEqual([]);
    // Two marks 64 apart, the page itself, its lines and entries, and the counts of each coin and type.
    expect(rowsRead).toBeLessThan(3 * (('pageSize' in input ? input.pageSize : 10) + 128) + 60);
  });

  it('reads no record beyond the last one or for a member without records', async () => {
    for (const sent of [
      await callAs(LARGE, assetsCalls.records, { page: 1_000_000 }),
      await callAs(LARGE, assetsCalls.records, { type: 9, page: 1_000_000 }),
      await callAs(SMALL + 1_000, assetsCalls.records, {}),
    ]) {
      expect(sent).toHaveLength(1);
      expect((await costOf(sent)).rowsRead).toBeLessThan(30);
    }
  });

  it('costs the same for a member with many records as for one with few', async () => {
    const input = { page: 2 };
    const few = await costOf(await callAs(SMALL, assetsCalls.records, input));
    const many = await costOf(await callAs(LARGE, assetsCalls.records, input));
    expect(many.rowsRead).toBeLessThan(few.rowsRead + 128);
  });
});

describe('assets', () => {
  it('are read in two statements, by their keys: balances, and what was paid for new coins', async () => {
    const sent = await callAs(LARGE, assetsCalls.mycoin, {});
    expect(sent).toHaveLength(2);
    expect((await costOf(sent)).wholeTables).not.toContain('ledger_postings');
  });

  it('have a profit that needs no further reads once the deposits are summed', async () => {
    await callAs(LARGE, assetsCalls.ploss, {});
    const sent = await callAs(LARGE, assetsCalls.ploss, {});
    expect(sent.length).toBeLessThanOrEqual(8);
    const { wholeTables, rowsRead } = await costOf(sent);
    expect([...wholeTables].filter((table) => /postings|entries/.test(table))).toEqual([]);
    expect(rowsRead).toBeLessThan(100);
  });
});
