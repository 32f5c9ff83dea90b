-- feature: spot
-- Under which terms an order was placed, and which conditional order placed it (ADR 75, docs/features/gateway/htx-gateway.md).
--
-- Numbers as in 2020:
--   time_in_force  1 post only, 2 immediate or cancel, 3 fill or kill; null: good till cancelled, a market order, or older than this
--   source         3 HTX's calls of conditional orders, with an API key


alter table spot_orders
  add column time_in_force smallint check (time_in_force is null or time_in_force in (1, 2, 3) and type = 1), -- 1: limit
  add column conditional_id bigint,
  drop constraint spot_orders_source_check,
  add constraint spot_orders_source_check check (source in (1, 2, 3));
alter table spot_conditional_orders
  drop constraint spot_conditional_orders_source_check,
  add constraint spot_conditional_orders_source_check check (source in (1, 2, 3));
create unique index spot_orders_conditional_id on spot_orders (conditional_id) where conditional_id is not null;

-- When the transaction commits, the conditional order that an order names has placed it, under its own terms.
create function spot_orders_refuse_conditional() returns trigger language plpgsql as $$
begin
  if not exists (
    select from spot_conditional_orders c where c.id = new.conditional_id and c.order_id = new.id
      and c.time_in_force is not distinct from new.time_in_force and c.source = new.source
  ) then
    raise exception 'an order of a conditional order that did not place it'
      using errcode = 'check_violation', constraint = 'spot_orders_of_conditional';
  end if;
  return null;
end
$$;
create constraint trigger spot_orders_of_conditional after insert on spot_orders deferrable initially deferred
  for each row when (new.conditional_id is not null) execute function spot_orders_refuse_conditional();

drop function spot_write;

-- Writes the batches of some instruments: new orders, changed orders, trades. The engine reads nothing first, so all
-- checks are here.
--
-- Refuses  spot_batches_in_sequence: an epoch that was replaced, or a batch that does not follow the last one;
--          members_not_frozen, members_known: a trader who may not trade;
--          spot_orders_of_round: an order or trade of a member or instrument that the call does not name;
--          spot_orders_still_open: an order to change is not open.
-- Locks    the rows of spot_engines and of the changed orders.
create function spot_write(
  engine_instruments smallint[], engine_epochs bigint[], engine_befores text[], engine_batches text[], traders bigint[],
  new_ids bigint[], new_members bigint[], new_instruments smallint[], new_sides smallint[], new_types smallint[],
  new_prices numeric[], new_quantities numeric[], new_budgets numeric[], new_filled numeric[], new_filled_quotes numeric[],
  new_fees numeric[], new_maker_ratios numeric[], new_taker_ratios numeric[], new_statuses smallint[],
  new_created timestamptz[], new_updated timestamptz[], new_names text[], new_sources smallint[],
  changed_ids bigint[], changed_filled numeric[], changed_filled_quotes numeric[], changed_fees numeric[],
  changed_statuses smallint[], changed_updated timestamptz[],
  trade_ids bigint[], trade_instruments smallint[], trade_makers bigint[], trade_takers bigint[], trade_sides smallint[],
  trade_prices numeric[], trade_quantities numeric[], trade_quotes numeric[], trade_maker_fees numeric[],
  trade_taker_fees numeric[], trade_times timestamptz[],
  -- Left out by an instance of the release before, whose orders round each fill.
  new_taken numeric[] default '{}', changed_taken numeric[] default '{}',
  -- Likewise.
  new_times_in_force smallint[] default '{}', new_conditionals bigint[] default '{}'
) returns void language plpgsql security definer set search_path = pg_catalog, public
  -- Plans are cached, perhaps while the tables are empty; changed orders must be found by their ids, never among all
  -- open ones.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  written bigint;
begin
  update spot_engines e set last_batch = s.batch, last_trade = coalesce(t.id, e.last_trade), last_price = coalesce(t.price, e.last_price)
  from unnest(engine_instruments, engine_epochs, engine_befores, engine_batches) as s(instrument_id, epoch, before, batch)
  left join lateral (
    select n.id, n.price from unnest(trade_ids, trade_instruments, trade_prices) as n(id, instrument_id, price)
    where n.instrument_id = s.instrument_id order by n.id desc limit 1
  ) t on true
  where e.instrument_id = s.instrument_id and e.epoch = s.epoch and e.last_batch = s.before;
  get diagnostics written = row_count;
  if written <> cardinality(engine_instruments) then
    raise exception 'a batch does not follow the last one of its instrument'
      using errcode = 'check_violation', constraint = 'spot_batches_in_sequence';
  end if;
  perform members_refuse_frozen(traders);
  if not (new_members <@ traders and new_instruments <@ engine_instruments and trade_instruments <@ engine_instruments) then
    raise exception 'an order or trade that its batch does not name'
      using errcode = 'foreign_key_violation', constraint = 'spot_orders_of_round';
  end if;

  if cardinality(new_ids) > 0 then
    insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, budget, filled_quantity,
      filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, client_order_id, source, received_as_taker,
      time_in_force, conditional_id)
    select * from unnest(new_ids, new_members, new_instruments, new_sides, new_types, new_prices, new_quantities, new_budgets,
      new_filled, new_filled_quotes, new_fees, new_maker_ratios, new_taker_ratios, new_statuses, new_created, new_updated, new_names, new_sources, new_taken,
      new_times_in_force, new_conditionals);
  end if;

  if cardinality(changed_ids) > 0 then
    update spot_orders o set filled_quantity = c.filled, filled_quote = c.filled_quote, fee = c.fee, status = c.status,
      updated_at = c.updated, received_as_taker = c.taken
    from unnest(changed_ids, changed_filled, changed_filled_quotes, changed_fees, changed_statuses, changed_updated, changed_taken)
      as c(id, filled, filled_quote, fee, status, updated, taken)
    -- 1: open. The sum keeps the planner from reading all open orders by their index.
    where o.id = c.id and o.status + 0 = 1;
    get diagnostics written = row_count;
    if written <> cardinality(changed_ids) then
      raise exception 'an open order of the book is not open in the database'
        using errcode = 'check_violation', constraint = 'spot_orders_still_open';
    end if;
  end if;

  if cardinality(trade_ids) > 0 then
    insert into spot_trades (id, instrument_id, maker_order_id, taker_order_id, taker_side, price, quantity,
      quote_amount, maker_fee, taker_fee, created_at)
    select * from unnest(trade_ids, trade_instruments, trade_makers, trade_takers, trade_sides, trade_prices, trade_quantities,
      trade_quotes, trade_maker_fees, trade_taker_fees, trade_times);
  end if;
end
$$;
grant execute on function spot_write to tern_app;
