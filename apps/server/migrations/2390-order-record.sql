-- feature: spot
-- contracts: earlier instances write batches without their lines in the record, and each number needs its line.
-- The record of each market: its commands, numbered by its engine (ADR 98, docs/order-record.md).

-- The number of the command that placed it. Null: from before the record.
alter table spot_orders add column number bigint;
-- The newest number of the market's record.
alter table spot_engines add column last_number bigint not null default 0;
-- Numbers and batches are written by spot_write() alone.
revoke insert, update on spot_engines from tern_app;
grant insert (instrument_id, epoch), update (epoch) on spot_engines to tern_app;

-- What a batch did, a line for each number: who gave the command, what it asks for, what it matched.
create table spot_commands (
  instrument_id smallint not null,
  first_number bigint not null,
  last_number bigint not null,
  at timestamptz not null,
  -- The nonces follow from it that hide the owners in the published leaves.
  secret bytea not null check (octet_length(secret) = 16),
  -- Over the leaves of its lines; null where the record began.
  root bytea check (octet_length(root) = 32),
  lines text not null,
  primary key (instrument_id, last_number),
  constraint spot_commands_numbered check (first_number > 0 and last_number - first_number = length(lines) - length(replace(lines, E'\n', ''))),
  constraint spot_commands_rooted check (root is not null or first_number = 1)
);
create trigger spot_commands_append_only before update or delete or truncate on spot_commands
  for each statement execute function refuse_write('the record of a market is append only');
grant select on spot_commands to tern_app;

-- What an entry of the public log seals of a market: its numbers up to here. The entry commits to a statement with the root over the
-- roots of these batches.
create table spot_command_seals (
  instrument_id smallint not null,
  first_number bigint not null,
  last_number bigint not null,
  entry_index bigint not null,
  primary key (instrument_id, last_number),
  constraint spot_command_seals_order check (first_number <= last_number)
);
create index spot_command_seals_of_entry on spot_command_seals (entry_index);

-- Each number is sealed once, and without a gap.
create function spot_command_seals_refuse() returns trigger language plpgsql as $$
begin
  if new.first_number <> 1 + coalesce((
      select s.last_number from spot_command_seals s where s.instrument_id = new.instrument_id order by s.last_number desc limit 1
    ), 0)
    or not exists (select from spot_commands c where c.instrument_id = new.instrument_id and c.last_number = new.last_number) then
    raise exception 'numbers are sealed once and without a gap' using errcode = 'check_violation', constraint = 'spot_command_seals_follow';
  end if;
  return new;
end
$$;
create trigger spot_command_seals_follow before insert on spot_command_seals for each row execute function spot_command_seals_refuse();
create trigger spot_command_seals_append_only before update or delete or truncate on spot_command_seals
  for each statement execute function refuse_write('seals of the record are append only');
grant select, insert on spot_command_seals to tern_app;

-- The record begins with the orders that rest now. 1: buy; 1: post only.
update spot_orders o set number = k.number
from (
  select id, 1 + row_number() over (partition by instrument_id order by coalesce(place, id)) as number from spot_orders where status = 1
) k where k.id = o.id;
insert into spot_commands (instrument_id, first_number, last_number, at, secret, lines)
select e.instrument_id, 1, 1 + count(o.id), date_trunc('milliseconds', now()), decode(replace(gen_random_uuid()::text, '-', ''), 'hex'),
  concat_ws(E'\n', 'start|0|||' || coalesce(e.last_trade::text, ''), string_agg(
    concat_ws('|', 'kept', 0, o.member_id, o.id, case o.side when 1 then 'buy' else 'sell' end,
      case o.time_in_force when 1 then 'post-only' else 'limit' end,
      trim_scale(o.limit_price), trim_scale(o.quantity), trim_scale(o.filled_quantity)), E'\n' order by o.number)
    filter (where o.id is not null))
from spot_engines e left join spot_orders o on o.instrument_id = e.instrument_id and o.status = 1
group by e.instrument_id, e.last_trade;
update spot_engines e set last_number = c.last_number from spot_commands c where c.instrument_id = e.instrument_id;

drop function spot_write;

-- Writes the batches of some instruments: new orders, changed orders, trades. The engine reads nothing first, so all
-- checks are here.
--
-- Refuses  spot_batches_in_sequence: an epoch that was replaced, or a batch that does not follow the last one, or whose numbers do not;
--          members_not_frozen, members_known: a trader who may not trade;
--          spot_orders_of_round: an order or trade of a member or instrument that the call does not name;
--          spot_orders_still_open: an order to change is not open;
--          spot_amendments_in_sequence: a change of an order that does not follow from what it was.
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
  new_times_in_force smallint[] default '{}', new_conditionals bigint[] default '{}',
  amended_ids bigint[] default '{}', amended_orders bigint[] default '{}', amended_former_prices numeric[] default '{}',
  amended_former_quantities numeric[] default '{}', amended_prices numeric[] default '{}', amended_quantities numeric[] default '{}',
  amended_filled numeric[] default '{}', amended_filled_quotes numeric[] default '{}', amended_places bigint[] default '{}',
  amended_keeps boolean[] default '{}', amended_rests boolean[] default '{}', amended_times timestamptz[] default '{}',
  -- The lines of each batch in the record of its market. Without them no batch is written.
  engine_firsts bigint[] default '{}', engine_counts int[] default '{}', engine_times timestamptz[] default '{}',
  engine_secrets text[] default '{}', engine_roots text[] default '{}', engine_lines text[] default '{}', new_numbers bigint[] default '{}'
) returns void language plpgsql security definer set search_path = pg_catalog, public
  -- Plans are cached, perhaps while the tables are empty; changed orders must be found by their ids, never among all
  -- open ones.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  written bigint;
