/**
 * Years of trading in straight SQL, as the audit and the minute's check expect it: members with their paper money, ten orders
 * each with two or three trades with the exchange, every trade in the journal, ten orders a round, minutes of prices.
 *
 * Written as the owner of the database. The journal is written in parts, so that the public log is sealed by the server itself,
 * round by round; each round has a transaction id of its own, as the sealer expects it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { int4, int8 } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';

const ORDERS_PER_MEMBER = 10;
/** Two postings of each of two or three trades. */
export const RECORDS_PER_MEMBER = 50;
const ORDERS_PER_ROUND = 10;
const DAYS = 730;
/** Days of minutes at full size. */
const MEMBERS_AT_FULL_SIZE = 1_000_000;
/** Entries that are written before the sealer has caught up: about 100,000 postings. */
const PART = 2_000;

const statement = (name: string, sql: string) =>
  defineStatement({ name: `bench.years${name}`, text: sql, params: [] });

/** So that the minute's check waits, and sorting stays in memory. */
const pauseChecks = statement(
  'PauseChecks',
  `update invariant_progress set claimed_until = now() + interval '6 hours'`,
);
const sortInMemory = statement('SortInMemory', `set local work_mem = '256MB'`);

/** Every trade is worth 6 USDT, so that amounts and fees of a thousandth are whole smallest units. */
const stage = [
  statement(
    'Tables',
    `create unlogged table bench_markets (place int, id smallint, base text, price numeric, lot numeric)`,
  ),
  statement(
    'Markets',
    `insert into bench_markets values (0, 1, 'BTC', 60000, 0.0001), (1, 2, 'ETH', 3000, 0.002), (2, 3, 'SOL', 150, 0.04), (3, 4, 'XRP', 0.5, 12)`,
  ),
  // Its trades end before the first stored tick: the audit compares later ones with the reference price.
  statement(
    'Past',
    `create unlogged table bench_past as select nextval('spot_order_ids') as orders, nextval('spot_trade_ids') as trades,
      0::bigint as first_member, 0::bigint as members, (select coalesce(min(at), now()) from ticks) - interval '1 minute' as ends`,
  ),
  statement(
    'OrdersTable',
    `create unlogged table bench_orders (j bigint, round bigint, market smallint, base text, price numeric, lot numeric, member_id bigint,
      is_buy boolean, trades int, trades_before bigint, at timestamptz)`,
  ),
];

const insertMembers = defineStatement({
  name: 'bench.yearsMembers',
  text: `with added as (
      insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
      select 'years' || i || '@bench.test', '86', (60000000 + i)::text, 'none', 'years' || i, now() - interval '${DAYS + 1} days', now() - interval '${DAYS + 1} days'
      from generate_series(0, $1::int - 1) i returning id
    )
    update bench_past set first_member = (select min(id) from added), members = (select count(*) from added)`,
  params: [int4],
});

/** A member buys and sells in turn. The first member has one order in a hundred. */
const facts = [
  statement(
    'Orders',
    `insert into bench_orders
    select j, round, m.id, m.base, m.price, m.lot, member_id, row_number() over (partition by member_id order by j) % 2 = 1, (2 + j % 2)::int,
      sum(2 + j % 2) over (order by j) - 2 - j % 2, ends - interval '${DAYS} days' * (1 - j::float8 / (members * ${ORDERS_PER_MEMBER}))
    from (
      select j, (j - 1) / ${ORDERS_PER_ROUND} as round, members, ends, place,
        case when place = 0 and h % 25 = 0 then first_member else first_member + 4 * (h / 25 % (members / 4)) + place end as member_id
      from bench_past cross join lateral generate_series(1, members * ${ORDERS_PER_MEMBER}) j
      cross join lateral (select ((j - 1) / ${ORDERS_PER_ROUND} % 4)::int as place, hashint8(j) & 2147483647 as h) r
    ) o join bench_markets m using (place)`,
  ),
  statement(
    'Grants',
    `insert into paper_grants (member_id, asset, amount, granted_at)
    select first_member + i, g.asset, g.amount * case i when 0 then 1000 else 1 end, now() - interval '${DAYS + 1} days'
    from bench_past cross join lateral generate_series(0, members - 1) i join bench_markets m on m.place = i % 4
    cross join lateral (values ('USDT', 10000.0), (m.base, m.lot * 1000)) g(asset, amount)`,
  ),
  statement(
    'SpotOrders',
    `insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, filled_quantity, filled_quote, fee,
      maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at)
    select p.orders + j, member_id, market, case when is_buy then 1 else 2 end, 1, price, lot * trades_of, lot * trades_of, lot * trades_of * price,
      case when is_buy then lot else lot * price end * trades_of / 1000, 0.001, 0.001, 2, at, at
    from (select o.*, o.trades as trades_of from bench_orders o) o, bench_past p`,
  ),
  statement(
    'SpotTrades',
    `insert into spot_trades (id, instrument_id, taker_order_id, taker_side, price, quantity, quote_amount, maker_fee, taker_fee, created_at)
    select p.trades + trades_before + n, market, p.orders + j, case when is_buy then 1 else 2 end, price, lot, lot * price, 0,
      case when is_buy then lot else lot * price end / 1000, at
    from bench_past p, bench_orders o cross join lateral generate_series(1, o.trades) n`,
  ),
];

