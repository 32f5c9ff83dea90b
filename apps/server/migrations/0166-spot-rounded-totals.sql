-- feature: spot
-- Orders round their totals to the quote asset's smallest unit (ADR 65): a fill moves its exact value to less than one unit, and what
-- both sides differ by goes to the book of rounding. To the last unit the audit compares, by the running total of each order.

-- As in 0146 but for the unit.
alter type spot_traded add attribute unit numeric;

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
begin
  -- Desks that wrote in this transaction. The round is named by one of their batches, and is the only entry that is.
  select array_agg('round:' || d.instrument_id || ':' || d.last_batch), array_agg(d.instrument_id), array_agg(i.base), array_agg(i.quote),
    array_agg(power(10::numeric, -q.scale))
    into names, markets, bases, quotes, units
  from spot_desks d join instruments i on i.id = d.instrument_id join assets q on q.code = i.quote where d.xmin = this_one;
  if (reference = any (names)) is not true
    or exists (select from ledger_entries e where e.kind = ledger_kind('spotRound') and e.reference = any (names)) then
    perform ledger_fail_unfounded(ledger_kind('spotRound'), reference);
  end if;

  trades := array(
    select distinct l.subject from unnest(kinds, subjects) as l(kind, subject)
    where l.kind in (ledger_kind('spotBuy'), ledger_kind('spotSell'))
  );
  if exists (
    -- Holds and releases of orders, and books of the house. Its liquidity is what balances the rest, which is known line by line.
    select from unnest(kinds, owners, assets, availables, helds, subjects) as l(kind, owner, asset, available, held, subject)
    left join spot_orders o on o.id = case when l.kind <> ledger_kind('spotRound') then l.subject end and o.xmin = this_one
    left join lateral (select max(m.unit) as unit from unnest(quotes, units) as m(quote, unit) where m.quote = l.asset) u on true
    where l.kind not in (ledger_kind('spotBuy'), ledger_kind('spotSell')) and case
      when l.kind = ledger_kind('spotRound') then l.held = 0
        and (l.owner = ledger_book('liquidity') or l.owner = ledger_book('fees') and cardinality(trades) > 0
          or l.owner = ledger_book('rounding') and abs(l.available) <= 2 * cardinality(trades) * u.unit)
      else l.owner = o.member_id and l.available = -l.held
        and l.asset = (case o.side when 1 then quotes else bases end)[array_position(markets, o.instrument_id)]
        and case l.kind
          when ledger_kind('orderHold') then l.held > 0 and case o.side
            when 1 then l.held < o.quantity * o.limit_price + u.unit else l.held <= o.quantity end
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

  -- From here on sets of one size are compared, which is done by hashing; what was looked up by ids above was few for each.
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

create or replace function spot_trades_posted(kinds smallint[], owners bigint[], assets text[], availables numeric[], helds numeric[],
  subjects bigint[], traded spot_traded[]) returns boolean language plpgsql
  set enable_nestloop = off set enable_mergejoin = off as $$
begin
  if exists (
    -- Each leg is a digit: 1 and 2 of the buyer's base and quote, 4 and 8 of the seller's. As many legs as there should be, whose digits
    -- come to what they should: then none is there twice. Who takes pays out of what is available, who made the price out of what is held.
    select from (
      select l.subject, count(*) as legs,
        sum(case l.kind when 9 then 1 else 4 end * case l.asset when t.base then 1 else 2 end) as digits,
        bool_and(l.owner = case l.kind when 9 then t.buyer else t.seller end and case
          when l.asset = t.base and l.kind = 9 then l.available = t.quantity - t.buyer_fee and l.held = 0
          when l.asset = t.quote and l.kind = 10 then abs(l.available - t.quote_amount + t.seller_fee) < t.unit and mod(l.available, t.unit) = 0 and l.held = 0
          when l.asset = t.quote and t.is_taker_buying then abs(l.available + t.quote_amount) < t.unit and mod(l.available, t.unit) = 0 and l.held = 0
          when l.asset = t.quote then abs(l.held + t.quote_amount) < t.unit and mod(l.held, t.unit) = 0 and l.available = 0
          when l.asset <> t.base then false
          when t.is_taker_buying then l.held = -t.quantity and l.available = 0
          else l.available = -t.quantity and l.held = 0
        end) as is_right,
        min((t.buyer is not null)::int * ((t.quantity <> t.buyer_fee)::int + 2 * (t.quote_amount >= t.unit)::int)
          + (t.seller is not null)::int * (4 + 8 * (t.quote_amount - t.seller_fee >= t.unit)::int)) as due_digits,
        -- Less than one smallest unit may round to nothing, which leaves no line.
        min((t.buyer is not null)::int * 2 * (t.quote_amount < t.unit)::int
          + (t.seller is not null)::int * 8 * (t.quote_amount - t.seller_fee < t.unit)::int) as spare_digits
      from unnest(kinds, owners, assets, availables, helds, subjects) as l(kind, owner, asset, available, held, subject)
      left join unnest(traded) t on t.id = l.subject
      -- 9 and 10: ledger_kind('spotBuy') and ledger_kind('spotSell').
      where l.kind in (9, 10) group by l.subject
    ) s
    where s.is_right is not true or s.digits > 15 or (s.digits & ~s.spare_digits) <> s.due_digits
      or s.legs <> (s.digits & 1) + (s.digits >> 1 & 1) + (s.digits >> 2 & 1) + (s.digits >> 3 & 1)
  ) then
    return false;
  end if;
  -- What all of them paid: one line of the book for each asset.
  return not exists (
    select from (
      select f.asset, sum(f.fee) as fee
      from unnest(traded) t cross join lateral (values (t.base, t.buyer_fee), (t.quote, t.seller_fee)) as f(asset, fee)
      group by f.asset having sum(f.fee) <> 0
    ) f full join (
      select l.asset, sum(l.available) as fee from unnest(owners, assets, availables) as l(owner, asset, available)
      where l.owner = ledger_book('fees') group by l.asset
    ) b on b.asset = f.asset
    where f.fee is distinct from b.fee
  );
end
$$;
