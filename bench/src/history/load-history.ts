/** Years of records in a few statements: 20,000 members, one of whom owns one percent of all rows. */
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../apps/server/src/platform/secret-box.ts';
import {
  int4,
  int8,
  text,
  timestamptz,
} from '../../../apps/server/src/platform/database/columns.ts';
import type { ConnectionTarget } from '../../../apps/server/src/platform/database/connection.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';

const MEMBERS = 20_000;
/** Records of one entry; they share an asset, and an exchange account is the other side. */
const PER_ENTRY = 10;
const EXCHANGE = -900;
export const ASSETS = ['BTC', 'ETH', 'USDT', 'SOL', 'XRP', 'DOGE', 'ADA', 'LTC'] as const;
/** Mostly orders, sometimes contracts and deposits, rarely returns. */
const KIND = `case when h < 45 then 9 when h < 90 then 10 when h < 95 then 3 when h < 97 then 32 when h < 99 then 17 else 16 end`;
export const SELDOM_KIND = 16;

const insertMembers = defineStatement({
  name: 'bench.historyMembers',
  text: `insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
    select 'history' || i || '@bench.test', '86', (60000000 + i)::text, 'none', 'history' || i, now(), now()
    from generate_series(1, $1::int) i`,
  params: [int4],
});

const firstMember = defineQuery({
  name: 'bench.historyFirst',
  text: `select id from members where email = 'history1@bench.test'`,
  params: [],
  row: { id: int8 },
});

const insertSession = defineStatement({
  name: 'bench.historySession',
  text: `insert into auth_sessions (member_id, token_hash, last_used_at, expires_at, created_at)
    values ($1, $2, $3, $3::timestamptz + interval '1 day', $3)`,
  params: [int8, text, timestamptz],
});

const makeLines = defineStatement({
  name: 'bench.historyLines',
  text: `create unlogged table bench_lines (i bigint, entry bigint, owner_id bigint, asset text, kind smallint, number bigint)`,
  params: [],
});

/** The first of each owner and asset credits 2, the next debits 1, and so on, so that no balance is negative. */
const fillLines = defineStatement({
  name: 'bench.historyFillLines',
  text: `insert into bench_lines
    select i, entry, owner_id, asset, ${KIND}, row_number() over (partition by owner_id, asset order by i)
    from (
      select i, (i - 1) / ${PER_ENTRY} + 1 as entry, (hashint8(i * 31 + 7) & 2147483647) % 100 as h,
        case when (hashint8(i) & 2147483647) % 100 = 0 then $2 else $2 + 1 + (hashint8(i) & 2147483647) / 100 % ${MEMBERS - 1} end as owner_id,
        ('{${ASSETS.join(',')}}'::text[])[1 + (hashint8((i - 1) / ${PER_ENTRY} * 7 + 1) & 2147483647) % ${ASSETS.length}] as asset
      from generate_series(1, $1::bigint) i
    ) lines`,
  params: [int8, int8],
});

const fillEntries = defineStatement({
  name: 'bench.historyEntries',
  text: `insert into ledger_entries (id, kind, reference, effective_at) overriding system value
    select (select coalesce(max(id), 0) from ledger_entries) + entry, 32, 'bench:' || entry,
      now() - interval '300 days' * (1 - entry * ${PER_ENTRY}::float8 / $1::bigint)
    from generate_series(1, $1::bigint / ${PER_ENTRY}) entry`,
  params: [int8],
});

const AMOUNT = '(case when number % 2 = 1 then 2 else -1 end)';

const fillPostings = defineStatement({
  name: 'bench.historyPostings',
  text: `insert into ledger_postings (id, entry_id, owner_id, asset, available, total_after, kind, effective_at) overriding system value
    select past.postings + i, past.entries + entry, owner_id, asset, ${AMOUNT}, (number + 1) / 2 * 2 - number / 2, kind,
      now() - interval '300 days' * (1 - entry * ${PER_ENTRY}::float8 / $1::bigint)
    from bench_lines, (select coalesce(max(p.id), 0) as postings,
      (select max(id) from ledger_entries) - $1::bigint / ${PER_ENTRY} as entries from ledger_postings p) past
    order by i`,
  params: [int8],
});

const fillExchange = defineStatement({
  name: 'bench.historyExchange',
  text: `insert into ledger_postings (id, entry_id, owner_id, asset, available, total_after, kind, effective_at) overriding system value
    select past.postings + entry, past.entries + entry, ${EXCHANGE}, asset, -amount, -sum(amount) over (partition by asset order by entry), 32, now()
    from (select entry, asset, sum(${AMOUNT}) as amount from bench_lines group by entry, asset) e,
      (select max(id) as postings, (select max(id) from ledger_entries) - $1::bigint / ${PER_ENTRY} as entries from ledger_postings) past`,
  params: [int8],
});

