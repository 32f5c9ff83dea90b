-- feature: futures
-- Short contracts: their frozen terms, the prices that opened and closed them, members' own limits (ADR 17 to 20). The database
-- itself refuses a result that does not follow from prices and terms: the program's role can neither choose an outcome nor
-- delay it.
--
-- Numbers are as in the API, named in packages/protocol/src/trading/futures.ts:
--   direction  1 up, 2 down
--   status     1 pending, 2 settled, 3 invalid: the stake was returned
--   outcome    0 open, 1 win, 2 loss, 3 tie
--   reason     0 none; if invalid: 1 no price in time to open, 2 the last price before its end was too old


-- Contracts ---------------------------------------------------------------------------------------

create sequence futures_contract_ids start with 1000001;

create table futures_contracts (
  id bigint primary key,
  member_id bigint not null references members (id),
  instrument_id smallint not null references instruments (id),
  direction smallint not null check (direction in (1, 2)),
  stake numeric(38, 18) not null check (stake > 0),

  -- The terms, frozen at acceptance, and their hash, which members can recompute.
  rule smallint not null,
  duration_s int not null check (duration_s > 0),
  payout_ratio numeric(38, 18) not null check (payout_ratio > 0),
  -- The opening tick comes more than `open_after_ms` after acceptance (rule 2, ADR 17), and within the next
  -- `open_within_ms`.
  open_after_ms int not null default 0 check (open_after_ms >= 0),
  open_within_ms int not null check (open_within_ms > 0),
  stale_after_ms int not null check (stale_after_ms > 0),
  terms_hash bytea not null check (octet_length(terms_hash) = 32),
  accepted_at timestamptz not null,
  -- Our signature over all of this, given to the member at acceptance.
  receipt text not null,

  status smallint not null default 1 check (status in (1, 2, 3)),
  outcome smallint not null default 0 check (outcome in (0, 1, 2, 3)),
  reason smallint not null default 0 check (reason in (0, 1, 2)),
  open_seq bigint,
  open_price numeric(38, 18) check (open_price > 0),
  open_at timestamptz check (open_at > accepted_at),
  due_at timestamptz,
  close_seq bigint,
  close_price numeric(38, 18) check (close_price > 0),
  close_at timestamptz check (close_at <= due_at),
  payout numeric(38, 18) not null default 0 check (payout >= 0),
  profit numeric(38, 18) not null default 0,
  settled_at timestamptz,
  updated_at timestamptz not null,

  constraint futures_contracts_opened check (num_nonnulls(open_seq, open_price, open_at, due_at) in (0, 4)),
  constraint futures_contracts_closed check (num_nonnulls(close_seq, close_price, close_at) in (0, 3)),
  constraint futures_contracts_result check (
    case status
      when 1 then outcome = 0 and reason = 0 and close_seq is null and payout = 0 and profit = 0 and settled_at is null
      when 2 then outcome <> 0 and reason = 0 and open_seq is not null and close_seq is not null and settled_at is not null
      else outcome = 0 and reason <> 0 and payout = stake and profit = 0 and settled_at is not null
    end
  ),
  constraint futures_contracts_opened_by_rule check (
    open_at - accepted_at > open_after_ms * interval '1 millisecond'
    and open_at - accepted_at <= (open_after_ms + open_within_ms) * interval '1 millisecond'
    and due_at - open_at = duration_s * interval '1 second'
  ),
  -- A profit has the asset's number of places; here it is checked to within one unit.
  constraint futures_contracts_ended_by_rule check (
    case
      when status = 2 then close_at >= open_at and close_seq >= open_seq
        and due_at - close_at <= stale_after_ms * interval '1 millisecond'
        and outcome = case when close_price = open_price then 3 when (close_price > open_price) = (direction = 1) then 1 else 2 end
        and case outcome
          when 1 then payout = stake + profit and profit <= stake * payout_ratio and profit > stake * payout_ratio - 1
          when 2 then payout = 0 and profit = -stake
          else payout = stake and profit = 0
        end
      when reason = 1 then open_seq is null and close_seq is null
      when reason = 2 then open_seq is not null and close_seq is not null and close_at >= open_at
        and due_at - close_at > stale_after_ms * interval '1 millisecond'
      else true
    end
  )
) with (fillfactor = 50); -- Opened and ended once: the page has room for both updates.
create index futures_contracts_of_member on futures_contracts (member_id, accepted_at desc, id desc);

