-- feature: spot
-- Changes of conditional orders that wait (ADR 92, docs/features/trading/conditional-orders.md).

-- Its place among the orders that one price meets: lower comes first. Null: its id.
alter table spot_conditional_orders add column place bigint;

-- Each change: what the order was and became, the last price that was compared with what it was, and the newest price at that time, which
-- does not meet what it became. Its id is one of a trade, as that of a change of an open order.
create table spot_conditional_amendments (
  id bigint primary key,
  conditional_id bigint not null,
  former_trigger_price numeric(38, 18),
  former_trailing_rate numeric(38, 18),
  former_start_price numeric(38, 18),
  former_limit_price numeric(38, 18),
  former_quantity numeric(38, 18),
  former_budget numeric(38, 18),
  trigger_price numeric(38, 18),
  trailing_rate numeric(38, 18),
  start_price numeric(38, 18),
  limit_price numeric(38, 18),
  quantity numeric(38, 18),
  budget numeric(38, 18),
  place bigint not null,
  keeps_place boolean not null,
  -- The number of a tick or trade: later ones are compared with the new terms. 0: there was none.
  after_number bigint not null check (after_number >= 0),
  price numeric(38, 18) not null check (price > 0),
  created_at timestamptz not null,
  constraint spot_conditional_amendments_change check (
    (trigger_price, trailing_rate, start_price, limit_price, quantity, budget)
      is distinct from (former_trigger_price, former_trailing_rate, former_start_price, former_limit_price, former_quantity, former_budget)),
  -- An order stays of its kind.
  constraint spot_conditional_amendments_kind check (
    ((trigger_price is null), (trailing_rate is null), (start_price is null), (limit_price is null), (quantity is null), (budget is null))
      = ((former_trigger_price is null), (former_trailing_rate is null), (former_start_price is null), (former_limit_price is null),
        (former_quantity is null), (former_budget is null))),
  -- Only less of the same keeps its place.
  constraint spot_conditional_amendments_place check (keeps_place = (
    (trigger_price, trailing_rate, start_price, limit_price)
      is not distinct from (former_trigger_price, former_trailing_rate, former_start_price, former_limit_price)
    and coalesce(quantity, budget) < coalesce(former_quantity, former_budget)))
);
create index spot_conditional_amendments_of_order on spot_conditional_amendments (conditional_id, id);
create trigger spot_conditional_amendments_append_only before update or delete or truncate on spot_conditional_amendments
  for each statement execute function refuse_write('changes of conditional orders are append only');
grant select on spot_conditional_amendments to tern_app;

-- A trigger that was changed is compared with the price of that time, in spot_amend_conditional_orders().
alter table spot_conditional_orders
  drop constraint spot_conditional_orders_accepted,
  add constraint spot_conditional_orders_accepted check (trigger_price is null or place is not null or case operator
    when 1 then accepted_price < trigger_price else accepted_price > trigger_price end);

-- What is triggered, cancelled or rejected stays as it is. What a member asked for changes only with a change of this transaction that
-- leads from what it was to what it is.
create or replace function spot_conditional_orders_refuse_change() returns trigger language plpgsql as $$
begin
  -- 1: waiting.
  if old.status = 1 and (old.id, old.member_id, old.instrument_id, old.kind, old.side, old.watches, old.operator, old.time_in_force, old.source,
      old.client_order_id, old.accepted_after, old.accepted_price, old.created_at, old.pair_order_id, old.pair_price, old.parent_order_id)
    is not distinct from (new.id, new.member_id, new.instrument_id, new.kind, new.side, new.watches, new.operator, new.time_in_force, new.source,
      new.client_order_id, new.accepted_after, new.accepted_price, new.created_at, new.pair_order_id, new.pair_price, new.parent_order_id)
    and exists (
      select from spot_conditional_amendments a where a.conditional_id = new.id and a.xmin = pg_current_xact_id()::xid
        and (a.former_trigger_price, a.former_trailing_rate, a.former_start_price, a.former_limit_price, a.former_quantity, a.former_budget)
          is not distinct from (old.trigger_price, old.trailing_rate, old.start_price, old.limit_price, old.quantity, old.budget)
        and (a.trigger_price, a.trailing_rate, a.start_price, a.limit_price, a.quantity, a.budget)
          is not distinct from (new.trigger_price, new.trailing_rate, new.start_price, new.limit_price, new.quantity, new.budget)
        and a.place = coalesce(new.place, new.id) and (not a.keeps_place or new.place is not distinct from old.place)
    )
  then
    return new;
  end if;
  raise exception 'a conditional order is not changed' using errcode = 'check_violation', constraint = 'spot_conditional_orders_kept';
