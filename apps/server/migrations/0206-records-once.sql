-- feature: kernel
-- Each movement of a member's money is one record, with what is available and what is reserved after it (ADR 22). Until here, a
-- record said the total after it, less loans, and a withdrawal was two: held, then paid.

alter table ledger_postings
  -- The owner's available amount after this posting, and what is held, locked, staked and financed.
  add column available_after numeric(38, 18) not null default 0,
  add column reserved_after numeric(38, 18) not null default 0;

-- The history gets both figures. Nothing of what was posted changes.
alter table ledger_postings disable trigger user;
update ledger_postings p set available_after = f.available_after, reserved_after = f.reserved_after
from (
  select id, sum(available) over history as available_after, sum(held + locked + staked + financed) over history as reserved_after
  from ledger_postings window history as (partition by owner_id, asset order by id)
) f
where f.id = p.id;
alter table ledger_postings enable trigger user;

-- As in 0007, with both figures.
create or replace function ledger_write(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[] default null
) returns table (
  owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
)
language plpgsql security definer set search_path = pg_catalog, public
  -- Plans may be cached while the tables are still empty, but must suit full tables.
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  entry_ids bigint[];
begin
  if exists (
    select 1
    from unnest(
      posting_entries, posting_assets,
      posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan
    ) as p(entry, asset, available, held, locked, staked, financed, loan)
    group by p.entry, p.asset
    having sum(p.available + p.held + p.locked + p.staked + p.financed + p.loan) is distinct from 0
      or p.entry is null or p.entry < 1 or p.entry > cardinality(entry_kinds)
  ) then
    raise exception 'an entry does not balance' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
  end if;

  with written as (
    insert into ledger_entries (kind, reference, note, effective_at)
    select e.kind, e.reference, e.note, e.at
    from unnest(entry_kinds, entry_references, entry_notes, entry_times)
      with ordinality as e(kind, reference, note, at, position)
    order by e.position
    returning id
  )
  select array_agg(written.id order by written.id) into entry_ids from written;

  -- An owner's first posting in an asset opens the balance.
  insert into ledger_balances (owner_id, asset)
  select p.owner, p.asset
  from (select distinct u.owner, u.asset from unnest(posting_owners, posting_assets) as u(owner, asset)) p
  where not exists (select 1 from ledger_balances b where b.owner_id = p.owner and b.asset = p.asset)
  order by p.owner, p.asset
  on conflict do nothing;

  return query
  with lines as (
    select p.position, p.entry, p.kind, p.owner, p.asset, p.available, p.held, p.locked, p.staked, p.financed, p.loan,
      coalesce(p.subject, 0) as subject
    from unnest(
      posting_entries, posting_kinds, posting_owners, posting_assets,
      posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects
    ) with ordinality
      as p(entry, kind, owner, asset, available, held, locked, staked, financed, loan, subject, position)
  ), changes as (
    select l.owner, l.asset, sum(l.available) as available, sum(l.held) as held, sum(l.locked) as locked,
      sum(l.staked) as staked, sum(l.financed) as financed, sum(l.loan) as loan
    from lines l group by l.owner, l.asset
  ), keys as materialized (
    select c.owner as owner_id, c.asset, c.available, c.held, c.locked, c.staked, c.financed, c.loan
    from changes c order by c.owner, c.asset
  ), updated as (
    update ledger_balances b set
      available = b.available + k.available, held = b.held + k.held, locked = b.locked + k.locked,
      staked = b.staked + k.staked, financed = b.financed + k.financed, loan = b.loan + k.loan
    from keys k where b.owner_id = k.owner_id and b.asset = k.asset
    returning b.owner_id, b.asset, b.available, b.held, b.locked, b.staked, b.financed, b.loan,
      b.held + b.locked + b.staked + b.financed as reserved, b.available + b.held + b.locked + b.staked + b.financed + b.loan as total
  ), posted as (
    -- The figures after a posting are the final ones less the later postings of the batch.
    insert into ledger_postings (entry_id, owner_id, asset, available, held, locked, staked, financed, loan,
      available_after, reserved_after, total_after, kind, effective_at, subject_id)
    select entry_ids[l.entry], l.owner, l.asset, l.available, l.held, l.locked, l.staked, l.financed, l.loan,
      u.available - coalesce(sum(l.available) over later, 0),
      u.reserved - coalesce(sum(l.held + l.locked + l.staked + l.financed) over later, 0),
      u.total - coalesce(sum(l.available + l.held + l.locked + l.staked + l.financed + l.loan) over later, 0),
      l.kind, entry_times[l.entry], l.subject
    from lines l join updated u on u.owner_id = l.owner and u.asset = l.asset
    window later as (partition by l.owner, l.asset order by l.position rows between 1 following and unbounded following)
    order by l.position
  )
  select u.owner_id, u.asset, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;