begin
  update spot_engines e set last_batch = s.batch, last_number = e.last_number + s.lines, last_trade = coalesce(t.id, e.last_trade), last_price = coalesce(t.price, e.last_price)
  from unnest(engine_instruments, engine_epochs, engine_befores, engine_batches, engine_firsts, engine_counts)
    as s(instrument_id, epoch, before, batch, first, lines)
  left join lateral (
    select n.id, n.price from unnest(trade_ids, trade_instruments, trade_prices) as n(id, instrument_id, price)
    where n.instrument_id = s.instrument_id order by n.id desc limit 1
  ) t on true
  where e.instrument_id = s.instrument_id and e.epoch = s.epoch and e.last_batch = s.before and e.last_number = s.first - 1;
  get diagnostics written = row_count;
  if written <> cardinality(engine_instruments) then
    raise exception 'a batch does not follow the last one of its instrument'
      using errcode = 'check_violation', constraint = 'spot_batches_in_sequence';
  end if;
  insert into spot_commands (instrument_id, first_number, last_number, at, secret, root, lines)
  select s.instrument_id, s.first, s.first + s.count - 1, s.at, decode(s.secret, 'hex'), decode(s.root, 'hex'), s.lines
  from unnest(engine_instruments, engine_firsts, engine_counts, engine_times, engine_secrets, engine_roots, engine_lines)
    as s(instrument_id, first, count, at, secret, root, lines)
  where s.count > 0;
  perform members_refuse_frozen(traders);
  if not (new_members <@ traders and new_instruments <@ engine_instruments and trade_instruments <@ engine_instruments) then
    raise exception 'an order or trade that its batch does not name'
      using errcode = 'foreign_key_violation', constraint = 'spot_orders_of_round';
  end if;

  if cardinality(new_ids) > 0 then
    insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, budget, filled_quantity,
      filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, client_order_id, source, received_as_taker,
      time_in_force, conditional_id, number)
    select * from unnest(new_ids, new_members, new_instruments, new_sides, new_types, new_prices, new_quantities, new_budgets,
      new_filled, new_filled_quotes, new_fees, new_maker_ratios, new_taker_ratios, new_statuses, new_created, new_updated, new_names, new_sources, new_taken,
      new_times_in_force, new_conditionals, new_numbers);
  end if;

  if cardinality(amended_ids) > 0 then
    insert into spot_amendments (id, order_id, former_price, former_quantity, price, quantity, filled_quantity, filled_quote, place, keeps_place, rests, created_at)
    select * from unnest(amended_ids, amended_orders, amended_former_prices, amended_former_quantities, amended_prices, amended_quantities,
      amended_filled, amended_filled_quotes, amended_places, amended_keeps, amended_rests, amended_times);
    -- A new order is written as its last change leaves it; what it was before the first one is checked by nothing here.
    if exists (
      select from (
        select a.*, lag(a.price) over each_order as last_price, lag(a.quantity) over each_order as last_quantity
        from spot_amendments a where a.id = any (amended_ids) window each_order as (partition by a.order_id order by a.id)
      ) c join spot_orders o on o.id = c.order_id
      where (c.former_price, c.former_quantity) is distinct from (coalesce(c.last_price, o.limit_price), coalesce(c.last_quantity, o.quantity))
        and not (c.last_price is null and o.id = any (new_ids))
    ) then
      raise exception 'an amendment does not follow from its order'
        using errcode = 'check_violation', constraint = 'spot_amendments_in_sequence';
    end if;
    update spot_orders o set limit_price = a.price, quantity = a.quantity, place = a.place
    from (
      select distinct on (l.order_id) l.order_id, l.price, l.quantity, l.place from spot_amendments l
      where l.id = any (amended_ids) order by l.order_id, l.id desc
    ) a where o.id = a.order_id and (o.status + 0 = 1 or o.id = any (new_ids));
    get diagnostics written = row_count;
    if written <> (select count(distinct a.id) from unnest(amended_orders) as a(id)) then
      raise exception 'an open order of the book is not open in the database'
        using errcode = 'check_violation', constraint = 'spot_orders_still_open';
    end if;
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
