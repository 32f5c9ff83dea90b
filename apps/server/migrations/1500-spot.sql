-- feature: spot
-- Orders and trades, written by one matching engine per instrument (docs/features/trading/spot.md).
--
-- The engines have the books in memory and write batches with spot_write(), in one call that is sent together with its
-- COMMIT (ADR 10). The ledger entry of a batch is checked against these rows by spot_refuse_unfounded() (ADR 9, 11).
--
-- Numbers are as in the API, named in packages/protocol/src/trading/spot.ts:
--   side    1 buy, 2 sell          type    1 limit, 2 market
--   status  1 open, 2 filled, 3 cancelled
--   source  1 the app, 2 a program with an API key


-- Tables ------------------------------------------------------------------------------------------

-- Each engine draws ids in blocks, so ids ascend within an instrument only; lists are sorted by time.
create sequence spot_order_ids increment by 1000 start with 1000000;
create sequence spot_trade_ids increment by 10000 start with 1000000;

-- No foreign keys in orders and trades: spot_write() alone inserts, and checks members and instruments once per batch;
-- neither is ever deleted (ADR 10).
create table spot_orders (
  id bigint primary key,
  member_id bigint not null,
  instrument_id smallint not null,
  side smallint not null check (side in (1, 2)),
  type smallint not null check (type in (1, 2)),
  -- Null for a market order.
  limit_price numeric(38, 18),
  -- Null for a market buy, which has a budget instead.
  quantity numeric(38, 18),
  budget numeric(38, 18),
  filled_quantity numeric(38, 18) not null,
  filled_quote numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  maker_fee_ratio numeric(38, 18) not null,
  taker_fee_ratio numeric(38, 18) not null,
  status smallint not null check (status in (1, 2, 3)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Chosen by the member's program; unique among the member's orders (ADR 21).
  client_order_id text check (char_length(client_order_id) between 1 and 64),
  source smallint not null default 1 check (source in (1, 2)),
  check (filled_quantity >= 0 and filled_quote >= 0 and fee >= 0),
  check (quantity is null or filled_quantity <= quantity),
  check (budget is null or filled_quote <= budget)
);
create index spot_orders_open on spot_orders (instrument_id, id) where status = 1; -- 1: open
create unique index spot_orders_client_order_id on spot_orders (member_id, client_order_id)
  where client_order_id is not null;
-- Lists of orders are found and counted in their indexes alone; only the rows of the page are fetched (ADR 22).
create index spot_orders_of_member on spot_orders (member_id, created_at desc, id desc) include (status, instrument_id, side, type);
create index spot_orders_of_member_by_status on spot_orders (member_id, status, created_at desc, id desc) include (instrument_id, side, type);

create table spot_trades (
  id bigint primary key,
  instrument_id smallint not null,
  -- Null on the house's side.
  maker_order_id bigint,
  taker_order_id bigint,
  taker_side smallint not null check (taker_side in (1, 2)),
  price numeric(38, 18) not null check (price > 0),
  quantity numeric(38, 18) not null check (quantity > 0),
  quote_amount numeric(38, 18) not null check (quote_amount > 0),
  maker_fee numeric(38, 18) not null,
  taker_fee numeric(38, 18) not null,
  created_at timestamptz not null,
  check (maker_order_id is not null or taker_order_id is not null)
);
create index spot_trades_maker on spot_trades (maker_order_id) where maker_order_id is not null;
create index spot_trades_taker on spot_trades (taker_order_id) where taker_order_id is not null;

-- The lease of each instrument's engine. A batch names the engine's epoch and the previous batch; a replaced engine has
-- an old epoch and is refused.
create table spot_engines (
  instrument_id smallint primary key references instruments (id),
  epoch bigint not null,
  last_batch text not null default ''
);

-- One batch per engine and transaction: otherwise a second one could post the trades of the first again.
create function spot_engines_refuse_second_batch() returns trigger language plpgsql as $$
begin
  raise exception 'an engine writes one batch in a transaction' using errcode = 'check_violation', constraint = 'spot_engines_one_batch';
end
$$;
create trigger spot_engines_one_batch before update on spot_engines for each row
  when (old.xmin = pg_current_xact_id()::xid) execute function spot_engines_refuse_second_batch();


-- Writing a batch ---------------------------------------------------------------------------------

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
  trade_taker_fees numeric[], trade_times timestamptz[]
) returns void language plpgsql security definer set search_path = pg_catalog, public
  -- Plans are cached, perhaps while the tables are empty; changed orders must be found by their ids, never among all
  -- open ones.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  written bigint;
begin
  update spot_engines e set last_batch = s.batch
  from unnest(engine_instruments, engine_epochs, engine_befores, engine_batches) as s(instrument_id, epoch, before, batch)
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


-- What the ledger may post for a batch ------------------------------------------------------------

