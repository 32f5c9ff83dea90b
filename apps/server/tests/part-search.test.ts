/** What a search of a part costs in the database: rare words are read by the index, common ones among the newest rows. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../src/kernel/members/search-members.ts';
import { allQueries } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

let fresh: FreshDatabase;
let client: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  client = new Client(fresh.ownerTarget);
  await client.connect();
  await client.query('alter table members disable trigger user');
  await client.query(`insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
    select 'member' || i || '@mail.test', '86', (13000000000 + i)::text, 'x', 'I' || i, now(), now() from generate_series(1, 20000) i`);
  await client.query('vacuum analyze members');
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

/** As in the server: one prepared statement with a cached plan. Gives the rows found, and how many were read without the index. */
async function search(name: string, pattern: string) {
  const text = allQueries().find((query) => query.name === name)!.text;
  const read = () => client.query({ name, text, values: [pattern, '{}', 21] });
  for (let round = 0; round < 10; round += 1) await read();
  await client.query('begin');
  const before = await scanned();
  const { rows } = await read();
  const after = await scanned();
  await client.query('rollback');
  return { found: rows.length, scanned: after - before };
}

async function scanned(): Promise<number> {
  const { rows } = await client.query(
    `select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'members'`,
  );
  return rows[0].read;
}

it('reads a rare part by the trigram index', async () => {
  expect(await search('kernel.searchMembers', '%ber15577@%')).toEqual({ found: 1, scanned: 0 });
});

it('reads a common part among the newest rows', async () => {
  expect(await search('kernel.searchMembersNewest', '%@mail.test%')).toEqual({
    found: 21,
    scanned: 0,
  });
});