end
$$;

-- As in 0008, with both figures.
create or replace function ledger_write_pay_out(
  paid_asset text, subject text, payer bigint, rounding bigint,
  principal_kind smallint, gain_kind smallint, paid_at timestamptz,
  owners bigint[], subject_ids bigint[], sizes int[], principals numeric[], gains numeric[], remainders numeric[]
) returns table (
  owner_id bigint,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
)
language plpgsql security definer set search_path = pg_catalog, public
  -- Plans may be cached while the tables are still empty, but must suit full tables.
  set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off as $$
#variable_conflict use_column
declare
  entry bigint;
  entry_kind smallint;
  paid numeric;
  gained numeric;
  kept numeric;
  house_total numeric;
  house_available numeric;
  house_reserved numeric;
begin
  select sum(s.size * (s.principal + s.gain)), sum(s.size * s.gain), sum(s.size * s.remainder)
    into paid, gained, kept
  from unnest(sizes, principals, gains, remainders) as s(size, principal, gain, remainder)
  having bool_and(coalesce(
      s.size > 0 and s.principal >= 0 and s.gain >= 0 and s.remainder >= 0 and s.principal + s.gain > 0, false))
    and sum(s.size) = cardinality(owners) and cardinality(owners) = cardinality(subject_ids);
  if paid is null or payer >= 0 or rounding >= 0 or exists (
    select 1 from unnest(owners, subject_ids) as p(owner, id) where (p.owner > 0 and p.id > 0) is not true
  ) then
    raise exception 'a payment does not balance' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
  end if;

  entry_kind := case when gained > 0 then gain_kind else principal_kind end;
  insert into ledger_entries (kind, reference, effective_at)
  select entry_kind, subject || ':' || min(p.id) || '-' || max(p.id), paid_at from unnest(subject_ids) as p(id)
  returning id into entry;

  if kept > 0 then
    insert into ledger_balances as b (owner_id, asset, available) values (rounding, paid_asset, kept)
    on conflict (owner_id, asset) do update set available = b.available + excluded.available
    returning b.available, b.held + b.locked + b.staked + b.financed, b.available + b.held + b.locked + b.staked + b.financed + b.loan
      into house_available, house_reserved, house_total;
    insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at)
    values (entry, rounding, paid_asset, kept, house_available, house_reserved, house_total, gain_kind, paid_at);
  end if;

  return query
  with shares as (
    select s.*, sum(s.size) over (order by s.place) as through
    from unnest(sizes, principals, gains) with ordinality as s(size, principal, gain, place)
  ), payments as materialized (
    select p.owner, p.id, s.principal, s.gain
    from shares s
    cross join lateral unnest(
      owners[s.through - s.size + 1 : s.through], subject_ids[s.through - s.size + 1 : s.through]
    ) as p(owner, id)
    order by p.owner, p.id
  ), updated as materialized (
    insert into ledger_balances as b (owner_id, asset, available)
    select p.owner, paid_asset, sum(p.principal + p.gain) from payments p group by p.owner order by p.owner
    on conflict (owner_id, asset) do update set available = b.available + excluded.available
    returning b.owner_id, b.available, b.held, b.locked, b.staked, b.financed, b.loan
  ), posted as (
    insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at, subject_id)
    select entry, p.owner, paid_asset, l.amount, p.available - l.later, p.reserved, p.total - l.later, l.kind, paid_at, p.id
    from (
      select p.owner, p.id, p.principal, p.gain, u.held + u.locked + u.staked + u.financed as reserved,
        u.available - coalesce(sum(p.principal + p.gain) over later, 0) as available,
        u.available + u.held + u.locked + u.staked + u.financed + u.loan - coalesce(sum(p.principal + p.gain) over later, 0) as total
      from payments p join updated u on u.owner_id = p.owner
      window later as (partition by p.owner order by p.id rows between 1 following and unbounded following)
    ) p cross join lateral (values
      (principal_kind, p.principal, p.gain), (gain_kind, p.gain, 0)
    ) as l(kind, amount, later)
    where l.amount > 0
  )
  select u.owner_id, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;

  insert into ledger_balances as b (owner_id, asset, available) values (payer, paid_asset, -paid - kept)
  on conflict (owner_id, asset) do update set available = b.available + excluded.available
  returning b.available, b.held + b.locked + b.staked + b.financed, b.available + b.held + b.locked + b.staked + b.financed + b.loan
    into house_available, house_reserved, house_total;
  insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at)
  values (entry, payer, paid_asset, -paid - kept, house_available, house_reserved, house_total, entry_kind, paid_at);