-- A trade with its two sides; null is the house.
create type spot_traded as (
  id bigint, is_taker_buying boolean, quantity numeric, quote_amount numeric, base text, quote text, buyer bigint, seller bigint,
  buyer_fee numeric, seller_fee numeric,
  -- The smallest unit of the quote asset.
  unit numeric
);

-- Checks the ledger entry of a round (batches of several instruments in one transaction) against the orders and trades
-- written in this transaction. A row's xmin is the transaction that wrote it: only spot_write() writes orders and
-- trades, and a trade of an earlier round was posted with that round.
--
-- Checks   that a trade has exactly its postings: member, asset, amount, side, fee, none left out; that a hold or a
--          release belongs to its order and is not above what the order may reserve. Orders round their totals to the
--          quote asset's smallest unit (ADR 12), so quote amounts may differ by less than one unit, and the rest goes
--          to the rounding account. Lines of the house are in one sub-account of each account (ADR 68), so that what is
--          allowed to an account is allowed to it once.
-- Refuses  ledger_unfounded.
-- Locks    nothing.
-- Not here: whether holds add up to the reserves of open orders, and the last unit of running totals. The audit checks
-- those.
create function spot_refuse_unfounded(reference text, kinds smallint[], owners bigint[], assets text[], availables numeric[],
  helds numeric[], subjects bigint[]) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off as $$
declare
  this_one xid := pg_current_xact_id();
  names text[];
  markets smallint[];
  bases text[];
  quotes text[];
  units numeric[];
  trades bigint[];
  -- How far the sub-account of the round is from the accounts themselves: 0, -100, … -900.
  distance constant bigint := least((select min(l.owner) from unnest(owners) as l(owner)), 0) / 100 * 100;
begin
  -- Instruments written in this transaction. The round is named after one of their batches, and no other entry is.
  select array_agg('round:' || e.instrument_id || ':' || e.last_batch), array_agg(e.instrument_id), array_agg(i.base), array_agg(i.quote),
    array_agg(power(10::numeric, -q.scale))
    into names, markets, bases, quotes, units
  from spot_engines e join instruments i on i.id = e.instrument_id join assets q on q.code = i.quote where e.xmin = this_one;
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
          when ledger_kind('orderHold') then l.held > 0 and case o.side
            when 1 then l.held < o.quantity * o.limit_price + u.unit else l.held <= o.quantity end
          -- A cancelled order (status 3) releases its unfilled part.
          when ledger_kind('orderRelease') then o.status = 3 and l.available = case o.side
            when 1 then u.unit * (ceil((o.filled_quote + (o.quantity - o.filled_quantity) * o.limit_price) / u.unit) - ceil(o.filled_quote / u.unit))
            else o.quantity - o.filled_quantity end
        end
    end is not true
  ) then
    perform ledger_fail_unfounded(ledger_kind('spotRound'), reference);
  end if;
  if cardinality(trades) = 0 then
    return;
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

-- Whether the postings of trades and of the fee account are exactly those of the trades: each right, none twice, none
-- left out.
create function spot_trades_posted(kinds smallint[], owners bigint[], assets text[], availables numeric[], helds numeric[],
  subjects bigint[], traded spot_traded[]) returns boolean language plpgsql
  set enable_nestloop = off set enable_mergejoin = off as $$
declare
  spot_buy constant smallint := ledger_kind('spotBuy');
  spot_sell constant smallint := ledger_kind('spotSell');
begin
  if exists (
    -- Each posting of a trade is one bit: 1 and 2 of the buyer's base and quote, 4 and 8 of the seller's. If their
    -- number and the sum of their bits are right, none is there twice. A taker pays from `available`, a maker from
    -- `held`.
    select from (
      select l.subject, count(*) as legs,
        sum(case l.kind when spot_buy then 1 else 4 end * case l.asset when t.base then 1 else 2 end) as digits,
        bool_and(l.owner = case l.kind when spot_buy then t.buyer else t.seller end and case
          when l.asset = t.base and l.kind = spot_buy then l.available = t.quantity - t.buyer_fee and l.held = 0
          when l.asset = t.quote and l.kind = spot_sell then abs(l.available - t.quote_amount + t.seller_fee) < t.unit and mod(l.available, t.unit) = 0 and l.held = 0
          when l.asset = t.quote and t.is_taker_buying then abs(l.available + t.quote_amount) < t.unit and mod(l.available, t.unit) = 0 and l.held = 0
          when l.asset = t.quote then abs(l.held + t.quote_amount) < t.unit and mod(l.held, t.unit) = 0 and l.available = 0
          when l.asset <> t.base then false
          when t.is_taker_buying then l.held = -t.quantity and l.available = 0
          else l.available = -t.quantity and l.held = 0
        end) as is_right,
        min((t.buyer is not null)::int * ((t.quantity <> t.buyer_fee)::int + 2 * (t.quote_amount >= t.unit)::int)
          + (t.seller is not null)::int * (4 + 8 * (t.quote_amount - t.seller_fee >= t.unit)::int)) as due_digits,
        -- Less than one smallest unit may round to nothing, which leaves no posting.
        min((t.buyer is not null)::int * 2 * (t.quote_amount < t.unit)::int
          + (t.seller is not null)::int * 8 * (t.quote_amount - t.seller_fee < t.unit)::int) as spare_digits
      from unnest(kinds, owners, assets, availables, helds, subjects) as l(kind, owner, asset, available, held, subject)
      left join unnest(traded) t on t.id = l.subject
      where l.kind in (spot_buy, spot_sell) group by l.subject
    ) s
    where s.is_right is not true or s.digits > 15 or (s.digits & ~s.spare_digits) <> s.due_digits
      or s.legs <> (s.digits & 1) + (s.digits >> 1 & 1) + (s.digits >> 2 & 1) + (s.digits >> 3 & 1)
  ) then
    return false;
  end if;
  -- Their fees: one posting of the fee account for each asset.
  return not exists (
    select from (
      select f.asset, sum(f.fee) as fee
      from unnest(traded) t cross join lateral (values (t.base, t.buyer_fee), (t.quote, t.seller_fee)) as f(asset, fee)
      group by f.asset having sum(f.fee) <> 0
    ) f full join (
      select l.asset, sum(l.available) as fee from unnest(owners, assets, availables) as l(owner, asset, available)
      where ledger_account_of(l.owner) = ledger_house_account('fees') group by l.asset
    ) b on b.asset = f.asset
    where f.fee is distinct from b.fee
  );
