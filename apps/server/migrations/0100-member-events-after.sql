-- feature: kernel
-- The outbox is read after every round. A plan for it that was made while the table was nearly empty reads all of it,
-- and is kept through the first minute of any burst: the function allows the index alone.

-- Rows after a place in the outbox that nobody can still come before, in commit order; the events of a row only
-- where one of `listeners` is among its members (null: always).
create function member_events_after(after_transaction xid8, after_seq bigint, rows_max bigint, listeners bigint[])
returns table (transaction_id xid8, seq bigint, events json, created_at timestamptz)
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
  return query
  select e.transaction_id, e.seq, case when listeners is null or e.member_ids && listeners then e.events end, e.created_at
  from member_events e
  where (e.transaction_id, e.seq) > (after_transaction, after_seq)
    and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
  order by e.transaction_id, e.seq limit rows_max;
end
$$;
revoke execute on function member_events_after from public;
grant execute on function member_events_after to tern_app;