-- What contracts wait for, in a separate table, so that an update of a contract stays on its page and touches no index
-- (ADR 20). A contract waits for its opening price from acceptance, then for its due time. Its row stays until the
-- member was notified of the end (ADR 20). The transaction that locks the row decides the contract.
create table futures_waiting (
  id bigint primary key references futures_contracts (id),
  for_end boolean not null,
  at timestamptz not null
);
-- Many contracts are due at one moment and read in batches: without the id, each batch would sort all of them.
create index futures_waiting_order on futures_waiting (for_end, at, id);

-- The house's exposure: stakes and profits of pending contracts by direction.
create table futures_exposure (
  instrument_id smallint primary key references instruments (id),
  up_stake numeric(38, 18) not null,
  up_profit numeric(38, 18) not null,
  down_stake numeric(38, 18) not null,
  down_profit numeric(38, 18) not null,
  check (up_stake >= 0 and up_profit >= 0 and down_stake >= 0 and down_profit >= 0)
);

-- A member's own limits. A higher one is stored beside the current one until it applies.
create table futures_limits (
  member_id bigint primary key references members (id),
  daily_stake numeric(38, 18) check (daily_stake >= 0),
  next_daily_stake numeric(38, 18) check (next_daily_stake >= 0),
  next_at timestamptz,
  paused_until timestamptz,
  updated_at timestamptz not null
);


-- Settling ----------------------------------------------------------------------------------------
--
-- These functions have the caller's rights. They fix the query plans: a plan made for few contracts would read all due ones for each
-- batch (ADR 11).

-- Locks contracts due by a moment and after a position, earliest first; skips rows locked by others. Contracts with the
-- same terms, opening and result form one row; ended ones are waiting for their notice.
create function futures_due(by timestamptz, after_at timestamptz, after_id bigint, most bigint)
returns table (ids bigint[], member_ids bigint[], instrument_id smallint, direction smallint, stake numeric, rule smallint, duration_s int,
  payout_ratio numeric, open_after_ms int, open_within_ms int, stale_after_ms int, open_seq bigint, open_price numeric,
  open_at timestamptz, due_at timestamptz, status smallint, outcome smallint, reason smallint, payout numeric, profit numeric)
language plpgsql
  -- Without sorting, groups are found by hash: comparing so many columns in order takes twice as long.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off as $$
declare
  due bigint[];
begin
  due := array(
    select w.id from futures_waiting w where w.for_end and w.at <= by and (w.at, w.id) > (after_at, after_id)
    order by w.at, w.id limit most for update skip locked
  );
  return query
  select array_agg(c.id), array_agg(c.member_id), c.instrument_id, c.direction, c.stake, c.rule, c.duration_s,
    c.payout_ratio, c.open_after_ms, c.open_within_ms, c.stale_after_ms, c.open_seq, c.open_price, c.open_at, c.due_at,
    c.status, c.outcome, c.reason, c.payout, c.profit
  from futures_contracts c where c.id = any(due) group by 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20;
end
$$;

-- Ends pending contracts, in the order of their ids, and returns how many. Ending i is that of the next sizes[i] ids.
create function futures_end(ids bigint[], sizes int[], statuses smallint[], outcomes smallint[], reasons smallint[],
  close_seqs bigint[], close_prices numeric[], close_times timestamptz[], payouts numeric[], profits numeric[], ended_at timestamptz)
returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_nestloop = off as $$
declare
  pending constant smallint := 1;
  ended bigint;
