-- feature: futures
-- The same guards of endings at less cost (ADR 0042).

-- A contract is done once, and its opening price is set once. Looked at after the change: before it, the row was locked first.
drop trigger futures_contracts_done on futures_contracts;
create trigger futures_contracts_done after update on futures_contracts for each row
  when (old.status <> 1 or (old.open_seq is not null and (new.open_seq, new.open_price, new.open_at, new.due_at)
    is distinct from (old.open_seq, old.open_price, old.open_at, old.due_at)))
  execute function futures_refuse_change();

-- Ends contracts, and gives how many: ending i is that of the next `sizes[i]` ids.
-- What they waited with goes behind them, in the order of its own index.
create or replace function futures_end(ids bigint[], sizes int[], statuses smallint[], outcomes smallint[], reasons smallint[],
  close_seqs bigint[], close_prices numeric[], close_times timestamptz[], payouts numeric[], profits numeric[], ended_at timestamptz)
returns bigint language plpgsql set enable_memoize = off
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ended bigint;
  gone bigint;
begin
  with endings as (
    select e.*, sum(e.size) over (order by e.place) as through
    from unnest(sizes, statuses, outcomes, reasons, close_seqs, close_prices, close_times, payouts, profits) with ordinality
      as e(size, status, outcome, reason, close_seq, close_price, close_at, payout, profit, place)
  )
  update futures_contracts c set status = e.status, outcome = e.outcome, reason = e.reason, close_seq = e.close_seq,
    close_price = e.close_price, close_at = e.close_at, payout = e.payout, profit = e.profit, settled_at = ended_at, updated_at = ended_at
  from endings e cross join lateral unnest(ids[e.through - e.size + 1 : e.through]) as m(id)
  where c.id = m.id and c.status = 1;
  get diagnostics ended = row_count;
  delete from futures_waiting w where w.id = any(ids);
  get diagnostics gone = row_count;
  return least(ended, gone);
end
$$;
