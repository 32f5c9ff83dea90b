-- feature: kernel
-- Pages of members' records: counts and page marks stored beside the journal, so that a page costs the same at any depth. Each movement of
-- a member's money is one record, with what is available and what is reserved after it (ADR 22).

-- Whether a member sees a posting as a record: it changed their total; or it changed their available balance, as when a withdrawal
-- is held or bought coins are released, but not for orders and contracts, which have records of their own. The planner
-- inlines the function.
create function ledger_is_record(total numeric, kind smallint) returns boolean language sql immutable parallel safe
  return total <> 0 or kind not in (ledger_kind('orderHold'), ledger_kind('orderRelease'), ledger_kind('spotBuy'),
    ledger_kind('spotSell'), ledger_kind('contractClose'), ledger_kind('contractPrincipalReturn'));

-- Whether lists show a record. An earlier record of the same withdrawal, payout or share of a machine shows it already when only
-- reserved money leaves. The planner inlines the function.
create function ledger_is_listed(available numeric, total numeric, kind smallint) returns boolean language sql immutable parallel safe
  return ledger_is_record(total, kind) and not (available = 0 and total <> 0
    and kind in (ledger_kind('withdrawalSuccess'), ledger_kind('miningMachinePurchase')));

create index ledger_postings_records on ledger_postings (owner_id, id desc)
  where ledger_is_record(total, kind) and owner_id > 0;
-- Records of one asset and one kind; other filters combine a few of these ranges.
create index ledger_postings_records_of_kind on ledger_postings (owner_id, asset, kind, id)
  where ledger_is_record(total, kind) and owner_id > 0;

-- How far the journal has been counted. The few later records are read from the journal.
create table ledger_record_progress (
  is_only boolean primary key default true check (is_only),
  counted_through bigint not null default 0,
  -- No posting up to this id can still appear, once every transaction before `settled_at` has ended.
  next_through bigint not null default 0,
  settled_at xid8 not null default '0',
  -- The first day in ledger_day_changes.
  days_from date not null default '-infinity'
);
insert into ledger_record_progress default values;

-- The number of an owner's records in lists, by asset and kind; with asset '' and kind 0, of all.
create table ledger_record_counts (
  owner_id bigint not null,
  asset text not null,
  kind smallint not null,
  records bigint not null,
  primary key (owner_id, asset, kind)
) with (fillfactor = 80);

-- The number of an owner's records of one asset (kind 0), and of one kind (asset ''): adding them up from the table above would cost more
-- than all else as soon as a thousand members trade at the same time.
create table ledger_record_list_counts (
  owner_id bigint not null,
  asset text not null,
  kind smallint not null,
  records bigint not null,
  primary key (owner_id, asset, kind),
  check ((asset = '') <> (kind = 0))
) with (fillfactor = 80);

-- Each 64th record of each list, by asset (or ''), by kind (or 0) or by both: a page starts from the nearest mark.
create table ledger_record_marks (
  owner_id bigint not null,
  asset text not null,
  kind smallint not null,
  number bigint not null,
  posting_id bigint not null,
  primary key (owner_id, asset, kind, number)
);

-- The change of each owner's total on each of the last days (UTC, by effective time).
create table ledger_day_changes (
  owner_id bigint not null,
  day date not null,
  asset text not null,
  amount numeric(38, 18) not null,
  primary key (owner_id, day, asset)
) with (fillfactor = 80);