const journal = [
  statement(
    'Entries',
    `create unlogged table bench_entries as
    select row_number() over (order by stage, place) as n, stage * 10000000000 + round as round, kind, reference, at from (
      select 0::bigint as stage, i as place, i / 100 as round, 32::smallint as kind, 'member:' || (first_member + i) as reference,
        now() - interval '${DAYS + 1} days' as at
      from bench_past cross join lateral generate_series(0, members - 1) i
      union all
      select 1, round, round, 35, 'round:' || min(market) || ':bench' || round, max(at) from bench_orders group by round
    ) e`,
  ),
  statement('EntriesByReference', 'create index on bench_entries (reference)'),
  statement('EntriesByNumber', 'create unique index on bench_entries (n)'),
  statement('EntriesByRound', 'create index on bench_entries (round)'),
  statement('EntriesKnown', 'analyze bench_entries'),
  // Buyers pay the fee in coins, sellers in USDT. Exchange accounts move by the sums of a round.
  statement(
    'Lines',
    `create unlogged table bench_lines as
    select row_number() over (order by n, place) as i, n, owner_id, asset, kind, available, subject, at from (
      select e.n, s.place, case s.place when 0 then g.member_id else -7 end as owner_id, g.asset, 32::smallint as kind,
        case s.place when 0 then g.amount else -g.amount end as available, 0::bigint as subject, e.at
      from bench_past p join paper_grants g on g.member_id between p.first_member and p.first_member + p.members - 1
      join bench_entries e on e.reference = 'member:' || g.member_id
      cross join lateral (values (0::bigint), (1)) s(place)
      union all
      select e.n, (o.trades_before + t) * 2 + l.leg, o.member_id, l.asset, case when o.is_buy then 9 else 10 end, l.amount, p.trades + o.trades_before + t, o.at
      from bench_past p, bench_orders o join bench_entries e on e.round = 10000000000 + o.round cross join lateral generate_series(1, o.trades) t
      cross join lateral (values (0, o.base, case when o.is_buy then o.lot * 0.999 else -o.lot end),
        (1, 'USDT', o.lot * o.price * case when o.is_buy then -1 else 0.999 end)) l(leg, asset, amount)
      union all
      select e.n, 9000000000000000000, h.owner_id, h.asset, 35, sum(h.amount), 0, max(o.at)
      from bench_orders o join bench_entries e on e.round = 10000000000 + o.round
      cross join lateral (select case when o.is_buy then 1 else -1 end * o.lot * o.trades as bought) b
      cross join lateral (values (-3, o.base, -b.bought), (-3, 'USDT', b.bought * o.price),
        (-1, case when o.is_buy then o.base else 'USDT' end, abs(b.bought) * case when o.is_buy then 1 else o.price end / 1000)) h(owner_id, asset, amount)
      group by 1, 3, 4 having sum(h.amount) <> 0
    ) l`,
  ),
  statement('LinesByEntry', 'create index on bench_lines (n)'),
  statement(
    'After',
    `create unlogged table bench_after as
    select l.i, sum(l.available) over (partition by l.owner_id, l.asset order by l.i) + coalesce(b.available, 0) as available,
      coalesce(b.held + b.locked + b.staked + b.financed, 0) as reserved, coalesce(b.loan, 0) as loan
    from bench_lines l left join ledger_balances b on b.owner_id = l.owner_id and b.asset = l.asset`,
  ),
  statement('AfterByLine', 'create unique index on bench_after (i)'),
  statement('LinesKnown', 'analyze bench_lines, bench_after'),
  statement(
    'Writer',
    `create procedure bench_write(after_entry bigint, to_entry bigint) language plpgsql as $$
    declare
      this_round bigint;
      entries bigint;
      postings bigint;
    begin
      -- Ids follow what the server has written meanwhile, as those of anything that is posted.
      lock table ledger_entries, ledger_postings in share row exclusive mode;
      entries := nextval('ledger_entries_id_seq') - after_entry;
      postings := nextval('ledger_postings_id_seq') - (select min(i) from bench_lines where n > after_entry);
      perform setval('ledger_entries_id_seq', entries + to_entry),
        setval('ledger_postings_id_seq', postings + (select max(i) from bench_lines where n <= to_entry));
      insert into ledger_postings (id, entry_id, owner_id, asset, available, total_after, available_after, reserved_after, kind, effective_at, subject_id)
      overriding system value
      select postings + l.i, entries + l.n, l.owner_id, l.asset, l.available, a.available + a.reserved + a.loan, a.available, a.reserved, l.kind, l.at, l.subject
      from bench_lines l join bench_after a on a.i = l.i where l.n > after_entry and l.n <= to_entry order by l.i;
      insert into ledger_balances (owner_id, asset)
      select distinct owner_id, asset from bench_lines where n > after_entry and n <= to_entry order by 1, 2 on conflict do nothing;
      update ledger_balances b set available = b.available + s.available
      from (select owner_id, asset, sum(available) as available from bench_lines where n > after_entry and n <= to_entry group by 1, 2) s
      where b.owner_id = s.owner_id and b.asset = s.asset;
      for this_round in select distinct round from bench_entries where n > after_entry and n <= to_entry order by 1 loop
        begin -- A block with an exception has a transaction id of its own.
          insert into ledger_entries (id, kind, reference, effective_at) overriding system value
          select entries + n, kind, reference, at from bench_entries
          where round = this_round and n > after_entry and n <= to_entry order by n;
        exception when division_by_zero then raise;
        end;
      end loop;
    end
    $$`,
  ),
];

