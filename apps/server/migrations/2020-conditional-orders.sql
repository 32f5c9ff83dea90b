-- feature: spot
-- Orders that wait for a price, beside the book of their market (ADR 73, docs/features/trading/conditional-orders.md).
--
-- Numbers are as in the API, named in packages/protocol/src/trading/conditional-orders.ts:
--   kind    1 stop limit, 2 stop market, 3 take profit limit, 4 take profit market, 5 trailing stop
--   watches 1 the last trade of the market, 2 the reference price       operator  1 at or above, 2 at or below
--   status  1 waiting, 2 triggered, 3 cancelled, 4 rejected
--   pause   1 restart, 2 read-only mode, 3 closed session, 4 halted market, 5 late prices


-- The last trade of each market: a condition that watches it must not be met already.
alter table spot_engines add column last_trade bigint, add column last_price numeric(38, 18);
update spot_engines e set last_trade = t.id, last_price = t.price
from (select instrument_id, max(id) as id from spot_trades group by instrument_id) n join spot_trades t on t.id = n.id
where e.instrument_id = n.instrument_id;

-- Writes the batches of some instruments: new orders, changed orders, trades. The engine reads nothing first, so all
-- checks are here.
--
-- Refuses  spot_batches_in_sequence: an epoch that was replaced, or a batch that does not follow the last one;
--          members_not_frozen, members_known: a trader who may not trade;
--          spot_orders_of_round: an order or trade of a member or instrument that the call does not name;
--          spot_orders_still_open: an order to change is not open.
-- Locks    the rows of spot_engines and of the changed orders.
create or replace function spot_write(
  engine_instruments smallint[], engine_epochs bigint[], engine_befores text[], engine_batches text[], traders bigint[],
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
      filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, client_order_id, source)
    select * from unnest(new_ids, new_members, new_instruments, new_sides, new_types, new_prices, new_quantities, new_budgets,
      new_filled, new_filled_quotes, new_fees, new_maker_ratios, new_taker_ratios, new_statuses, new_created, new_updated, new_names, new_sources);
  end if;

  if cardinality(changed_ids) > 0 then
    update spot_orders o set filled_quantity = c.filled, filled_quote = c.filled_quote, fee = c.fee, status = c.status,
      updated_at = c.updated
    from unnest(changed_ids, changed_filled, changed_filled_quotes, changed_fees, changed_statuses, changed_updated)
      as c(id, filled, filled_quote, fee, status, updated)
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

