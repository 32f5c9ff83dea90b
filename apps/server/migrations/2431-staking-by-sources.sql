-- feature: staking
-- A machine with an output of constant value pays by a price, which only sources make: members' trades alone do not (ADR 101).
create or replace function staking_check_product() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if new.unit_price <> trunc(new.unit_price, (select a.scale from assets a where a.code = new.pay_asset))
    or new.daily_rate is not null and new.asset <> new.pay_asset
      and not exists (select from instruments i where (i.base, i.quote, i.priced_by) = (new.asset, new.pay_asset, 'sources'))
    or tg_op = 'UPDATE' and old.kind = 'shared'
      and (new.kind, new.shares, new.asset, new.unit_price, new.daily_rate, new.daily_output, new.freezes_output, new.term_days, new.payout_minute)
        is distinct from (old.kind, old.shares, old.asset, old.unit_price, old.daily_rate, old.daily_output, old.freezes_output, old.term_days, old.payout_minute)
      and exists (select from staking_orders o where o.product_id = new.id and o.share_position is not null and o.state <> 'refunded')
  then
    raise exception 'a product cannot have these terms' using errcode = 'check_violation', constraint = 'staking_product_terms';
  end if;
  return new;
end
$$;
