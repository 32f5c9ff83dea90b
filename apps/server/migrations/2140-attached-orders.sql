-- feature: spot
-- Take profit and stop loss attached to an order: they wait for what its fills bring (ADR 86,
-- docs/features/trading/conditional-orders.md).
--
--   parent_end  why a cancelled one ended: 1 the other one was met, 2 its order ended without a fill; null: its member cancelled it

-- Their amount follows the fills of their order; without one they have none, and nothing triggers them. What they are accepted after is
-- then the first fill: later prices count.
alter table spot_conditional_orders
  add column parent_order_id bigint,
  add column parent_end smallint check (parent_end in (1, 2)),
  -- A stop loss or a take profit, at market.
  add constraint spot_conditional_orders_parent check (parent_order_id is null or kind in (2, 4) and pair_order_id is null),
  add constraint spot_conditional_orders_parent_end check (parent_end is null or parent_order_id is not null and status = 3),
  drop constraint spot_conditional_orders_amount,
  add constraint spot_conditional_orders_amount check (((quantity is null) <> (budget is null)
      or parent_order_id is not null and quantity is null and budget is null and status in (1, 3))
    and (budget is null or side = 1 and limit_price is null));
create unique index spot_conditional_orders_of_parent on spot_conditional_orders (parent_order_id, kind) where parent_order_id is not null;
-- Of the two, one is met.
create unique index spot_conditional_orders_parent_met on spot_conditional_orders (parent_order_id)
  where parent_order_id is not null and status in (2, 4);

drop trigger spot_conditional_orders_kept on spot_conditional_orders;
create trigger spot_conditional_orders_kept before update on spot_conditional_orders for each row
  -- 1: waiting.
  when (old.status <> 1 or (old.id, old.member_id, old.instrument_id, old.kind, old.side, old.watches, old.operator, old.trigger_price, old.trailing_rate,
      old.start_price, old.limit_price, old.time_in_force, old.source, old.client_order_id, old.accepted_price,
      old.created_at, old.pair_order_id, old.pair_price, old.parent_order_id)
    is distinct from (new.id, new.member_id, new.instrument_id, new.kind, new.side, new.watches, new.operator, new.trigger_price, new.trailing_rate,
      new.start_price, new.limit_price, new.time_in_force, new.source, new.client_order_id, new.accepted_price,
      new.created_at, new.pair_order_id, new.pair_price, new.parent_order_id)
    or old.parent_order_id is null and (old.quantity, old.budget, old.accepted_after) is distinct from (new.quantity, new.budget, new.accepted_after))
  execute function spot_conditional_orders_refuse_change();

drop function spot_write_conditional_orders;

-- Writes what the batches of this transaction did to conditional orders, after spot_write().
--
-- Refuses  spot_conditional_orders_of_batch: a row of a market whose engine has written no batch in this transaction, or an order that
--          is not the one to place, or a trade that is not of this transaction;
--          spot_conditional_orders_of_pair: an OCO whose limit order is not the one that was asked for, has filled another quantity, is
--          closed while its stop waits, or is open when its stop has ended;
--          spot_conditional_orders_of_parent: an attached order that does not have what its order has received, that waits for an order which
--          ended without a fill, or was met while its order is open or the other one waits;
--          members_not_frozen, members_known: a member who may not trade;
--          spot_conditional_orders_still_waiting: an order to change does not wait any more.
-- Locks    the changed rows.
create function spot_write_conditional_orders(
  new_ids bigint[], new_members bigint[], new_instruments smallint[], new_kinds smallint[], new_sides smallint[], new_watches smallint[],
  new_operators smallint[], new_triggers numeric[], new_rates numeric[], new_starts numeric[], new_bests numeric[], new_prices numeric[],
  new_quantities numeric[], new_budgets numeric[], new_times_in_force smallint[], new_sources smallint[], new_names text[],
  new_accepted_after bigint[], new_accepted_prices numeric[], new_created timestamptz[],
  changed_ids bigint[], changed_instruments smallint[], changed_statuses smallint[], changed_bests numeric[], changed_met_numbers bigint[],
  changed_met_prices numeric[], changed_met_times timestamptz[], changed_before_numbers bigint[], changed_before_prices numeric[],
  changed_pauses smallint[], changed_orders bigint[], changed_refusals smallint[], changed_needed numeric[], changed_available numeric[],
  changed_updated timestamptz[],
  pause_instruments smallint[], pause_afters bigint[], pause_untils bigint[], pause_reasons smallint[], pause_began timestamptz[],
  pause_ended timestamptz[],
  mark_instruments smallint[], mark_numbers bigint[], mark_times timestamptz[],
  -- Instances that know no OCO leave these out.
  new_pair_orders bigint[] default '{}', new_pair_prices numeric[] default '{}', changed_pair_filled numeric[] default '{}',
  -- Likewise instances that know no attached orders.
  new_parents bigint[] default '{}', changed_quantities numeric[] default '{}', changed_budgets numeric[] default '{}',
  changed_accepted_after bigint[] default '{}', changed_parent_ends smallint[] default '{}'
) returns void language plpgsql security definer set search_path = pg_catalog, public
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  this_one xid := pg_current_xact_id();
  written bigint;
