-- feature: futures
-- What contracts wait for stands in rows of its own, so that a contract changes on its page and no index is touched (ADR 0025).

-- For its opening price since acceptance, then for its due time. Who has it locked decides on the contract.
create table futures_waiting (
  id bigint primary key references futures_contracts (id),
  for_end boolean not null,
  at timestamptz not null
);

insert into futures_waiting (id, for_end, at)
select id, due_at is not null, coalesce(due_at, accepted_at) from futures_contracts where status = 1;

-- What is due at one moment is read in batches: without the id each batch would sort all of it.
create index futures_waiting_order on futures_waiting (for_end, at, id);

-- Nobody can forget a contract that has not ended.
create function futures_keep_waiting() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from gone g join futures_contracts c on c.id = g.id where c.status = 1) then
    raise exception 'a pending contract waits' using errcode = 'check_violation', constraint = 'futures_waiting_kept';
  end if;
  return null;
end
$$;
create trigger futures_waiting_kept after delete on futures_waiting referencing old table as gone
  for each statement execute function futures_keep_waiting();

grant select, insert, delete on futures_waiting to tern_app;
grant update (for_end, at) on futures_waiting to tern_app;

drop index futures_contracts_due;
drop index futures_contracts_unopened;
-- Opened and ended once: there is room on the page for what it becomes.
alter table futures_contracts set (fillfactor = 50);

-- Both functions have the caller's rights alone. They fix how tables are read: a plan made for few contracts would read
-- all that are due for each batch.

-- Contracts that are due by a moment and behind a place, earliest first, locked; without those that others work on.
-- Those that agree in everything the rule looks at come as one row. What earlier batches left behind is not looked at again.
create function futures_due(by timestamptz, after_at timestamptz, after_id bigint, most bigint)
returns table (ids bigint[], member_ids bigint[], instrument_id smallint, direction smallint, stake numeric, rule smallint, duration_s int,
  payout_ratio numeric, open_within_ms int, stale_after_ms int, open_seq bigint, open_price numeric, open_at timestamptz, due_at timestamptz)
language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  with due as (
    select w.id from futures_waiting w where w.for_end and w.at <= by and (w.at, w.id) > (after_at, after_id)
    order by w.at, w.id limit most for update skip locked
  )
  select array_agg(c.id), array_agg(c.member_id), c.instrument_id, c.direction, c.stake, c.rule, c.duration_s,
    c.payout_ratio, c.open_within_ms, c.stale_after_ms, c.open_seq, c.open_price, c.open_at, c.due_at
  from due d join futures_contracts c on c.id = d.id group by 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14;
end
$$;

-- Ends contracts, and gives how many: ending i is that of the next `sizes[i]` ids.
create function futures_end(ids bigint[], sizes int[], statuses smallint[], outcomes smallint[], reasons smallint[],
  close_seqs bigint[], close_prices numeric[], close_times timestamptz[], payouts numeric[], profits numeric[], ended_at timestamptz)
returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ended bigint;
begin
  with endings as (
    select e.*, sum(e.size) over (order by e.place) as through
    from unnest(sizes, statuses, outcomes, reasons, close_seqs, close_prices, close_times, payouts, profits) with ordinality
      as e(size, status, outcome, reason, close_seq, close_price, close_at, payout, profit, place)
  ), waited as (
    delete from futures_waiting w
    using endings e cross join lateral unnest(ids[e.through - e.size + 1 : e.through]) as m(id)
    where w.id = m.id
    returning w.id, e.status, e.outcome, e.reason, e.close_seq, e.close_price, e.close_at, e.payout, e.profit
  )
  update futures_contracts c set status = w.status, outcome = w.outcome, reason = w.reason, close_seq = w.close_seq,
    close_price = w.close_price, close_at = w.close_at, payout = w.payout, profit = w.profit, settled_at = ended_at, updated_at = ended_at
  from waited w where c.id = w.id and c.status = 1;
  get diagnostics ended = row_count;
  return ended;
end
$$;

revoke execute on function futures_due, futures_end from public;
grant execute on function futures_due, futures_end to tern_app;