begin
  with endings as (
    select e.*, sum(e.size) over (order by e.place) as through
    from unnest(sizes, statuses, outcomes, reasons, close_seqs, close_prices, close_times, payouts, profits) with ordinality
      as e(size, status, outcome, reason, close_seq, close_price, close_at, payout, profit, place)
  ), each_end as (
    select m.id, e.* from endings e cross join lateral unnest(ids[e.through - e.size + 1 : e.through]) as m(id) order by m.id
  )
  update futures_contracts c set status = e.status, outcome = e.outcome, reason = e.reason, close_seq = e.close_seq,
    close_price = e.close_price, close_at = e.close_at, payout = e.payout, profit = e.profit, settled_at = ended_at, updated_at = ended_at
  from each_end e where c.id = e.id and c.id = any(ids) and c.status = pending;
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Removes contracts from futures_waiting, and returns how many there were.
create function futures_remove_waiting(ids bigint[]) returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  gone bigint;
begin
  delete from futures_waiting w where w.id = any(ids);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- Checks payouts against their contracts, for ledger_pay_out(). Share i is what each of the next sizes[i] payments
-- consists of; ledger_write_pay_out() has checked that the arguments fit together.
-- Refuses: ledger_unfounded (another member, another amount, a contract that still runs, a remainder that is not one of
-- rounding).
create function futures_refuse_unfounded(owners bigint[], ids bigint[], sizes int[], principals numeric[], gains numeric[], remainders numeric[])
returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off as $$
declare
  founded bigint;
begin
  select count(*) into founded
  from (
    select unnest(owners[s.through - s.size + 1 : s.through]) as owner, unnest(ids[s.through - s.size + 1 : s.through]) as id, s.paid, s.gain
    from (
      select s.size, s.principal + s.gain as paid, s.gain, sum(s.size) over (order by s.place) as through
      from unnest(sizes, principals, gains) with ordinality as s(size, principal, gain, place)
    ) s
  ) p join futures_contracts c on c.id = p.id
  -- A pending contract has no payout.
  where c.id = any (ids) and c.member_id = p.owner and c.payout = p.paid and c.profit = p.gain;
  -- The remainder of a payment is less than the last place of the asset.
  if founded <> cardinality(ids) or not 0.000001 > all (remainders) then
    raise exception 'a payment that its contract does not require' using errcode = 'check_violation', constraint = 'ledger_unfounded';
  end if;
end
$$;


-- Guards ------------------------------------------------------------------------------------------

-- A contract ends once, and its opening price is set once. Checked after the update, because a check before it would
-- lock the row first.
create trigger futures_contracts_done after update on futures_contracts for each row
  when (old.status <> 1 or (old.open_seq is not null and (new.open_seq, new.open_price, new.open_at, new.due_at)
    is distinct from (old.open_seq, old.open_price, old.open_at, old.due_at)))
  execute function refuse_write('a recorded contract or alarm does not change');
-- The agreement never changes, not even by the owner of the tables. Only statements that name one of these columns are
-- checked.
create trigger futures_contracts_agreed after update of id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio,
    open_after_ms, open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt on futures_contracts
  for each row
  execute function refuse_write('a recorded contract or alarm does not change');
create trigger futures_contracts_kept before delete or truncate on futures_contracts
  for each statement execute function refuse_write('a recorded contract or alarm does not change');

-- A contract begins pending, so that its result is unknown at acceptance.
create trigger futures_contracts_begin_pending before insert on futures_contracts for each row
  when (new.status <> 1) execute function refuse_write('a contract begins pending', 'futures_contracts_begin_pending');

-- At commit: no contract without its stake. The file ledger-guard has the other side: no stake without its contract.
create function futures_refuse_unpaid_stake() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (select from ledger_entries e where e.kind = ledger_kind('contractOpen') and e.reference = 'contract:' || new.id) then
    raise exception 'a contract without its stake' using errcode = 'check_violation', constraint = 'futures_stake_paid';
  end if;
  return null;