end
$$;


-- Notices of fills --------------------------------------------------------------------------------
--
-- Derived from the journal after the commit, so that an engine writes nothing for them.

-- How far the journal was read for fills: the id of a posting.
create table spot_fill_progress (
  is_only boolean primary key default true check (is_only),
  read_through bigint not null default 0
);
insert into spot_fill_progress default values;

-- Orders that were filled while they rested: at most one notice for a part, and one for the whole.
create table spot_fill_notices (
  order_id bigint primary key,
  -- Null while there is nothing to report.
  due_at timestamptz,
  -- The order is closed and what there was to report is reported.
  is_done boolean not null default false,
  -- The progress when a fill was last found. Rows that are done stay until no fill of theirs can still be found.
  read_through bigint not null
);
create index spot_fill_notices_due on spot_fill_notices (due_at) where due_at is not null;

-- Finds the orders whose resting part was filled by the next `lines_max` postings at most; only orders of the app, because
-- programs follow their orders on a socket. The notice of a part is due at `part_due_at`, so that the fills of a burst are one.
-- Returns how many postings it passed.
--
-- No posting can still appear below the counted ones (ledger_count_records), so none is skipped, however late its transaction committed.
--
-- Locks    spot_fill_progress: one caller works, the others get 0.
create function spot_read_fills(lines_max int, at_time timestamptz, part_due_at timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
  -- The postings are a range of their key; all else is found by its id.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  done bigint;
  through bigint;
begin
  select p.read_through into done from spot_fill_progress p for update skip locked;
  if not found then
    return 0;
  end if;
  select least(r.counted_through, done + lines_max) into through from ledger_record_progress r;
  if through <= done then
    return 0;
  end if;
  update spot_fill_progress set read_through = through;
  insert into spot_fill_notices as n (order_id, due_at, read_through)
  -- 2: filled.
  select distinct o.id, case o.status when 2 then at_time else part_due_at end, through
  from ledger_postings p
  join spot_trades t on t.id = p.subject_id
  join spot_orders o on o.id = t.maker_order_id and o.member_id = p.owner_id
  where p.id > done and p.id <= through and p.owner_id > 0
    -- A maker pays from what is held. What a buyer pays may round to nothing, then there is only what they receive.
    and (p.kind = ledger_kind('spotSell') and p.held < 0 or p.kind = ledger_kind('spotBuy') and (p.held < 0 or p.available > 0))
    and (p.kind = ledger_kind('spotBuy')) = (t.taker_side = 2)
    -- 1: the app.
    and o.source = 1
  order by o.id
  on conflict (order_id) do update set
    due_at = case when excluded.due_at <= at_time then at_time else n.due_at end, read_through = excluded.read_through
  where not n.is_done;
  return through - done;
end
$$;

grant select on spot_fill_progress to tern_app;
grant select, update (due_at, is_done), delete on spot_fill_notices to tern_app;
grant execute on function spot_read_fills to tern_app;

grant select on spot_orders, spot_trades to tern_app;
grant select, insert, update on spot_engines to tern_app;
grant usage on sequence spot_order_ids, spot_trade_ids to tern_app;
grant execute on function spot_write to tern_app;

insert into ledger_facts (kind, reference, feature, fact, line_kinds) values
  (ledger_kind('spotRound'), 'round', 'spot', 'a batch of orders and trades that its engine wrote in the same transaction',
    array[ledger_kind('spotBuy'), ledger_kind('spotSell'), ledger_kind('orderHold'), ledger_kind('orderRelease')]);
