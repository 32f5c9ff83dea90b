-- feature: spot
-- Whether an order came from the app (1) or from a program with an API key (2): programs ask for it, named orders or not.

alter table spot_orders add column source smallint not null default 1 check (source in (1, 2));
update spot_orders set source = 2 where client_order_id is not null;

-- As in 0111, and the source of each new order.
drop function spot_write(smallint[], bigint[], text[], text[], bigint[], bigint[], bigint[], smallint[], smallint[], smallint[], numeric[],
  numeric[], numeric[], numeric[], numeric[], numeric[], numeric[], numeric[], smallint[], timestamptz[], timestamptz[],
  text[], bigint[], numeric[], numeric[], numeric[], smallint[], timestamptz[], bigint[], smallint[], bigint[], bigint[],
  smallint[], numeric[], numeric[], numeric[], numeric[], numeric[], timestamptz[]);
create function spot_write(
  desk_instruments smallint[], desk_epochs bigint[], desk_befores text[], desk_batches text[], traders bigint[],
  new_ids bigint[], new_members bigint[], new_instruments smallint[], new_sides smallint[], new_types smallint[],
  new_prices numeric[], new_quantities numeric[], new_budgets numeric[], new_filled numeric[], new_filled_quotes numeric[],
  new_fees numeric[], new_maker_ratios numeric[], new_taker_ratios numeric[], new_statuses smallint[],
  new_created timestamptz[], new_updated timestamptz[], new_names text[], new_sources smallint[],
  changed_ids bigint[], changed_filled numeric[], changed_filled_quotes numeric[], changed_fees numeric[],
  changed_statuses smallint[], changed_updated timestamptz[],
  trade_ids bigint[], trade_instruments smallint[], trade_makers bigint[], trade_takers bigint[], trade_sides smallint[],
  trade_prices numeric[], trade_quantities numeric[], trade_quotes numeric[], trade_maker_fees numeric[],
  trade_taker_fees numeric[], trade_times timestamptz[]
) returns void language plpgsql security definer set search_path = pg_catalog, public
  -- Plans are made once, perhaps while the tables are empty, and orders to change are found by their ids, never among all open ones.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  written bigint;
begin
  update spot_desks d set last_batch = s.batch
  from unnest(desk_instruments, desk_epochs, desk_befores, desk_batches) as s(instrument_id, epoch, before, batch)
  where d.instrument_id = s.instrument_id and d.epoch = s.epoch and d.last_batch = s.before;
  get diagnostics written = row_count;
  if written <> cardinality(desk_instruments) then
    raise exception 'a batch stands on nothing' using errcode = 'check_violation', constraint = 'spot_desks_in_line';
  end if;
  perform members_refuse_frozen(traders);
  if not (new_members <@ traders and new_instruments <@ desk_instruments and trade_instruments <@ desk_instruments) then
    raise exception 'an order of nobody in the round' using errcode = 'foreign_key_violation', constraint = 'spot_orders_of_round';
  end if;

  if cardinality(new_ids) > 0 then
    insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, budget, filled_quantity,
      filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, client_order_id, source)
    select * from unnest(new_ids, new_members, new_instruments, new_sides, new_types, new_prices, new_quantities, new_budgets,
      new_filled, new_filled_quotes, new_fees, new_maker_ratios, new_taker_ratios, new_statuses, new_created, new_updated, new_names, new_sources);
  end if;

  if cardinality(changed_ids) > 0 then
    update spot_orders o set filled_quantity = c.filled, filled_quote = c.filled_quote, fee = c.fee, status = c.status,
      updated_at = c.updated
    from unnest(changed_ids, changed_filled, changed_filled_quotes, changed_fees, changed_statuses, changed_updated)
      as c(id, filled, filled_quote, fee, status, updated)
    -- The sum keeps the planner from reading all open orders by the index of those.
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
revoke execute on function spot_write from public;
grant execute on function spot_write to tern_app;
