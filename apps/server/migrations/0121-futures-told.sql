-- feature: futures
-- Who is due is paid first and told after (ADR 0045): the waiting row stays until the notice of its contract's end is written.

drop function futures_due(timestamptz, timestamptz, bigint, bigint);

-- Contracts that wait for their due time, by a moment and behind a place, earliest first, locked; without those that others work on.
-- Those that agree in everything the rule looks at and in what they have become are one row; those that ended wait to be told.
-- What earlier batches left behind is not looked at again. The caller's rights.
create function futures_due(by timestamptz, after_at timestamptz, after_id bigint, most bigint)
returns table (ids bigint[], member_ids bigint[], instrument_id smallint, direction smallint, stake numeric, rule smallint, duration_s int,
  payout_ratio numeric, open_within_ms int, stale_after_ms int, open_seq bigint, open_price numeric, open_at timestamptz, due_at timestamptz,
  status smallint, outcome smallint, reason smallint, payout numeric, profit numeric)
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
    c.payout_ratio, c.open_within_ms, c.stale_after_ms, c.open_seq, c.open_price, c.open_at, c.due_at,
    c.status, c.outcome, c.reason, c.payout, c.profit
  from futures_contracts c where c.id = any(due) group by 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19;
end
$$;

-- Ends contracts, and gives how many: ending i is that of the next `sizes[i]` ids. Looked up and changed in the order of their ids.
create or replace function futures_end(ids bigint[], sizes int[], statuses smallint[], outcomes smallint[], reasons smallint[],
  close_seqs bigint[], close_prices numeric[], close_times timestamptz[], payouts numeric[], profits numeric[], ended_at timestamptz)
returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_nestloop = off as $$
declare
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
  from each_end e where c.id = e.id and c.id = any(ids) and c.status = 1;
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Contracts that wait no longer, and how many did.
create function futures_forget(ids bigint[]) returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  gone bigint;
begin
  delete from futures_waiting w where w.id = any(ids);
  get diagnostics gone = row_count;
  return gone;
end
$$;

revoke execute on function futures_due, futures_forget from public;
grant execute on function futures_due, futures_forget to tern_app;
