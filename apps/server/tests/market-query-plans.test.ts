/** What following the prices costs the database each second, measured without a clock: rows read. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allQueries } from '../src/platform/database/query.ts';
import '../src/features/market/pricing/index.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explainer, openExplainer } from './support/explain.ts';

let fresh: FreshDatabase;
let explainer: Explainer;

beforeAll(async () => {
  fresh = await freshDatabase();
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(`insert into tick_closures (instrument_id, at)
    select id, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
      from generate_series(1, 2) id, generate_series(1, 20000) n;
    analyze tick_closures`);
  await owner.end();
  explainer = await openExplainer(fresh.ownerTarget);
});
afterAll(async () => {
  await explainer?.close();
  await fresh?.drop();
});

it('the newest gap records are read from the index, however many there are', async () => {
  const query = allQueries().find(({ name }) => name === 'pricing.newestGapRecords')!;
  const { wholeTables, rowsRead } = await explainer.explain(query, [[1, 2, 3]]);
  expect([...wholeTables]).toEqual([]);
  expect(rowsRead).toBeLessThan(10);
});
