-- feature: futures
-- Rule 2: on live prices the opening tick is dated later than an allowance after acceptance (ADR 0055).

alter table futures_contracts
  add column open_after_ms int not null default 0 check (open_after_ms >= 0),
  drop constraint futures_contracts_opened_by_rule,
  add constraint futures_contracts_opened_by_rule check (
    open_at - accepted_at > open_after_ms * interval '1 millisecond'
    and open_at - accepted_at <= (open_after_ms + open_within_ms) * interval '1 millisecond'
    and due_at - open_at = duration_s * interval '1 second'
  ) not valid;

create trigger futures_contracts_agreed_after after update of open_after_ms on futures_contracts
  for each row execute function futures_refuse_change();

drop function futures_due(timestamptz, timestamptz, bigint, bigint);

-- As before, with the allowance among what the rule looks at.
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

revoke execute on function futures_due from public;
grant execute on function futures_due to tern_app;
