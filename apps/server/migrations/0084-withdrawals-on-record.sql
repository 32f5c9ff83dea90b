-- feature: kernel
-- Members also read of withdrawals that were set aside (2) and came back (16): what they own stays the same then, what
-- they can spend does not (spec §3). Records are the lines with a total, and those.

drop index ledger_postings_records;
create index ledger_postings_records on ledger_postings (owner_id, id desc)
  where (total <> 0 or kind in (2, 16)) and owner_id > 0;
drop index ledger_postings_records_of_kind;
create index ledger_postings_records_of_kind on ledger_postings (owner_id, asset, kind, id)
  where (total <> 0 or kind in (2, 16)) and owner_id > 0;

-- Counts up to so many more lines of the journal and gives how many it passed over; 0 when it has to wait.
-- Ids are drawn before their transactions commit, so the journal is counted only as far as none can come
-- late: ledger_post draws ids after its first write, hence whoever drew one had a transaction id by then.
-- One caller at a time; another one gets 0. Nested loops are off: the planner cannot know how long a stretch is.
create or replace function ledger_count_records(lines_max integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public set enable_nestloop = off as $$
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
      select p.id, p.owner_id, p.asset, p.kind, p.total, p.effective_at from ledger_postings p
      where p.id > done.counted_through and p.id <= through and (p.total <> 0 or p.kind in (2, 16)) and p.owner_id > 0
    ), added as materialized (
      select l.owner_id, coalesce(l.asset, '') as asset, coalesce(l.kind, 0::smallint) as kind, count(*) as records
      from lines l group by l.owner_id, grouping sets ((l.asset, l.kind), (l.asset), (l.kind), ())
    ), kept as (
      insert into ledger_record_counts as c (owner_id, asset, kind, records)
      select a.owner_id, a.asset, a.kind, a.records from added a
      where (a.asset = '') = (a.kind = 0) order by a.owner_id, a.asset, a.kind
      on conflict (owner_id, asset, kind) do update set records = c.records + excluded.records
      returning c.owner_id, c.asset, c.kind, c.records
    ), before as (
      -- Lists of one asset or one kind are the sums of those of both. Who has few records has no mark at all.
      select c.owner_id, coalesce(c.asset, '') as asset, coalesce(c.kind, 0::smallint) as kind, sum(c.records)::bigint as records
      from ledger_record_counts c
      where c.asset <> '' and c.owner_id in (select k.owner_id from kept k where k.asset = '' and k.records >= 64)
      group by c.owner_id, grouping sets ((c.asset, c.kind), (c.asset), (c.kind), ())
    ), crossed as (
      select a.owner_id, a.asset, a.kind, coalesce(b.records, 0) as before
      from added a left join before b on b.owner_id = a.owner_id and b.asset = a.asset and b.kind = a.kind
      where a.owner_id in (select k.owner_id from kept k where k.asset = '' and k.records >= 64)
        and (coalesce(b.records, 0) + a.records) / 64 > coalesce(b.records, 0) / 64
    ), numbered as (
      select c.owner_id, c.asset, c.kind, l.id,
        c.before + row_number() over (partition by c.owner_id, c.asset, c.kind order by l.id) as number
      from crossed c join lines l on l.owner_id = c.owner_id and (c.asset = '' or l.asset = c.asset) and (c.kind = 0 or l.kind = c.kind)
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
    -- A statement of its own: the moment must lie after the id was read.
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

-- What was counted without them is counted anew, where there are any; until then lists are read from the journal itself.
do $$
begin
  if exists (select from ledger_postings where kind in (2, 16) and total = 0 and owner_id > 0) then
    delete from ledger_record_counts;
    delete from ledger_record_marks;
    delete from ledger_day_changes;
    update ledger_record_progress set counted_through = 0, next_through = 0, settled_at = '0';
  end if;
end
$$;
