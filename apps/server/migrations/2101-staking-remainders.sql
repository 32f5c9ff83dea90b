-- feature: staking
-- A constant value that is paid in another coin carries the remainder of a smallest unit to the next day, and the record
-- shows what the coins of the day were worth.

-- What rounding has left of the coins so far; it is in the rounding account until a later day pays it. Null in payouts of
-- earlier releases, which paid it never.
alter table staking_payouts add column remainder numeric(38, 18) check (remainder >= 0);

-- Counts payouts in their orders: the next day, at its time, with the yield of the order's terms. With
-- the last day the term ends.
-- Refuses: staking_payout_terms (a day that is not the next one, that is not due, or with another yield; coins that do not
-- follow from the price and the remainder of the day before; another value than that of the coins; two days of an order in one statement).
-- Its plan is made while the tables are still empty and kept: each order is found by its id, never by reading all due ones.
create or replace function staking_count_payouts() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public set enable_seqscan = off set enable_mergejoin = off
  set enable_hashjoin = off set enable_bitmapscan = off as $$
declare
  counted int;
begin
  update staking_orders o set
    paid_days = p.day,
    paid_amount = o.paid_amount + p.amount,
    paid_value = o.paid_value + coalesce(p.value, 0),
    next_payout_at = case when p.day < o.term_days then o.next_payout_at + interval '24 hours' end,
    state = case when p.day < o.term_days then 'running' else 'ended' end,
    closed_at = case when p.day < o.term_days then null else o.ends_at end,
    updated_at = b.created_at
  from added p join staking_payout_batches b on b.id = p.batch_id
    left join staking_payouts f on f.order_id = p.order_id and f.day = p.day - 1
  where o.id = p.order_id and o.member_id = p.member_id and o.state = 'running'
    and p.day = o.paid_days + 1 and p.due_at = o.starts_at + make_interval(hours => 24 * p.day) and b.due_at = p.due_at
    and p.yielded = staking_yield_through(o.yield_base, o.yield_rate, p.day, o.yield_scale)
      - staking_yield_through(o.yield_base, o.yield_rate, p.day - 1, o.yield_scale)
    and case when o.asset = o.yield_asset then p.amount = p.yielded and p.remainder = 0
      else p.price > 0 and p.amount = trunc(coalesce(f.remainder, 0) + staking_coins(p.yielded, p.price), o.asset_scale)
        and p.remainder = coalesce(f.remainder, 0) + staking_coins(p.yielded, p.price) - p.amount end
    and case when o.asset = o.pay_asset then p.value = p.amount
      else p.value is not distinct from trunc(p.amount * p.price, o.pay_scale) end;
  get diagnostics counted = row_count;
  if counted <> (select count(*) from added) then
    raise exception 'a payout does not follow from its order' using errcode = 'check_violation', constraint = 'staking_payout_terms';
  end if;
  return null;
end
$$;