end
$$;

-- Whether lists show a record. An earlier record of the same withdrawal, payout or share of a machine shows it already when only
-- reserved money leaves. The planner inlines the function.
create function ledger_is_listed(available numeric, total numeric, kind smallint) returns boolean language sql immutable parallel safe
  return ledger_is_record(total, kind) and not (available = 0 and total <> 0
    and kind in (ledger_kind('withdrawalSuccess'), ledger_kind('miningMachinePurchase')));
grant execute on function ledger_is_listed to tern_app;

-- As in 0140: counts and marks are those of the lists, days those of all records.
create or replace function ledger_count_records(lines_max integer) returns bigint
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
    ), crossed as (
      select a.owner_id, a.asset, a.kind, k.records - a.records as before
      from added a join (select * from kept union all select * from kept_lists) k
        on k.owner_id = a.owner_id and k.asset = a.asset and k.kind = a.kind
      where k.records / 64 > (k.records - a.records) / 64
    ), numbered as (
      select c.owner_id, c.asset, c.kind, l.id,
        c.before + row_number() over (partition by c.owner_id, c.asset, c.kind order by l.id) as number
      from crossed c join lines l on l.is_listed and l.owner_id = c.owner_id and (c.asset = '' or l.asset = c.asset) and (c.kind = 0 or l.kind = c.kind)
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

-- A program of the version before may be counting: it must have ended before all is counted again.
select from ledger_record_progress for update;
delete from ledger_record_counts;
delete from ledger_record_list_counts;
delete from ledger_record_marks;
with listed as materialized (
  select p.owner_id, p.asset, p.kind, p.id from ledger_postings p
  where p.owner_id > 0 and ledger_is_listed(p.available, p.total, p.kind) and p.id <= (select counted_through from ledger_record_progress)
), numbered as (
  select l.owner_id, o.asset, o.kind, l.id, row_number() over (partition by l.owner_id, o.asset, o.kind order by l.id) as number
  from listed l cross join lateral (values ('', 0::smallint), (l.asset, 0::smallint), ('', l.kind), (l.asset, l.kind)) as o(asset, kind)
), lengths as (
  select owner_id, asset, kind, count(*) as records from numbered group by owner_id, asset, kind
), kept as (
  insert into ledger_record_counts (owner_id, asset, kind, records) select * from lengths where (asset = '') = (kind = 0)
), kept_lists as (
  insert into ledger_record_list_counts (owner_id, asset, kind, records) select * from lengths where (asset = '') <> (kind = 0)
)
insert into ledger_record_marks (owner_id, asset, kind, number, posting_id)
select owner_id, asset, kind, number, id from numbered where number % 64 = 0;
