-- feature: spot
-- Rounds of orders may post to sub-accounts of the house (0160). Both functions are those of 0024, but for that.

-- Checks the ledger entry of a round (batches of several instruments in one transaction) against the orders and trades
-- written in this transaction. A row's xmin is the transaction that wrote it: only spot_write() writes orders and
-- trades, and a trade of an earlier round was posted with that round.
--
-- Checks   that a trade has exactly its postings: member, asset, amount, side, fee, none left out; that a hold or a
--          release belongs to its order and is not above what the order may reserve. Orders round their totals to the
--          quote asset's smallest unit (ADR 12), so quote amounts may differ by less than one unit, and the rest goes
--          to the rounding account. Lines of the house are in one sub-account of each account (ADR 68), so that what is allowed to an
--          account is allowed to it once.
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
create or replace function spot_trades_posted(kinds smallint[], owners bigint[], assets text[], availables numeric[], helds numeric[],
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
