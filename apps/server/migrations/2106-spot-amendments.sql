-- feature: spot
-- Changes of open orders (docs/features/trading/spot.md).

-- Its place in the queue of its price: lower is earlier. Null: its id.
alter table spot_orders add column place bigint;

-- Each change of an open order: what it was and became, and what had been filled. Its id is one of a trade, so that it is
-- before the trades of the market that happened later.
create table spot_amendments (
  id bigint primary key,
  order_id bigint not null,
  former_price numeric(38, 18) not null,
  former_quantity numeric(38, 18) not null,
  price numeric(38, 18) not null check (price > 0),
  quantity numeric(38, 18) not null,
  filled_quantity numeric(38, 18) not null,
  filled_quote numeric(38, 18) not null,
  place bigint not null,
  keeps_place boolean not null,
  -- Something of it rested then.
  rests boolean not null,
  created_at timestamptz not null,
  constraint spot_amendments_above_filled check (quantity > filled_quantity and filled_quantity >= 0 and filled_quote >= 0),
  -- Only less at the same price keeps its place.
  constraint spot_amendments_place check (keeps_place = (price = former_price and quantity < former_quantity)),
  constraint spot_amendments_change check ((price, quantity) <> (former_price, former_quantity))
);
create index spot_amendments_of_order on spot_amendments (order_id, id);
create trigger spot_amendments_append_only before update or delete or truncate on spot_amendments
  for each statement execute function refuse_write('changes of orders are append only');
grant select on spot_amendments to tern_app;

-- What an order reserves: [quantity, price, filled quantity, filled quote]. A sell reserves its base asset.
create function spot_reserve(side smallint, facts numeric[], unit numeric) returns numeric language sql immutable parallel safe as $$
  select case side
    when 1 then unit * (ceil((facts[4] + (facts[1] - facts[3]) * facts[2]) / unit) - ceil(facts[4] / unit))
    else facts[1] - facts[3] end
$$;

drop function spot_write;

-- Writes the batches of some instruments: new orders, changed orders, trades. The engine reads nothing first, so all
-- checks are here.
--
-- Refuses  spot_batches_in_sequence: an epoch that was replaced, or a batch that does not follow the last one;
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
  amended_keeps boolean[] default '{}', amended_rests boolean[] default '{}', amended_times timestamptz[] default '{}'
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

-- Checks the ledger entry of a round (batches of several instruments in one transaction) against the orders and trades
-- written in this transaction. A row's xmin is the transaction that wrote it: only spot_write() writes orders and
-- trades, and a trade of an earlier round was posted with that round.
--
-- Checks   that a trade has exactly its postings: member, asset, amount, side, fee, none left out; that a hold or a
--          release belongs to its order and is not above what the order may reserve. Orders round their totals to the
--          quote asset's smallest unit (ADR 12), so quote amounts may differ by less than one unit, and the rest goes
--          to the rounding account. An order's fee is what is due for all that it received, rounded up once (ADR 79).
--          Lines of the house are in one sub-account of each account (ADR 68), so that what is allowed to an account is
--          allowed to it once.
-- Refuses  ledger_unfounded.
-- Locks    nothing.
-- Not here: whether holds add up to the reserves of open orders, and the last unit of running totals. The audit checks
-- those.
create or replace function spot_refuse_unfounded(reference text, kinds smallint[], owners bigint[], assets text[], availables numeric[],
  helds numeric[], subjects bigint[]) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off as $$
declare
  this_one xid := pg_current_xact_id();
  names text[];
  markets smallint[];
  bases text[];
  quotes text[];
  units numeric[];
  base_units numeric[];
  trades bigint[];
  -- How far the sub-account of the round is from the accounts themselves: 0, -100, … -900.
  distance constant bigint := least((select min(l.owner) from unnest(owners) as l(owner)), 0) / 100 * 100;
