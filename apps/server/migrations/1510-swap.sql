-- feature: swap
-- Swaps: their terms, and the prices behind their rate.

create table swaps (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  from_asset text not null references assets (code),
  to_asset text not null references assets (code),
  given numeric(38, 18) not null check (given > 0),
  -- Received per unit given, after the spread.
  rate numeric(38, 18) not null check (rate > 0),
  spread numeric(38, 18) not null check (spread >= 0 and spread < 1),
  fee_ratio numeric(38, 18) not null check (fee_ratio >= 0 and fee_ratio < 1),
  fee numeric(38, 18) not null check (fee >= 0),
  -- After the fee.
  received numeric(38, 18) not null check (received > 0),
  -- [{symbol, seq, price}]: the reference ticks of the legs, from the asset given to the one received.
  legs jsonb not null,
  created_at timestamptz not null,
  check (from_asset <> to_asset)
);
create index swaps_of_member on swaps (member_id, id desc);

-- The postings that a swap requires: the exchange and its fee are one entry each. The remainder of rounding goes to the
-- rounding account (ADR 9).
create view swap_required_lines as
select l.kind, 'swap:' || s.id as reference, s.id as subject_id, l.owner_id, l.asset, l.available, 0::numeric as held
from swaps s
cross join lateral (values
  (ledger_kind('spotExchange'), s.member_id, s.from_asset, -s.given),
  (ledger_kind('spotExchange'), ledger_house_account('liquidity'), s.from_asset, s.given),
  (ledger_kind('spotExchange'), s.member_id, s.to_asset, s.received + s.fee),
  (ledger_kind('spotExchange'), ledger_house_account('liquidity'), s.to_asset, -trunc(s.given * s.rate, 18)),
  (ledger_kind('spotExchange'), ledger_house_account('rounding'), s.to_asset, trunc(s.given * s.rate, 18) - s.received - s.fee),
  (ledger_kind('exchangeFee'), s.member_id, s.to_asset, -s.fee),
  (ledger_kind('exchangeFee'), ledger_house_account('fees'), s.to_asset, s.fee)
) as l(kind, owner_id, asset, available)
where l.available <> 0;

-- Refuses (swaps_by_prices) a rate above that of the given prices less the spread, and amounts above what rate and fee
-- allow. The audit checks the prices against the tick chain.
create function swaps_refuse_wrong() returns trigger language plpgsql as $$
declare
  -- The cross rate of the legs as a fraction: nothing is divided, so nothing is rounded.
  numerator numeric := 1;
  denominator numeric := 1;
  asset text := new.from_asset;
  leg record;
begin
  for leg in
    select i.base, i.quote, (j.value ->> 'price')::numeric as price
    from jsonb_array_elements(new.legs) with ordinality as j(value, place) left join instruments i on i.symbol = j.value ->> 'symbol'
    order by j.place
  loop
    if asset = leg.base then
      numerator := numerator * leg.price;
      asset := leg.quote;
    elsif asset = leg.quote then
      denominator := denominator * leg.price;
      asset := leg.base;
    else
      asset := null;
    end if;
  end loop;
  if asset is distinct from new.to_asset or new.rate * denominator > numerator * (1 - new.spread)
    or new.received + new.fee > new.given * new.rate or new.fee < (new.received + new.fee) * new.fee_ratio then
    raise exception 'a swap does not follow from its prices' using errcode = 'check_violation', constraint = 'swaps_by_prices';
  end if;
  return new;
end
$$;
create trigger swaps_by_prices before insert on swaps for each row execute function swaps_refuse_wrong();

create trigger swaps_append_only before update or delete or truncate on swaps
  for each statement execute function refuse_write('a swap does not change');

grant select, insert on swaps to tern_app;
insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('spotExchange'), 'swap', 'swap', 'a swap at the rate of its reference prices', 'swap_required_lines'),
  (ledger_kind('exchangeFee'), 'swap', 'swap', 'the fee of that swap', 'swap_required_lines');

grant select on swap_required_lines to tern_app;
