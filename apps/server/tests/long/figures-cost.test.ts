/** The public figures of a million contracts: computed in a moment from sums, without reading a contract (ADR 51). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureContracts } from '../../src/features/futures/index.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { GUARDS_OFF, GUARDS_ON } from '../support/past-contracts.ts';
import { manualClock } from '../support/market.ts';

const CONTRACTS = 1_000_000;
const MEMBERS = 20_000;
const FROM = '2025-12-01';

const statement = (name: string, text: string) => defineStatement({ name, text, params: [] });

/** A year of contracts of members with stakes from 10 to 5,000 USDT, and the sums that counting makes of them. */
const before = [
  statement(
    'test.figuresMembers',
    `insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
      select 'm' || i || '@example.com', '86', (30000000000 + i)::text, 'x', 'F' || i, now(), now() from generate_series(1, ${MEMBERS}) i`,
  ),
  statement('test.figuresGuardsOff', GUARDS_OFF),
];

/** Some at a time: a statement has a time limit. */
const addContracts = defineStatement({
  name: 'test.figuresContracts',
  text: `insert into futures_contracts (id, member_id, instrument_id, direction, stake, rule, duration_s,
        payout_ratio, open_after_ms, open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt, status, outcome, reason,
        open_seq, open_price, open_at, due_at, close_seq, close_price, close_at, payout, profit, settled_at, updated_at)
      select nextval('futures_contract_ids'), member_id, instrument_id, 1, stake, 2, 60, 0.85, 0, 2000,
        10000, decode(repeat('00', 32), 'hex'), at, 'of the past', 2, outcome, 0, 1, 100, at + interval '0.5 s',
        at + interval '60.5 s', 61, case outcome when 1 then 101 else 99 end, at + interval '60.5 s',
        case outcome when 1 then stake * 1.85 else 0 end, case outcome when 1 then stake * 0.85 else -stake end,
        at + interval '61 s', at + interval '61 s'
      from (
        select m.first + i % ${MEMBERS} as member_id, (select min(id) from instruments) as instrument_id,
          (10 + (i * 7919::bigint) % 4990)::numeric as stake, 1 + (i * 104729::bigint / 7) % 2 as outcome,
          timestamptz '2025-12-01 00:00+00' + interval '30 s' * i as at
        from generate_series($1::bigint, $2::bigint) i, (select min(id) as first from members where invite_code ~ '^F\\d') m
      ) past`,
  params: [int8, int8],
});
const BATCH = 50_000;

const after = [
  statement('test.figuresGuardsOn', GUARDS_ON),
  statement(
    'test.figuresAccounts',
    `insert into futures_month_accounts (month, member_id, settled, net)
      select date_trunc('month', accepted_at at time zone 'UTC')::date, member_id, count(*), sum(profit)
      from futures_contracts group by 1, 2`,
  ),
  statement(
    'test.figuresStakes',
    `insert into futures_month_stakes (month, stake, age, wins, losses, ties, members)
      select date_trunc('month', accepted_at at time zone 'UTC')::date, trunc(stake, (1 - floor(log(stake)))::int),
        abs(hashint8(member_id)) % 6, count(*) filter (where outcome = 1), count(*) filter (where outcome = 2), 0,
        (array_agg(distinct member_id))[1:10]
      from futures_contracts group by 1, 2, 3`,
  ),
  statement(
    'test.figuresCounted',
    'update futures_result_cursor set counted_to = (select max(id) from futures_contracts)',
  ),
];

const rowsRead = defineQuery({
  name: 'test.figuresRead',
  text: `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int8 as read,
      (sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) filter (where relname = 'futures_contracts'))::int8 as contracts
    from pg_stat_xact_user_tables`,
  params: [],
  row: { read: int8, contracts: int8 },
});

const clock = manualClock(Date.parse('2026-11-18T12:00:00Z'));
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ clock });
  await server.fresh.owner.transaction(async (tx) => {
    for (const each of before) await tx.run(each, []);
    for (let from = 1; from <= CONTRACTS; from += BATCH) {
      await tx.run(addContracts, [from, from + BATCH - 1]);
    }
    for (const each of after) await tx.run(each, []);
  });
  await server.fresh.owner.transaction((tx) => tx.run(statement('test.figuresAnalyze', 'analyze'), []));
}, 900_000);
afterAll(() => server?.stop());

it('computes the figures of a million contracts from the sums of their months', async () => {
  const { contracts, read } = await server.fresh.database.snapshot(async (reader) => {
    const measured = await measureContracts(reader, { from: FROM, membersMin: 10 });
    expect(measured.stakes.reduce((sum, { settled }) => sum + settled, 0)).toBe(CONTRACTS);
    return reader.one(rowsRead, []);
  });
  expect(contracts).toBe(0);
  expect(read).toBeLessThan(CONTRACTS);
});

it('and keeps the memory of the server', async () => {
  const times: number[] = [];
  globalThis.gc?.();
  const before = process.memoryUsage();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  for (let run = 0; run < 5; run += 1) {
    clock.advance(5 * 60_000);
    const began = performance.now();
    const cpu = process.cpuUsage();
    await server.runJob('transparency.figures');
    times.push(Math.round(performance.now() - began), process.cpuUsage(cpu).user / 1e3);
  }
  clearInterval(watch);
  clearInterval(beat);
  const after = process.memoryUsage();
  console.log('figures', { times, longest, rss: [before.rss, peak, after.rss].map((b) => b / 1e6), heap: [before.heapUsed, after.heapUsed].map((b) => b / 1e6) });
}, 120_000);