/** Ids of orders and trades move behind the inserted rows. */
const reserveIds = defineQuery({
  name: 'bench.yearsReserveIds',
  text: `select (select max(n) from bench_entries) as entries,
    setval('spot_order_ids', p.orders + (select max(j) from bench_orders) / 1000 * 1000 + 1000) as order_id,
    setval('spot_trade_ids', p.trades + (select max(trades_before) from bench_orders) / 10000 * 10000 + 20000) as trade
    from bench_past p`,
  params: [],
  row: { entries: int8, orderId: int8, trade: int8 },
});

/** Until the rewards of the past of the demo member are paid, which move the account of fees. */
const rewardsDue = defineQuery({
  name: 'bench.yearsRewardsDue',
  text: `select (select max(id) from ledger_postings) - rewarded_through as due from invitation_progress`,
  params: [],
  row: { due: int8 },
});

const newest = defineQuery({
  name: 'bench.yearsNewest',
  text: 'select (select max(id) from ledger_entries) as entry, (select max(id) from ledger_postings) as posting',
  params: [],
  row: { entry: int8, posting: int8 },
});

/** Fills are old: nobody is told of them, and no inviter earns from them. */
const passFills = defineStatement({
  name: 'bench.yearsPassFills',
  text: 'update spot_fill_progress set read_through = $1',
  params: [int8],
});
const passRewards = defineStatement({
  name: 'bench.yearsPassRewards',
  text: 'update invitation_progress set rewarded_through = $1',
  params: [int8],
});

const writePart = defineStatement({
  name: 'bench.yearsWrite',
  text: 'call bench_write($1, $2)',
  params: [int8, int8],
});

const unsealed = defineQuery({
  name: 'bench.yearsUnsealed',
  text: `select (select max(id) from ledger_postings) - sealed_through as postings from public_log_head`,
  params: [],
  row: { postings: int8 },
});