create table spot_conditional_orders (
  -- Of the same sequence as orders: it ascends within a market, which is the order of acceptance.
  id bigint primary key,
  member_id bigint not null,
  instrument_id smallint not null,
  kind smallint not null check (kind between 1 and 5),
  side smallint not null check (side in (1, 2)),
  watches smallint not null check (watches in (1, 2)),
  operator smallint not null check (operator in (1, 2)),
  -- Null for a trailing stop, which has the rest instead.
  trigger_price numeric(38, 18) check (trigger_price > 0),
  -- 0.01 is one percent.
  trailing_rate numeric(38, 18) check (trailing_rate > 0 and trailing_rate < 1),
  -- Following begins there; null: it began when the order was accepted.
  start_price numeric(38, 18) check (start_price > 0),
  -- The highest price since it began for `at or below`, the lowest for `at or above`.
  best_price numeric(38, 18) check (best_price > 0),
  -- Of the order to place; as in spot_orders.
  limit_price numeric(38, 18) check (limit_price > 0),
  quantity numeric(38, 18) check (quantity > 0),
  budget numeric(38, 18) check (budget > 0),
  -- 1 post only, 2 immediate or cancel, 3 fill or kill; null: good till cancelled, or a market order.
  time_in_force smallint check (time_in_force in (1, 2, 3)),
  status smallint not null check (status in (1, 2, 3, 4)),
  source smallint not null check (source in (1, 2)),
  client_order_id text check (char_length(client_order_id) between 1 and 64),
  -- The number of the newest tick or trade that it was accepted after: later ones can meet it. Null: there was none.
  accepted_after bigint,
  -- The newest price of what it watches at that time, which did not meet it; a trailing stop without a start follows from there.
  accepted_price numeric(38, 18) not null check (accepted_price > 0),
  -- The first price that met it: the number of its tick or trade, and the one before it that did not.
  met_number bigint,
  met_price numeric(38, 18),
  met_at timestamptz,
  before_number bigint,
  before_price numeric(38, 18),
  -- It was met by the first price after such a pause.
  met_after_pause smallint check (met_after_pause between 1 and 5),
  order_id bigint,
  -- Why nothing was placed: a code of the API; for missing funds what was needed and available of what it pays with.
  refusal smallint,
  needed numeric(38, 18),
  available numeric(38, 18),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint spot_conditional_orders_trailing check ((kind = 5) = (trailing_rate is not null) and (kind = 5) = (trigger_price is null)
    and (kind = 5 or best_price is null and start_price is null) and (kind <> 5 or coalesce(best_price, start_price) is not null)),
  constraint spot_conditional_orders_limit check ((kind in (1, 3)) = (limit_price is not null)),
  constraint spot_conditional_orders_amount check ((quantity is null) <> (budget is null) and (budget is null or side = 1 and limit_price is null)),
  -- A take profit of a sell waits for a higher price, every other order of a sell for a lower one; of a buy the other way round.
  constraint spot_conditional_orders_operator check ((operator = 1) = ((side = 1) <> (kind in (3, 4)))),
  constraint spot_conditional_orders_met check ((status in (2, 4)) = (met_number is not null) and (met_number is null) = (met_price is null)
    and (met_number is null) = (met_at is null) and (status = 2) = (order_id is not null) and (status = 4) = (refusal is not null)),
  -- Whatever a program believes: no order is triggered at a price that does not meet its condition.
  constraint spot_conditional_orders_by_price check (met_price is null or case operator
    when 1 then met_price >= coalesce(trigger_price, best_price * (1 + trailing_rate))
    else met_price <= coalesce(trigger_price, best_price * (1 - trailing_rate)) end),
  constraint spot_conditional_orders_after check (met_number > accepted_after),
  constraint spot_conditional_orders_accepted check (trigger_price is null or case operator
    when 1 then accepted_price < trigger_price else accepted_price > trigger_price end)
);
create index spot_conditional_orders_waiting on spot_conditional_orders (instrument_id, id) where status = 1; -- 1: waiting
create unique index spot_conditional_orders_placed on spot_conditional_orders (order_id) where order_id is not null;
create unique index spot_conditional_orders_client_order_id on spot_conditional_orders (member_id, client_order_id)
  where client_order_id is not null;
create index spot_conditional_orders_of_member on spot_conditional_orders (member_id, created_at desc, id desc)
  include (status, instrument_id);

-- What is triggered, cancelled or rejected stays as it is, and what a member asked for never changes.
create function spot_conditional_orders_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a conditional order is not changed' using errcode = 'check_violation', constraint = 'spot_conditional_orders_kept';
end
$$;
create trigger spot_conditional_orders_kept before update on spot_conditional_orders for each row
  -- 1: waiting.
  when (old.status <> 1 or (old.id, old.member_id, old.instrument_id, old.kind, old.side, old.watches, old.operator, old.trigger_price, old.trailing_rate,
      old.start_price, old.limit_price, old.quantity, old.budget, old.time_in_force, old.source, old.client_order_id, old.accepted_after, old.accepted_price, old.created_at)
    is distinct from (new.id, new.member_id, new.instrument_id, new.kind, new.side, new.watches, new.operator, new.trigger_price, new.trailing_rate,
      new.start_price, new.limit_price, new.quantity, new.budget, new.time_in_force, new.source, new.client_order_id, new.accepted_after, new.accepted_price, new.created_at))
  execute function spot_conditional_orders_refuse_change();