begin
  if exists (
    select from unnest(new_instruments || changed_instruments || pause_instruments || mark_instruments) as i(id)
    where not exists (select from spot_engines e where e.instrument_id = i.id and e.xmin = this_one)
  ) then
    raise exception 'a conditional order of a market without a batch'
      using errcode = 'check_violation', constraint = 'spot_conditional_orders_of_batch';
  end if;
  perform members_refuse_frozen(new_members);

  -- An order that is placed and met in one batch is inserted as it waits, and changed below.
  insert into spot_conditional_orders (id, member_id, instrument_id, kind, side, watches, operator, trigger_price, trailing_rate, start_price,
    best_price, limit_price, quantity, budget, time_in_force, status, source, client_order_id, accepted_after, accepted_price,
    created_at, updated_at, pair_order_id, pair_price, pair_filled, parent_order_id)
  select n.id, n.member_id, n.instrument_id, n.kind, n.side, n.watches, n.operator, n.trigger_price, n.trailing_rate, n.start_price, n.best_price,
    n.limit_price, n.quantity, n.budget, n.time_in_force, 1, n.source, n.name, n.accepted_after, n.accepted_price, n.created_at, n.created_at,
    n.pair_order_id, n.pair_price, case when n.pair_order_id is not null then 0 end, n.parent_order_id
  from unnest(new_ids, new_members, new_instruments, new_kinds, new_sides, new_watches, new_operators, new_triggers, new_rates, new_starts,
    new_bests, new_prices, new_quantities, new_budgets, new_times_in_force, new_sources, new_names, new_accepted_after, new_accepted_prices, new_created,
    new_pair_orders, new_pair_prices, new_parents)
    as n(id, member_id, instrument_id, kind, side, watches, operator, trigger_price, trailing_rate, start_price, best_price, limit_price, quantity,
      budget, time_in_force, source, name, accepted_after, accepted_price, created_at, pair_order_id, pair_price, parent_order_id);

  update spot_conditional_orders o set status = c.status, best_price = c.best, met_number = c.met_number, met_price = c.met_price, met_at = c.met_at,
    before_number = c.before_number, before_price = c.before_price, met_after_pause = c.pause, order_id = c.order_id, refusal = c.refusal,
    needed = c.needed, available = c.available, updated_at = c.updated,
    pair_filled = coalesce(c.pair_filled, o.pair_filled), quantity = coalesce(c.quantity, o.quantity), budget = coalesce(c.budget, o.budget),
    accepted_after = coalesce(c.accepted_after, o.accepted_after), parent_end = c.parent_end
  from unnest(changed_ids, changed_instruments, changed_statuses, changed_bests, changed_met_numbers, changed_met_prices, changed_met_times,
    changed_before_numbers, changed_before_prices, changed_pauses, changed_orders, changed_refusals, changed_needed, changed_available, changed_updated,
    changed_pair_filled, changed_quantities, changed_budgets, changed_accepted_after, changed_parent_ends)
    as c(id, instrument_id, status, best, met_number, met_price, met_at, before_number, before_price, pause, order_id, refusal, needed, available, updated,
      pair_filled, quantity, budget, accepted_after, parent_end)
  -- 1: waiting. The sum keeps the planner from reading all waiting orders by their index.
  where o.id = c.id and o.instrument_id = c.instrument_id and o.status + 0 = 1;
  get diagnostics written = row_count;
  if written <> cardinality(changed_ids) then
    raise exception 'a waiting order of the engine does not wait in the database'
      using errcode = 'check_violation', constraint = 'spot_conditional_orders_still_waiting';
  end if;

  -- The order is the one that was asked for, and the trade is one of this batch.
  if exists (
    select from unnest(changed_ids) as c(id) join spot_conditional_orders o on o.id = c.id
    where o.status = 2 and not exists (
      select from spot_orders p where p.id = o.order_id and p.xmin = this_one and p.member_id = o.member_id and p.instrument_id = o.instrument_id
        and p.side = o.side and p.limit_price is not distinct from o.limit_price and p.quantity is not distinct from o.quantity - coalesce(o.pair_filled, 0)
        and p.budget is not distinct from o.budget
    ) or o.watches = 1 and o.met_number is not null and not exists (
      select from spot_trades t where t.id = o.met_number and t.xmin = this_one and t.instrument_id = o.instrument_id and t.price = o.met_price
    )
  ) then
    raise exception 'a trigger without its trade or its order'
      using errcode = 'check_violation', constraint = 'spot_conditional_orders_of_batch';
  end if;

  -- Both ends of an OCO have one quantity: what the limit order has filled. The stop waits as long as that order is open.
  if exists (
    select from unnest(new_ids || changed_ids) as c(id) join spot_conditional_orders o on o.id = c.id
    where o.pair_order_id is not null and not exists (
      select from spot_orders l where l.id = o.pair_order_id and l.member_id = o.member_id and l.instrument_id = o.instrument_id
        and l.side = o.side and l.type = 1 and l.limit_price = o.pair_price and l.quantity = o.quantity
        and l.filled_quantity = o.pair_filled and (l.xmin = this_one or o.id <> all(new_ids))
        and case o.status when 1 then l.status = 1 when 3 then l.status in (2, 3) and l.xmin = this_one else l.status = 3 and l.xmin = this_one end
    )
  ) then
    raise exception 'an OCO whose ends do not agree'
      using errcode = 'check_violation', constraint = 'spot_conditional_orders_of_pair';
  end if;

  -- An attached order has what its order has received after fees; what a sold quantity lacks of a lot stays. One that was cancelled keeps
  -- what it had then. 2: the order bought.
  if exists (
    select from unnest(new_ids || changed_ids) as c(id) join spot_conditional_orders o on o.id = c.id
    where o.parent_order_id is not null and not exists (
      select from spot_orders l join instruments i on i.id = l.instrument_id join assets a on a.code = i.quote
        cross join lateral (select l.filled_quantity - l.fee as bought, trunc(l.filled_quote, a.scale) - l.fee as received) r
      where l.id = o.parent_order_id and l.member_id = o.member_id and l.instrument_id = o.instrument_id and l.side <> o.side
        and (l.xmin = this_one or o.id <> all(new_ids))
        and case when o.side = 2 then o.budget is null and case o.status when 3 then coalesce(o.quantity, 0) <= r.bought
            else coalesce(o.quantity, 0) = r.bought - mod(r.bought, i.lot_size) end
          else o.quantity is null and case o.status when 3 then coalesce(o.budget, 0) <= r.received else coalesce(o.budget, 0) = r.received end end
        and case o.status when 1 then l.status = 1 or coalesce(o.quantity, o.budget) is not null when 3 then true else l.status in (2, 3) end
    ) or o.parent_order_id is not null and o.status in (2, 4) and exists (
      select from spot_conditional_orders w where w.parent_order_id = o.parent_order_id and w.status + 0 = 1
    )
  ) then
    raise exception 'an attached order that does not agree with its order'
      using errcode = 'check_violation', constraint = 'spot_conditional_orders_of_parent';
  end if;

  insert into spot_trigger_notices (conditional_id)
  select c.id from unnest(changed_ids, changed_statuses) as c(id, status) where c.status in (2, 4);
  insert into spot_trigger_pauses (instrument_id, after_number, until_number, reason, began_at, ended_at)
  select p.instrument_id, p.after_number, p.until_number, p.reason, p.began_at, p.ended_at
  from unnest(pause_instruments, pause_afters, pause_untils, pause_reasons, pause_began, pause_ended)
    as p(instrument_id, after_number, until_number, reason, began_at, ended_at);
  insert into spot_trigger_marks (instrument_id, number, at)
  select m.instrument_id, m.number, m.at from unnest(mark_instruments, mark_numbers, mark_times) as m(instrument_id, number, at)
  on conflict (instrument_id) do update set number = excluded.number, at = excluded.at;
end
$$;

grant execute on function spot_write_conditional_orders to tern_app;