-- Counts up to `lines_max` more postings and returns how many; 0 when it has to wait. Counts and marks are those of the lists, days those
-- of all records.
--
-- Ids are drawn before their transactions commit, so it stops where a posting can still appear. This is safe because
-- ledger_write() draws posting ids after its first write, when its transaction already has a transaction id.
--
-- Refuses  an isolation level other than read committed.
-- Locks    ledger_record_progress: one caller counts, the others get 0.
create function ledger_count_records(lines_max integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
  -- The planner cannot estimate the length of the range.
  set enable_nestloop = off as $$
declare
  done ledger_record_progress;
  through bigint;
  ahead bigint;
  week_ago date := (now() at time zone 'utc')::date - 7;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'records are counted at read committed only' using errcode = 'invalid_transaction_state';
  end if;
  select * into done from ledger_record_progress for update skip locked;
  if not found then
    return 0;
  end if;

  if week_ago > done.days_from then
    delete from ledger_day_changes where day < week_ago;
    update ledger_record_progress set days_from = week_ago;
  end if;

  through := done.counted_through;
  if done.next_through > through and pg_snapshot_xmin(pg_current_snapshot()) >= done.settled_at then
    through := least(done.next_through, through + lines_max);
    with lines as materialized (
      select p.id, p.owner_id, p.asset, p.kind, p.total, p.effective_at, ledger_is_listed(p.available, p.total, p.kind) as is_listed
      from ledger_postings p
      where p.id > done.counted_through and p.id <= through and ledger_is_record(p.total, p.kind) and p.owner_id > 0
    ), added as materialized (
      select l.owner_id, coalesce(l.asset, '') as asset, coalesce(l.kind, 0::smallint) as kind, count(*) as records
      from lines l where l.is_listed group by l.owner_id, grouping sets ((l.asset, l.kind), (l.asset), (l.kind), ())
    ), kept as (
      insert into ledger_record_counts as c (owner_id, asset, kind, records)
      select a.owner_id, a.asset, a.kind, a.records from added a
      where (a.asset = '') = (a.kind = 0) order by a.owner_id, a.asset, a.kind
      on conflict (owner_id, asset, kind) do update set records = c.records + excluded.records
      returning c.owner_id, c.asset, c.kind, c.records
    ), kept_lists as (
      insert into ledger_record_list_counts as c (owner_id, asset, kind, records)
      select a.owner_id, a.asset, a.kind, a.records from added a
      where (a.asset = '') <> (a.kind = 0) order by a.owner_id, a.asset, a.kind
      on conflict (owner_id, asset, kind) do update set records = c.records + excluded.records
      returning c.owner_id, c.asset, c.kind, c.records
    ), crossed as materialized (
      select a.owner_id, a.asset, a.kind, k.records - a.records as before
      from added a join (select * from kept union all select * from kept_lists) k
        on k.owner_id = a.owner_id and k.asset = a.asset and k.kind = a.kind
      where k.records / 64 > (k.records - a.records) / 64
    ), listed as (
      -- Each line under the four lists that show it.
      select l.id, l.owner_id, s.asset, s.kind
      from lines l cross join lateral (values ('', 0::smallint), (l.asset, 0::smallint), ('', l.kind), (l.asset, l.kind)) as s(asset, kind)
      where l.is_listed
    ), numbered as (
      select c.owner_id, c.asset, c.kind, l.id,
        c.before + row_number() over (partition by c.owner_id, c.asset, c.kind order by l.id) as number
      from crossed c join listed l on l.owner_id = c.owner_id and l.asset = c.asset and l.kind = c.kind
    ), marked as (
      insert into ledger_record_marks (owner_id, asset, kind, number, posting_id)
      select n.owner_id, n.asset, n.kind, n.number, n.id from numbered n where n.number % 64 = 0
    )
    insert into ledger_day_changes as d (owner_id, day, asset, amount)
    select l.owner_id, (l.effective_at at time zone 'utc')::date, l.asset, sum(l.total) from lines l
    where (l.effective_at at time zone 'utc')::date >= greatest(week_ago, done.days_from) group by 1, 2, 3
    on conflict (owner_id, day, asset) do update set amount = d.amount + excluded.amount;
  end if;

  if through >= done.next_through then
    select case when s.is_called then s.last_value else 0 end into ahead from ledger_postings_id_seq s;
    -- A separate statement, so that its snapshot is later than the read of the id.
    if ahead > done.next_through then
      done.settled_at := pg_snapshot_xmax(pg_current_snapshot());
    end if;
  else
    ahead := done.next_through;
  end if;
  if through > done.counted_through or ahead > done.next_through then
    update ledger_record_progress
    set counted_through = through, next_through = ahead, settled_at = done.settled_at;
  end if;
  return through - done.counted_through;
end
$$;

grant select on ledger_record_progress, ledger_record_counts, ledger_record_list_counts, ledger_record_marks, ledger_day_changes
  to tern_app;
grant execute on function ledger_count_records, ledger_is_record, ledger_is_listed to tern_app;