end
$$;
create constraint trigger futures_contracts_staked after insert on futures_contracts deferrable initially deferred for each row
  execute function futures_refuse_unpaid_stake();

-- A contract that has not ended cannot be removed from futures_waiting.
create function futures_refuse_removal() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  pending constant smallint := 1;
begin
  if exists (select from futures_contracts c where c.id = any(array(select g.id from gone g)) and c.status = pending) then
    raise exception 'a pending contract cannot be removed from futures_waiting' using errcode = 'check_violation', constraint = 'futures_waiting_kept';
  end if;
  return null;
end
$$;
create trigger futures_waiting_kept after delete on futures_waiting referencing old table as gone
  for each statement execute function futures_refuse_removal();

-- A contract cannot be delayed: once opened, it waits for its own due time. Checked after the statement, which opens
-- the contract too.
create function futures_wait_for_due() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from waits w join futures_contracts c on c.id = w.id where not w.for_end or w.at is distinct from c.due_at) then
    raise exception 'an opened contract waits for its due time' using errcode = 'check_violation', constraint = 'futures_waiting_due';
  end if;
  return null;
end
$$;
create trigger futures_waiting_due after update on futures_waiting referencing new table as waits
  for each statement execute function futures_wait_for_due();

grant select, insert on futures_contracts to tern_app;
grant usage on sequence futures_contract_ids to tern_app;
-- No column of the agreement.
grant update (status, outcome, reason, open_seq, open_price, open_at, due_at, close_seq, close_price, close_at,
  payout, profit, settled_at, updated_at) on futures_contracts to tern_app;
grant select, insert, delete, update (for_end, at) on futures_waiting to tern_app;
grant select, insert, update on futures_exposure, futures_limits to tern_app;
grant execute on function futures_due, futures_end, futures_remove_waiting to tern_app;


-- Result alarms -----------------------------------------------------------------------------------

-- Alarms for results that exceed what chance allows: counts for each account, market and the house, and the alarms (ADR 37).

-- Contracts are counted in the order of their ids, each once: the cursor moves in the same transaction as the counts.
create table futures_result_cursor (
  is_only boolean primary key default true check (is_only),
  counted_to bigint not null
);
insert into futures_result_cursor (counted_to) values (0);

-- Sums over contracts that do not overlap. Those of past periods are removed.
create table futures_result_sequences (
  subject text not null check (subject in ('account', 'market', 'house')),
  -- A member, an instrument; 0 for the house.
  subject_id bigint not null,
  period timestamptz not null,
  sequence smallint not null check (sequence >= 0),
  known_at timestamptz not null,
  wins bigint not null check (wins >= 0),
  losses bigint not null check (losses >= 0),
  ties bigint not null check (ties >= 0),
  net numeric(38, 18) not null,
  expected_net numeric(38, 18) not null,
  squares numeric(38, 18) not null check (squares >= 0),
  primary key (subject, subject_id, period, sequence)
);
create index futures_result_sequences_past on futures_result_sequences (period);

create table futures_result_alarms (
  id bigint generated always as identity (start with 101) primary key,
  subject text not null check (subject in ('account', 'market', 'house')),
  member_id bigint references members (id),
  instrument_id smallint references instruments (id),
  period timestamptz not null,
  -- Members won more (above) or less (below) than chance allows.
  side text not null check (side in ('above', 'below')),
  wins bigint not null,
  losses bigint not null,
  ties bigint not null,
  wins_limit bigint not null,
  net numeric(38, 18) not null,
  expected_net numeric(38, 18) not null,
  net_limit numeric(38, 18) not null,
  raised_at timestamptz not null,
  updated_at timestamptz not null,
  reviewed_by bigint references operators (id),
  reviewed_at timestamptz,
  reason text check (reason <> ''),
  check ((subject = 'account') = (member_id is not null) and (subject = 'market') = (instrument_id is not null)),
  check (num_nonnulls(reviewed_by, reviewed_at, reason) in (0, 3))
);
create unique index futures_result_alarms_open on futures_result_alarms
  (subject, coalesce(member_id, 0), coalesce(instrument_id, 0), period, side) where reviewed_at is null;