const fillBalances = defineStatement({
  name: 'bench.historyBalances',
  text: `insert into ledger_balances (owner_id, asset, available)
    select owner_id, asset, sum(${AMOUNT}) from bench_lines group by owner_id, asset
    union all
    select ${EXCHANGE}, asset, -sum(${AMOUNT}) from bench_lines group by asset`,
  params: [],
});

const dropLines = defineStatement({
  name: 'bench.historyDropLines',
  text: 'drop table bench_lines',
  params: [],
});

/** Moves identity columns behind the inserted rows. */
const goOn = defineQuery({
  name: 'bench.historyGoOn',
  text: `select setval('ledger_entries_id_seq', (select max(id) from ledger_entries)) as entries,
    setval('ledger_postings_id_seq', (select max(id) from ledger_postings)) as postings`,
  params: [],
  row: { entries: int8, postings: int8 },
});

const recordIndexes = defineQuery({
  name: 'bench.historyIndexes',
  text: `select indexname::text as name, indexdef as definition from pg_indexes
    where tablename = 'ledger_postings' and indexname like '%records%'`,
  params: [],
  row: { name: text, definition: text },
});

/** As autovacuum does after a while. */
const settle = [
  'ledger_postings',
  'ledger_entries',
  'ledger_balances',
  'ledger_record_counts',
  'ledger_record_list_counts',
  'ledger_record_marks',
].map((table) =>
  defineStatement({
    name: `bench.settle-${table.replaceAll('_', '-')}`,
    text: `vacuum analyze ${table}`,
    params: [],
  }),
);

const sizes = defineQuery({
  name: 'bench.historySizes',
  text: `select pg_total_relation_size('ledger_postings') as postings,
    pg_total_relation_size('ledger_record_counts') + pg_total_relation_size('ledger_record_list_counts') + pg_total_relation_size('ledger_record_marks') as counts`,
  params: [],
  row: { postings: int8, counts: int8 },
});

const countSome = defineQuery({
  name: 'bench.countRecords',
  text: 'select ledger_count_records(200000) as passed',
  params: [],
  row: { passed: int8 },
});

const isCounted = defineQuery({
  name: 'bench.isCounted',
  text: `select (counted_through >= (select max(id) from ledger_postings))::int as counted from ledger_record_progress`,
  params: [],
  row: { counted: int4 },
});

export interface History {
  /** The owner of one percent of the rows, and an ordinary member; each with a session. */
  readonly heavy: { id: number; token: string };
  readonly light: { id: number; token: string };
  /** Of the journal's postings with their indexes, and of their counts. */
  readonly bytesPerRow: { postings: number; counts: number };
}

/** Fills a fresh server's database with `rows` records of members, bypassing triggers and functions as its owner. */
export async function loadHistory(owner: ConnectionTarget, rows: number): Promise<History> {
  const database = await openDatabase({ connection: owner, poolSize: 1, statementTimeoutMs: 0 });
  try {
    await database.transaction((tx) => tx.run(insertMembers, [MEMBERS]));
    const { id } = await database.one(firstMember, []);
    await withoutIndexes(database, () => fill(database, rows, id));
    await count(database);
    for (const table of settle) await database.many(table, []);
    const size = await database.one(sizes, []);
    return {
      heavy: { id, token: await openSession(database, id) },
      light: { id: id + 7, token: await openSession(database, id + 7) },
      bytesPerRow: { postings: size.postings / rows, counts: size.counts / rows },
    };
  } finally {
    await database.close();
  }
}

async function fill(database: Database, rows: number, firstId: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(makeLines, []);
    await tx.run(fillLines, [rows, firstId]);
    for (const part of [fillEntries, fillPostings, fillExchange]) await tx.run(part, [rows]);
    await tx.run(fillBalances, []);
    await tx.run(dropLines, []);
    await tx.one(goOn, []);
  });
}

async function withoutIndexes(database: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await database.many(recordIndexes, []);
  const command = (name: string, sql: string) =>
    database.transaction((tx) => tx.run(defineStatement({ name, text: sql, params: [] }), []));
  const named = (verb: string, name: string) => `bench.${verb}-${name.replaceAll('_', '-')}`;
  for (const { name } of indexes) await command(named('drop', name), `drop index ${name}`);
  await work();
  for (const { name, definition } of indexes) await command(named('make', name), definition);
}

/** As the server's job does, but awaited. */
async function count(database: Database): Promise<void> {
  while ((await database.one(isCounted, [])).counted === 0) {
    await database.transaction((tx) => tx.one(countSome, []));
  }
}

/** Returns the token of a session that lasts a day. `database`: as its owner. */
export async function openSession(database: Database, memberId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.transaction((tx) =>
    tx.run(insertSession, [memberId, hashSecret('session', token), Date.now()]),
  );
  return token;
}
