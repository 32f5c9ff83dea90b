-- feature: hedging
-- An order whose fills the database refuses ends, without an entry and with the reason: two people look before hedging goes on.

alter table hedge_orders drop constraint hedge_orders_state_check;
alter table hedge_orders add constraint hedge_orders_state_check
  check (state in ('sent', 'done', 'refused', 'absent', 'disputed'));
alter table hedge_orders add constraint hedge_orders_disputed check (state <> 'disputed' or reason <> '');

-- What was bought and sold of an asset since a time; of an order whose end or whose fills are not known, all of it.
create or replace function hedged_since(of_asset text, since timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(case o.state when 'sent' then o.amount when 'disputed' then o.amount else (
    select coalesce(sum(f.amount), 0) from hedge_fills f where f.order_id = o.id
  ) end), 0) from hedge_orders o where o.asset = of_asset and o.created_at > since
$$;

-- Refuses  hedge_orders_stopped: the switch is off; hedge_orders_within: above what two people allowed for one order, for 24 hours, or
--          below the exposure from which anything is ordered; hedge_orders_changed: an order that is settled, or another content.
-- Locks    hedging_lock.
create or replace function hedge_orders_guard() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  exposure_max numeric;
  order_max numeric;
  day_max numeric;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'sent' or (new.id, new.client_order_id, new.asset, new.symbol, new.side, new.amount, new.price, new.exposure,
        new.exposure_max, new.created_at)
      is distinct from (old.id, old.client_order_id, old.asset, old.symbol, old.side, old.amount, old.price, old.exposure,
        old.exposure_max, old.created_at)
      or new.state in ('refused', 'absent', 'disputed') and exists (select from hedge_fills f where f.order_id = old.id)
    then
      raise exception 'an order at the venue is settled once' using errcode = 'check_violation', constraint = 'hedge_orders_changed';
    end if;
    return new;
  end if;
  perform from hedging_lock for update;
  -- No clock of an instance makes room.
  new.created_at := greatest(case when is_live() then clock_timestamp() else new.created_at end, (select max(created_at) from hedge_orders));
  if new.state <> 'sent' or exists (select from hedging_stops where ended_at is null) then
    raise exception 'hedging is stopped' using errcode = 'check_violation', constraint = 'hedge_orders_stopped';
  end if;
  select (value ->> new.asset)::numeric into exposure_max from settings where key = 'hedging.exposureMax';
  select (value ->> new.asset)::numeric into order_max from settings where key = 'hedging.orderMax';
  select (value ->> new.asset)::numeric into day_max from settings where key = 'hedging.dayMax';
  if (abs(new.exposure) > exposure_max and new.amount <= order_max
    and hedged_since(new.asset, new.created_at - interval '24 hours') + new.amount <= day_max) is not true
  then
    raise exception 'an order for % % is not within the limits', new.amount, new.asset
      using errcode = 'check_violation', constraint = 'hedge_orders_within';
  end if;
  return new;
end
$$;
