-- feature: futures
-- What is due, and what waits no longer, is looked up by lists of ids in their order instead of one by one (ADR 0042).

-- Contracts that are due by a moment and behind a place, earliest first, locked; without those that others work on.
-- Those that agree in everything the rule looks at come as one row. What earlier batches left behind is not looked at again.
create or replace function futures_due(by timestamptz, after_at timestamptz, after_id bigint, most bigint)
returns table (ids bigint[], member_ids bigint[], instrument_id smallint, direction smallint, stake numeric, rule smallint, duration_s int,
  payout_ratio numeric, open_within_ms int, stale_after_ms int, open_seq bigint, open_price numeric, open_at timestamptz, due_at timestamptz)
language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  due bigint[];
begin
  due := array(
    select w.id from futures_waiting w where w.for_end and w.at <= by and (w.at, w.id) > (after_at, after_id)
    order by w.at, w.id limit most for update skip locked
  );
  return query
  select array_agg(c.id), array_agg(c.member_id), c.instrument_id, c.direction, c.stake, c.rule, c.duration_s,
    c.payout_ratio, c.open_within_ms, c.stale_after_ms, c.open_seq, c.open_price, c.open_at, c.due_at
  from futures_contracts c where c.id = any(due) group by 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14;
end
$$;

-- Nobody can forget a contract that has not ended.
create or replace function futures_keep_waiting() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from futures_contracts c where c.id = any(array(select g.id from gone g)) and c.status = 1) then
    raise exception 'a pending contract waits' using errcode = 'check_violation', constraint = 'futures_waiting_kept';
  end if;
  return null;
end
$$;
