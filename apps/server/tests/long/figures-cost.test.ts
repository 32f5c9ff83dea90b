/** The public figures of 200,000 contracts: made of the sums of their months, without reading a contract (ADR 51). */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureContracts } from '../../src/features/trading/futures/index.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { GUARDS_OFF, GUARDS_ON } from '../support/past-contracts.ts';

/** Many times as many as the sums of their months. */
const CONTRACTS = 200_000;
const MEMBERS = 4_000;

/** A year of contracts with stakes from 10 to 5,000 USDT, and the sums that counting makes of them. */
const fill = `
  insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
    select 'm' || i || '@example.com', '86', (30000000000 + i)::text, 'x', 'F' || i, now(), now() from generate_series(1, ${MEMBERS}) i;
  ${GUARDS_OFF};
  insert into futures_contracts (id, member_id, instrument_id, direction, stake, rule, duration_s,
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
        timestamptz '2025-12-01 00:00+00' + interval '150 s' * i as at
      from generate_series(1, ${CONTRACTS}) i, (select min(id) as first from members where invite_code ~ '^F[0-9]') m
    ) past;
  ${GUARDS_ON};
  insert into futures_month_accounts (month, member_id, settled, net)
    select date_trunc('month', accepted_at at time zone 'UTC')::date, member_id, count(*), sum(profit)
    from futures_contracts group by 1, 2;
  insert into futures_month_stakes (month, stake, age, wins, losses, ties, members)
    select date_trunc('month', accepted_at at time zone 'UTC')::date, trunc(stake, (1 - floor(log(stake)))::int),
      abs(hashint8(member_id)) % 6, count(*) filter (where outcome = 1), count(*) filter (where outcome = 2), 0,
      (array_agg(distinct member_id))[1:10]
    from futures_contracts group by 1, 2, 3;
  analyze`;

const rowsRead = defineQuery({
  name: 'test.figuresRead',
  text: `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int8 as read,
      (sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) filter (where relname = 'futures_contracts'))::int8 as contracts
    from pg_stat_xact_user_tables`,
  params: [],
  row: { read: int8, contracts: int8 },
});

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(fill);
  await owner.end();
}, 900_000);
afterAll(() => fresh?.drop());

it('reads no contract to measure many thousands of them', async () => {
  const { measured, contracts, read } = await fresh.database.snapshot(async (reader) => ({
    measured: await measureContracts(reader, { from: '2025-12-01', membersMin: 10 }),
    ...(await reader.one(rowsRead, [])),
  }));
  expect(measured.stakes.reduce((sum, { settled }) => sum + settled, 0)).toBe(CONTRACTS);
  expect(measured.accounts?.total).toBe(MEMBERS);
  expect(contracts).toBe(0);
  expect(read).toBeLessThan(CONTRACTS);
});