begin
  -- Instruments written in this transaction. The round is named after one of their batches, and no other entry is.
  select array_agg('round:' || e.instrument_id || ':' || e.last_batch), array_agg(e.instrument_id), array_agg(i.base), array_agg(i.quote),
    array_agg(power(10::numeric, -q.scale)), array_agg(power(10::numeric, -b.scale))
    into names, markets, bases, quotes, units, base_units
  from spot_engines e join instruments i on i.id = e.instrument_id join assets q on q.code = i.quote join assets b on b.code = i.base where e.xmin = this_one;
  -- One look-up per name: PostgreSQL 15 plans `= any` while there are few rounds and then reads all of them.
  if (reference = any (names) and distance >= -900) is not true
    or exists (
      select from unnest(names) as n(name)
      cross join lateral (
        select from ledger_entries e where e.kind = ledger_kind('spotRound') and e.reference = n.name limit 1
      ) as posted
    ) then
    perform ledger_fail_unfounded(ledger_kind('spotRound'), reference);
  end if;

  trades := array(
    select distinct l.subject from unnest(kinds, subjects) as l(kind, subject)
    where l.kind in (ledger_kind('spotBuy'), ledger_kind('spotSell'))
  );
  if exists (
    -- Holds and releases of orders, and house accounts. The liquidity account balances all others, so it is right when
    -- they are.
    select from unnest(kinds, owners, assets, availables, helds, subjects) as l(kind, owner, asset, available, held, subject)
    left join spot_orders o on o.id = case when l.kind <> ledger_kind('spotRound') then l.subject end and o.xmin = this_one
    left join lateral (select max(m.unit) as unit from unnest(quotes, units) as m(quote, unit) where m.quote = l.asset) u on true
    where l.kind not in (ledger_kind('spotBuy'), ledger_kind('spotSell')) and case
      when l.kind = ledger_kind('spotRound') then l.held = 0
        and (l.owner - distance = ledger_house_account('liquidity') or l.owner - distance = ledger_house_account('fees') and cardinality(trades) > 0
          or l.owner - distance = ledger_house_account('rounding') and abs(l.available) <= 2 * cardinality(trades) * u.unit)
      -- A buy (side 1) reserves its quote asset, a sell its base asset.
      else l.owner = o.member_id and l.available = -l.held
        and l.asset = (case o.side when 1 then quotes else bases end)[array_position(markets, o.instrument_id)]
        and case l.kind
          when ledger_kind('orderHold') then l.held > 0 and (
            case o.side when 1 then l.held < o.quantity * o.limit_price + u.unit else l.held <= o.quantity end
            -- What it was before it was changed in this round.
            or exists (
              select from spot_amendments a where a.order_id = o.id and a.xmin = this_one
                and case o.side when 1 then l.held < greatest(a.quantity * a.price, a.former_quantity * a.former_price) + u.unit
                  else l.held <= greatest(a.quantity, a.former_quantity) end
            ))
          -- A cancelled order (status 3) releases its unfilled part, one that is changed what it was.
          when ledger_kind('orderRelease') then
            o.status = 3 and l.available = spot_reserve(o.side, array[o.quantity, o.limit_price, o.filled_quantity, o.filled_quote], u.unit)
            or exists (
              select from spot_amendments a where a.order_id = o.id and a.xmin = this_one
                and l.available = spot_reserve(o.side, array[a.former_quantity, a.former_price, a.filled_quantity, a.filled_quote], u.unit)
            )
        end
    end is not true
  ) then
    perform ledger_fail_unfounded(ledger_kind('spotRound'), reference);
  end if;
  if cardinality(trades) = 0 then
    return;
  end if;

  if exists (
    select from (
      select t.instrument_id, unnest(array[t.maker_order_id, t.taker_order_id]) as order_id
      from spot_trades t where t.id = any (trades) and t.xmin = this_one
    ) k
    join unnest(markets, units, base_units) as m(id, quote_unit, base_unit) on m.id = k.instrument_id
    join spot_orders o on o.id = k.order_id
    cross join lateral (
      select case o.side when 1 then m.base_unit else m.quote_unit end as unit,
        case o.side when 1 then o.filled_quantity else floor(o.filled_quote / m.quote_unit) * m.quote_unit end as received
    ) r
    where o.fee <> r.unit * ceil((o.received_as_taker * o.taker_fee_ratio + (r.received - o.received_as_taker) * o.maker_fee_ratio) / r.unit)
  ) then
    perform ledger_fail_unfounded(ledger_kind('spotRound'), reference);
  end if;

  -- A separate function, because large sets are best compared by hashing; the look-ups above are few each.
  if not spot_trades_posted(kinds, owners, assets, availables, helds, subjects, array(
    select row(t.id, t.taker_side = 1, t.quantity, t.quote_amount, m.base, m.quote, b.member_id, s.member_id,
      case t.taker_side when 1 then t.taker_fee else t.maker_fee end, case t.taker_side when 1 then t.maker_fee else t.taker_fee end, m.unit)::spot_traded
    from spot_trades t
    join unnest(markets, bases, quotes, units) as m(id, base, quote, unit) on m.id = t.instrument_id
    left join spot_orders b on b.id = case t.taker_side when 1 then t.taker_order_id else t.maker_order_id end
    left join spot_orders s on s.id = case t.taker_side when 1 then t.maker_order_id else t.taker_order_id end
    where t.id = any (trades) and t.xmin = this_one
  )) then
    perform ledger_fail_unfounded(ledger_kind('spotRound'), reference);
  end if;
end
$$;
