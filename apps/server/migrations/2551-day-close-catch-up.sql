-- feature: day-close
-- Days that are caught up: balances and uncounted postings of all members are compared once, not for each day. After a load of
-- 100,000 postings, each of the 45 days of a first start took seconds of the database.

-- Closes the oldest open day and returns it; null when none can be closed yet: it has not been over for a quarter of an hour, or a
-- posting of it is not counted.
--
-- Balances are read for the newest of the days that can be closed: what they differ by then, they differ by for each day before.
--
-- Locks    day_close_progress, until the end of the transaction: what it compares is not counted meanwhile.
create or replace function day_close_next(at timestamptz) returns date
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  counted bigint;
  next_day date;
  ends_at timestamptz;
begin
  select counted_through into counted from day_close_progress for update;
  select coalesce((select max(day) + 1 from day_closes), (select min(day) from day_close_movements)) into next_day;
  ends_at := (next_day + 1)::timestamp at time zone 'utc';
  if next_day is null or ends_at + interval '15 minutes' > at
    or exists (select from ledger_postings p where p.id > counted and p.effective_at < ends_at) then
    return null;
  end if;
  insert into day_closes (day, through_posting, closed_at) values (next_day, counted, at);
  insert into day_close_lines (day, asset, account, opening, debits, credits, closing, late)
  select next_day, asset, account, coalesce(b.closing, 0), coalesce(m.debits, 0), coalesce(m.credits, 0),
    coalesce(b.closing, 0) - coalesce(m.debits, 0) + coalesce(m.credits, 0), coalesce(m.late, 0)
  from (select asset, account, closing from day_close_lines where day = next_day - 1 and closing <> 0) b
  full join (
    select asset, account, sum(debits) as debits, sum(credits) as credits, sum(late) as late
    from day_close_movements where day = next_day group by asset, account
  ) m using (asset, account);
  insert into day_close_differences (day, asset, account, reason, expected, found)
  select next_day, asset, 0, 'sides', sum(credits), sum(debits) from day_close_lines where day = next_day
  group by asset having sum(credits) <> sum(debits);
  if ends_at + interval '1 day 15 minutes' <= at then
    return next_day;
  end if;
  -- One statement: balances and postings of the same moment.
  insert into day_close_differences (day, asset, account, reason, expected, found)
  select next_day, asset, account, 'balances', coalesce(l.closing, 0), coalesce(b.amount, 0) - coalesce(p.amount, 0)
  from (select asset, account, closing from day_close_lines where day = next_day) l
  full join day_close_balances b using (asset, account)
  full join (
    select asset, account, sum(amount) as amount from (
      select asset, account, credits - debits as amount from day_close_movements where day > next_day
      union all
      select asset, account, amount from day_close_postings where id > counted
    ) later group by asset, account
  ) p using (asset, account)
  where coalesce(l.closing, 0) <> coalesce(b.amount, 0) - coalesce(p.amount, 0);
  return next_day;
end
$$;