create function futures_result_alarms_refuse_change() returns trigger language plpgsql as $$
begin
  if old.reviewed_at is not null then
    raise exception 'a reviewed alarm does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger futures_result_alarms_reviewed_once before update on futures_result_alarms
  for each row execute function futures_result_alarms_refuse_change();
create trigger futures_result_alarms_kept before delete or truncate on futures_result_alarms
  for each statement execute function refuse_write('a recorded contract or alarm does not change');

grant select on futures_result_cursor to tern_app;
grant update (counted_to) on futures_result_cursor to tern_app;
grant select, insert, update, delete on futures_result_sequences to tern_app;
grant select, insert on futures_result_alarms to tern_app;
grant update (wins, losses, ties, wins_limit, net, expected_net, net_limit, updated_at, reviewed_by, reviewed_at, reason)
  on futures_result_alarms to tern_app;

insert into ledger_facts (kind, reference, feature, fact, line_kinds) values
  (ledger_kind('contractOpen'), 'contract', 'futures', 'a contract with this stake was accepted', null),
  (ledger_kind('contractClose'), 'contract', 'futures', 'contracts ended with these payouts, at least one of them won',
    array[ledger_kind('contractClose'), ledger_kind('contractPrincipalReturn')]),
  (ledger_kind('contractPrincipalReturn'), 'contract', 'futures', 'contracts ended with these payouts, none of them won',
    array[ledger_kind('contractClose'), ledger_kind('contractPrincipalReturn')]);


-- Results by month --------------------------------------------------------------------------------

-- Results of settled contracts by month of acceptance, for the public figures (ADR 51): sums, so that figures over a year never read the
-- contracts. Each contract is counted once, in the transaction that moves futures_result_cursor.

create table futures_month_accounts (
  month date not null check (extract(day from month) = 1),
  member_id bigint not null references members (id),
  settled bigint not null check (settled > 0),
  net numeric(38, 18) not null,
  primary key (month, member_id)
);

create table futures_month_stakes (
  month date not null check (extract(day from month) = 1),
  -- The stake cut to two digits: 12.34 is counted at 12, 1234 at 1200.
  stake numeric(38, 18) not null check (stake > 0),
  -- How old the account was: 0 under a day, 1 under a week, 2 under 30 days, 3 under 90 days, 4 under a year, 5 older.
  age smallint not null check (age between 0 and 5),
  wins bigint not null check (wins >= 0),
  losses bigint not null check (losses >= 0),
  ties bigint not null check (ties >= 0),
  -- Up to ten different members: enough to know whether a group is too small to be shown.
  members bigint[] not null check (cardinality(members) between 1 and 10),
  primary key (month, stake, age)
);

-- Counts only grow, and no row is removed.
create trigger futures_month_accounts_grow before update on futures_month_accounts for each row
  when (new.settled <= old.settled) execute function refuse_write('counted results do not become fewer');
create trigger futures_month_stakes_grow before update on futures_month_stakes for each row
  when (new.wins < old.wins or new.losses < old.losses or new.ties < old.ties)
  execute function refuse_write('counted results do not become fewer');
create trigger futures_month_accounts_kept before delete or truncate on futures_month_accounts
  for each statement execute function refuse_write('counted results do not become fewer');
create trigger futures_month_stakes_kept before delete or truncate on futures_month_stakes
  for each statement execute function refuse_write('counted results do not become fewer');

grant select, insert on futures_month_accounts, futures_month_stakes to tern_app;
grant update (settled, net) on futures_month_accounts to tern_app;
grant update (wins, losses, ties, members) on futures_month_stakes to tern_app;