end
$$;
drop trigger spot_conditional_orders_kept on spot_conditional_orders;
create trigger spot_conditional_orders_kept before update on spot_conditional_orders for each row
  -- 1: waiting.
  when (old.status <> 1 or (old.id, old.member_id, old.instrument_id, old.kind, old.side, old.watches, old.operator, old.trigger_price, old.trailing_rate,
      old.start_price, old.limit_price, old.time_in_force, old.source, old.client_order_id, old.accepted_price,
      old.created_at, old.pair_order_id, old.pair_price, old.parent_order_id, old.place)
    is distinct from (new.id, new.member_id, new.instrument_id, new.kind, new.side, new.watches, new.operator, new.trigger_price, new.trailing_rate,
      new.start_price, new.limit_price, new.time_in_force, new.source, new.client_order_id, new.accepted_price,
      new.created_at, new.pair_order_id, new.pair_price, new.parent_order_id, new.place)
    or old.parent_order_id is null and (old.quantity, old.budget, old.accepted_after) is distinct from (new.quantity, new.budget, new.accepted_after))
  execute function spot_conditional_orders_refuse_change();

-- Changes orders that wait, after spot_write() and before spot_write_conditional_orders(), which writes what became of them. An order of the
-- same transaction is none of them: its member does not know it yet.
--
-- Refuses  spot_conditional_orders_of_batch: an order of a market whose engine has written no batch in this transaction;
--          spot_conditional_orders_still_waiting: an order that does not wait any more;
--          spot_conditional_orders_kept: a change that does not lead from what the order was;
--          spot_conditional_amendments_fixed: an amount of an OCO or an attached order, or where a trailing stop that follows has begun;
--          spot_conditional_amendments_not_met: new terms that the newest price meets already;
--          members_not_frozen, members_known: a member who may not trade.
-- Locks    the changed rows.
create function spot_amend_conditional_orders(
  amended_ids bigint[], amended_conditionals bigint[], amended_former_triggers numeric[], amended_former_rates numeric[],
  amended_former_starts numeric[], amended_former_prices numeric[], amended_former_quantities numeric[], amended_former_budgets numeric[],
  amended_triggers numeric[], amended_rates numeric[], amended_starts numeric[], amended_prices numeric[], amended_quantities numeric[],
  amended_budgets numeric[], amended_places bigint[], amended_keeps boolean[], amended_after bigint[], amended_current numeric[],
  amended_times timestamptz[]
) returns void language plpgsql security definer set search_path = pg_catalog, public
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  this_one xid := pg_current_xact_id();
  a spot_conditional_amendments;
  o spot_conditional_orders;
  tick numeric;
begin
  insert into spot_conditional_amendments (id, conditional_id, former_trigger_price, former_trailing_rate, former_start_price, former_limit_price,
    former_quantity, former_budget, trigger_price, trailing_rate, start_price, limit_price, quantity, budget, place, keeps_place, after_number,
    price, created_at)
  select * from unnest(amended_ids, amended_conditionals, amended_former_triggers, amended_former_rates, amended_former_starts,
    amended_former_prices, amended_former_quantities, amended_former_budgets, amended_triggers, amended_rates, amended_starts, amended_prices,
    amended_quantities, amended_budgets, amended_places, amended_keeps, amended_after, amended_current, amended_times);

  -- One after the other: an order may be changed twice.
  for a in select n.* from spot_conditional_amendments n where n.id = any (amended_ids) order by n.id loop
    update spot_conditional_orders c set trigger_price = a.trigger_price, trailing_rate = a.trailing_rate, start_price = a.start_price,
      limit_price = a.limit_price, quantity = a.quantity, budget = a.budget, place = case when a.keeps_place then c.place else a.place end,
      updated_at = a.created_at
    -- 1: waiting. The sum keeps the planner from reading all waiting orders by their index.
    where c.id = a.conditional_id and c.status + 0 = 1 returning c.* into o;
    if o.id is null then
      raise exception 'a waiting order of the engine does not wait in the database'
        using errcode = 'check_violation', constraint = 'spot_conditional_orders_still_waiting';
    end if;
    if not exists (select from spot_engines e where e.instrument_id = o.instrument_id and e.xmin = this_one) then
      raise exception 'a conditional order of a market without a batch'
        using errcode = 'check_violation', constraint = 'spot_conditional_orders_of_batch';
    end if;
    perform members_refuse_frozen(array[o.member_id]);
    if (o.pair_order_id is not null or o.parent_order_id is not null)
        and (a.quantity, a.budget) is distinct from (a.former_quantity, a.former_budget)
      or o.best_price is not null and a.start_price is distinct from a.former_start_price
    then
      raise exception 'a part of a conditional order that is not changed'
        using errcode = 'check_violation', constraint = 'spot_conditional_amendments_fixed';
    end if;
    select i.tick_size into tick from instruments i where i.id = o.instrument_id;
    -- 1: at or above, else at or below.
    if (case
        when a.keeps_place then true
        when a.trigger_price is not null then case o.operator when 1 then a.price < a.trigger_price else a.price > a.trigger_price end
        when o.best_price is null then case o.operator when 1 then a.price > a.start_price else a.price < a.start_price end
        when o.operator = 1 then a.price < ceil(o.best_price * (1 + a.trailing_rate) / tick) * tick
        else a.price > floor(o.best_price * (1 - a.trailing_rate) / tick) * tick end) is not true
    then
      raise exception 'new terms of a conditional order that are met already'
        using errcode = 'check_violation', constraint = 'spot_conditional_amendments_not_met';
    end if;
  end loop;
end
$$;
grant execute on function spot_amend_conditional_orders to tern_app;
