-- feature: staking
-- A member who closes the account can give up machines in term: a machine cannot be sold back, and would keep the account open
-- until its end. Its price is spent, so nothing returns; frozen output and the reservation of the days to come go to the house
-- (ADR 48). Until here, only staking could be redeemed.

-- Checks the changes that the program makes itself: a complete machine starts, a share is refunded, staking is redeemed, a machine is
-- given up.
-- Refuses: staking_change (any other change; a start or refund that does not fit the shares held; a redemption after the
-- end, before all due days are paid, or with another penalty).
create or replace function staking_check_change() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  held int;
  last_bought_at timestamptz;
  total int;
begin
  if old.state = 'pending' then
    perform from staking_products p where p.id = new.product_id for no key update;
    select count(*), max(o.created_at) into held, last_bought_at from staking_orders o
      where o.product_id = new.product_id and o.share_position is not null and o.state <> 'refunded';
    select cardinality(staking_shares(p.shares)) into total from staking_products p where p.id = new.product_id;
  end if;
  if (case new.state
    when 'running' then old.state = 'pending' and held = total
      and (new.starts_at, new.ends_at, new.next_payout_at) is not distinct from (
        staking_start(last_bought_at, new.payout_minute),
        staking_start(last_bought_at, new.payout_minute) + make_interval(hours => 24 * new.term_days),
        staking_start(last_bought_at, new.payout_minute) + interval '24 hours')
    when 'refunded' then old.state = 'pending' and held < total and new.closed_at >= new.created_at
    when 'redeemed' then old.state = 'running' and new.closed_at >= new.created_at
      and new.closed_at < old.next_payout_at and (new.starts_at, new.ends_at) = (old.starts_at, old.ends_at)
    else false
  end is not true
    or new.penalty <> case when new.state = 'redeemed' then least(staking_round_up(new.paid * new.penalty_ratio, new.pay_scale), new.paid) else 0 end)
  then
    raise exception 'an order does not change like this' using errcode = 'check_violation', constraint = 'staking_change';
  end if;
  return new;
end
$$;

-- As in 0036; the redemption of a machine returns no principal.
create or replace view staking_required_lines as
select l.kind, 'stakingorder:' || o.id as reference, o.id as subject_id, l.owner_id, l.asset,
  sum(l.available) as available, sum(l.locked) as locked, sum(l.staked) as staked
from staking_orders o
cross join lateral (values
  (ledger_kind('miningMachinePurchase'), true),
  (ledger_kind('yieldRelease'), o.state = 'ended' and o.freezes_output),
  (ledger_kind('financePrincipal'), o.state = 'refunded' or o.state = 'ended' and o.kind = 'staking'),
  (ledger_kind('financeRedemption'), o.state = 'redeemed'),
  (ledger_kind('redemptionPenalty'), o.state = 'redeemed')
) as happened(kind, is_true)
cross join lateral (
  select case when o.kind = 'sole' then 0 else o.paid end as staked,
    case when o.kind = 'staking' then o.paid else 0 end as principal,
    -- What the reservation returns to the house.
    case o.state when 'refunded' then o.promised
      when 'redeemed' then o.promised - staking_yield_through(o.yield_base, o.yield_rate, o.paid_days, o.yield_scale) else 0 end as unused,
    case when o.freezes_output then o.paid_amount else 0 end as frozen
) figures
cross join lateral (values
  (ledger_kind('miningMachinePurchase'), o.member_id, o.pay_asset, -o.paid, 0, figures.staked),
  (ledger_kind('miningMachinePurchase'), ledger_house_account('machineSales'), o.pay_asset, o.paid - figures.staked, 0, 0),
  (ledger_kind('miningMachinePurchase'), ledger_house_account('yields'), o.yield_asset, -o.promised, 0, 0),
  (ledger_kind('miningMachinePurchase'), ledger_house_account('yieldReserve'), o.yield_asset, o.promised, 0, 0),
  (ledger_kind('yieldRelease'), o.member_id, o.asset, figures.frozen, -figures.frozen, 0),
  (ledger_kind('financePrincipal'), o.member_id, o.pay_asset, o.paid, 0, -o.paid),
  (ledger_kind('financePrincipal'), ledger_house_account('yields'), o.yield_asset, figures.unused, 0, 0),
  (ledger_kind('financePrincipal'), ledger_house_account('yieldReserve'), o.yield_asset, -figures.unused, 0, 0),
  (ledger_kind('financeRedemption'), o.member_id, o.pay_asset, figures.principal, 0, -figures.principal),
  (ledger_kind('financeRedemption'), o.member_id, o.asset, 0, -figures.frozen, 0),
  (ledger_kind('financeRedemption'), ledger_house_account('yields'), o.asset, figures.frozen, 0, 0),
  (ledger_kind('financeRedemption'), ledger_house_account('yields'), o.yield_asset, figures.unused, 0, 0),
  (ledger_kind('financeRedemption'), ledger_house_account('yieldReserve'), o.yield_asset, -figures.unused, 0, 0),
  (ledger_kind('redemptionPenalty'), o.member_id, o.pay_asset, -o.penalty, 0, 0),
  (ledger_kind('redemptionPenalty'), ledger_house_account('yields'), o.pay_asset, o.penalty, 0, 0)
) as l(kind, owner_id, asset, available, locked, staked)
where l.kind = happened.kind and happened.is_true
group by o.id, l.kind, l.owner_id, l.asset
having sum(l.available) <> 0 or sum(l.locked) <> 0 or sum(l.staked) <> 0;

-- As in 0036; a share that was given up later was spent all the same.
create or replace view staking_machine_required_lines as
select ledger_kind('miningMachinePurchase') as kind, 'stakingmachine:' || o.product_id as reference, o.product_id as subject_id,
  l.owner_id, o.pay_asset as asset, sum(l.available) as available, sum(l.staked) as staked
from staking_orders o
cross join lateral (values
  (o.member_id, 0, -o.paid), (ledger_house_account('machineSales'), o.paid, 0)
) as l(owner_id, available, staked)
where o.share_position is not null and o.state in ('running', 'redeemed', 'ended')
group by o.product_id, l.owner_id, o.pay_asset;
