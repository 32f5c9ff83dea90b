/** The database cost of reading the outbox of member events, measured without a clock. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../src/kernel/events/member-events.ts';
import { allQueries } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

let fresh: FreshDatabase;
let client: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  client = new Client(fresh.ownerTarget);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

/** All of one transaction that ended long ago; only their number matters. */
const insertEvents = (rows: number) =>
  client.query(`insert into member_events (transaction_id, member_ids, events, created_at)
    select '10'::xid8, '{7}', '[]', now() from generate_series(1, ${rows})`);

const newest = async () =>
  Number((await client.query('select max(seq) as seq from member_events')).rows[0].seq);

/** As in the server: one prepared statement with a cached plan. */
const read = (after: number) =>
  client.query<{ seq: string }>({
    name: 'read',
    text: allQueries().find(({ name }) => name === 'kernel.memberEventsAfter')!.text,
    values: [10, after, 500, '{7}'],
  });

/** Rows read by this connection with scans and with the index, so far. */
async function counted(): Promise<{ scanned: number; fetched: number }> {
  const { rows } = await client.query(
    `select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables where relname = 'member_events'`,
  );
  return rows[0];
}

it('reads the newest events by their index, also with a plan made while the table was nearly empty', async () => {
  await client.query('delete from member_events');
  await insertEvents(1);
  await client.query('vacuum analyze member_events');
  for (let round = 0; round < 10; round += 1) await read(0);
  await insertEvents(5_000);
  const last = await newest();
  await client.query('begin');
  const before = await counted();
  const { rows } = await read(last - 10);
  const after = await counted();
  await client.query('rollback');
  expect(rows.map((row) => Number(row.seq))).toEqual(
    Array.from({ length: 10 }, (_, at) => last - 9 + at),
  );
  expect(after.scanned - before.scanned).toBe(0);
  expect(after.fetched - before.fetched).toBeLessThan(100);
});