create trigger spot_conditional_orders_stay before delete or truncate on spot_conditional_orders
  for each statement execute function refuse_write('conditional orders stay');

-- Reference prices that triggered nothing while orders waited: those between the two numbers.
create table spot_trigger_pauses (
  instrument_id smallint not null,
  -- The last price before the pause, and the first one after it.
  after_number bigint not null,
  until_number bigint not null,
  reason smallint not null check (reason between 1 and 5),
  began_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (instrument_id, until_number),
  check (after_number < until_number)
);
create trigger spot_trigger_pauses_append_only before update or delete or truncate on spot_trigger_pauses
  for each statement execute function refuse_write('pauses are append only');

-- How far reference prices were compared with the conditions of a market: each was, up to this number, but for those of pauses.
create table spot_trigger_marks (
  instrument_id smallint primary key,
  number bigint not null,
  at timestamptz not null
);

-- Triggered and rejected orders whose members are still to be told.
create table spot_trigger_notices (
  conditional_id bigint primary key
);

-- Writes what the batches of this transaction did to conditional orders, after spot_write().
--
-- Refuses  spot_conditional_orders_of_batch: a row of a market whose engine has written no batch in this transaction, or an order that
--          is not the one to place, or a trade that is not of this transaction;
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
  mark_instruments smallint[], mark_numbers bigint[], mark_times timestamptz[]
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
    created_at, updated_at)
  select n.id, n.member_id, n.instrument_id, n.kind, n.side, n.watches, n.operator, n.trigger_price, n.trailing_rate, n.start_price, n.best_price,
    n.limit_price, n.quantity, n.budget, n.time_in_force, 1, n.source, n.name, n.accepted_after, n.accepted_price, n.created_at, n.created_at
  from unnest(new_ids, new_members, new_instruments, new_kinds, new_sides, new_watches, new_operators, new_triggers, new_rates, new_starts,
    new_bests, new_prices, new_quantities, new_budgets, new_times_in_force, new_sources, new_names, new_accepted_after, new_accepted_prices, new_created)
    as n(id, member_id, instrument_id, kind, side, watches, operator, trigger_price, trailing_rate, start_price, best_price, limit_price, quantity,
      budget, time_in_force, source, name, accepted_after, accepted_price, created_at);

  update spot_conditional_orders o set status = c.status, best_price = c.best, met_number = c.met_number, met_price = c.met_price, met_at = c.met_at,
    before_number = c.before_number, before_price = c.before_price, met_after_pause = c.pause, order_id = c.order_id, refusal = c.refusal,
    needed = c.needed, available = c.available, updated_at = c.updated
  from unnest(changed_ids, changed_instruments, changed_statuses, changed_bests, changed_met_numbers, changed_met_prices, changed_met_times,
    changed_before_numbers, changed_before_prices, changed_pauses, changed_orders, changed_refusals, changed_needed, changed_available, changed_updated)
    as c(id, instrument_id, status, best, met_number, met_price, met_at, before_number, before_price, pause, order_id, refusal, needed, available, updated)
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
        and p.side = o.side and p.limit_price is not distinct from o.limit_price and p.quantity is not distinct from o.quantity
        and p.budget is not distinct from o.budget
    ) or o.watches = 1 and o.met_number is not null and not exists (
      select from spot_trades t where t.id = o.met_number and t.xmin = this_one and t.instrument_id = o.instrument_id and t.price = o.met_price
    )
  ) then
    raise exception 'a trigger without its trade or its order'
      using errcode = 'check_violation', constraint = 'spot_conditional_orders_of_batch';
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

grant select on spot_conditional_orders, spot_trigger_pauses, spot_trigger_marks to tern_app;
grant select, delete on spot_trigger_notices to tern_app;
grant execute on function spot_write_conditional_orders to tern_app;