/** A day's minutes are at the price at its end, but for those before payouts in coins: the audit compares what was paid with them. */
const insertCandles = defineStatement({
  name: 'bench.yearsCandles',
  text: `insert into candles (instrument_id, minutes, start, open, high, low, close, amount, vol, count)
    with paid as (
      select distinct on (i.id, p.due_at) i.id as instrument_id, date_trunc('minute', p.due_at) - interval '1 minute' as start, p.price
      from staking_payouts p join staking_orders o on o.id = p.order_id
      join instruments i on (i.base, i.quote) = (o.asset, o.pay_asset) where p.price is not null
    )
    select g.instrument_id, 1, m, p.price, p.price, p.price, p.price, 1, p.price, 1
    from market_genesis g cross join generate_series(1, $1::int) days
    cross join lateral (select date_trunc('day', now()) - days * interval '1 day' as day) d
    left join candles c on c.instrument_id = g.instrument_id and c.minutes = 1440 and c.start = d.day
    cross join lateral generate_series(d.day, d.day + interval '23 hours 59 minutes', interval '1 minute') m
    left join paid on paid.instrument_id = g.instrument_id and paid.start = m
    cross join lateral (select coalesce(paid.price, c.close, g.price) as price) p`,
  params: [int4],
});

const countSome = defineQuery({
  name: 'bench.yearsCount',
  text: `select ledger_count_records(200000) as passed, (select counted_through < $1::bigint from ledger_record_progress)::int as is_more`,
  params: [int8],
  row: { passed: int8, isMore: int4 },
});

const advance = defineStatement({
  name: 'bench.yearsAdvance',
  text: 'select invariant_advance($1, $2)',
  params: [int8, int8],
});
const resumeChecks = statement(
  'ResumeChecks',
  `update invariant_progress set claimed_until = '-infinity'`,
);
const clear = [
  statement('DropWriter', 'drop procedure bench_write'),
  statement(
    'DropStage',
    'drop table bench_past, bench_orders, bench_entries, bench_lines, bench_after, bench_markets',
  ),
];
/** As autovacuum does after a while. */
const settle = statement('Settle', 'vacuum analyze');

const heavyMember = defineQuery({
  name: 'bench.yearsFirst',
  text: 'select first_member as id from bench_past',
  params: [],
  row: { id: int8 },
});

/** Fills the database of a running server and returns the member who has one record in a hundred. `database`: as its owner. */
export async function fillYears(
  database: Database,
  members: number,
  log: (line: string) => void,
): Promise<number> {
  const run = (each: typeof settle) =>
    database.transaction(async (tx) => {
      await tx.run(sortInMemory, []);
      await tx.run(each, []);
    });
  await run(pauseChecks);
  while ((await database.one(rewardsDue, [])).due > 0) await sleep(200);
  for (const each of stage) await run(each);
  await database.transaction((tx) => tx.run(insertMembers, [members]));
  for (const each of [...facts, ...journal]) await run(each);
  const { id } = await database.one(heavyMember, []);
  const { entries } = await database.transaction((tx) => tx.one(reserveIds, []));
  log(`${members} members: ${entries} entries are prepared`);
  for (let from = 0; from < entries; from += PART) {
    const to = Math.min(from + PART, entries);
    await database.transaction((tx) => tx.run(writePart, [from, to]));
    await allSealed(database);
  }
  const last = await database.one(newest, []);
  await database.transaction((tx) => tx.run(passFills, [last.posting]));
  const days = Math.ceil((DAYS * members) / MEMBERS_AT_FULL_SIZE);
  await database.transaction((tx) => tx.run(insertCandles, [days]));
  while ((await database.transaction((tx) => tx.one(countSome, [last.posting]))).isMore === 1);
  await database.transaction((tx) => tx.run(advance, [last.entry, last.posting]));
  await database.transaction((tx) => tx.run(passRewards, [last.posting]));
  for (const each of clear) await run(each);
  await database.many(settle, []);
  await run(resumeChecks);
  return id;
}

/** The sealer reads all that is not sealed in each of its steps: it does not fall far behind. */
async function allSealed(database: Database): Promise<void> {
  while ((await database.one(unsealed, [])).postings > 0) await sleep(100);
}
