-- feature: staking
-- Mining machines and staking: products, members' orders, and one payout per order and day. Each share of a shared machine
-- is held once, however many orders arrive together; each day is paid once, also after downtime.

-- An amount rounded up to the places of its asset: what a member pays.
create function staking_round_up(exact numeric, places int) returns numeric language sql immutable parallel safe as $$
  select trunc(exact, places) + case when exact > trunc(exact, places) then ('1e-' || places)::numeric else 0 end
$$;

-- The yield of the first `days` days together: the total is rounded, not each day (packages/settlement, yield.ts).
create function staking_yield_through(base numeric, rate numeric, days int, places int) returns numeric
language sql immutable parallel safe as $$
  select trunc(base * rate * days, places)
$$;

-- The exact coins for a value, cut at 18 places.
create function staking_coins(given_value numeric, coin_price numeric) returns numeric language sql immutable parallel safe as $$
  select div(given_value * 1000000000000000000, coin_price) * 0.000000000000000001
$$;

-- The first payout time at or after a moment: a term starts there.
create function staking_start(from_at timestamptz, payout_minute int) returns timestamptz language sql stable parallel safe as $$
  select to_timestamp(ceil((extract(epoch from from_at) - payout_minute * 60) / 86400) * 86400 + payout_minute * 60)
$$;

-- The shares of a machine in percent, from their notation 40|60.
create function staking_shares(notation text) returns smallint[] language sql immutable parallel safe as $$
  select string_to_array(notation, '|')::smallint[]
$$;

-- 2 to 10 whole percents that add up to 100.
create function staking_are_shares(notation text) returns boolean language sql immutable parallel safe as $$
  select notation ~ '^[1-9][0-9]?([|][1-9][0-9]?){1,9}$'
    and (select sum(percent) = 100 from unnest(string_to_array(notation, '|')::int[]) as percent)
$$;

create table staking_products (
  -- A product of the catalogue: the row is its version in force (product_follow_version).
  id bigint primary key references products (id),
  kind text not null check (kind in ('sole', 'shared', 'staking')),
  name text not null check (name <> ''),
  -- Plain text about the product by language; English is what others fall back to.
  content jsonb not null check (content ->> 'en' is not null),
  -- The coin that is paid out.
  asset text not null references assets (code),
  -- The coin of price and principal. One for all products, so that their values can be added up.
  pay_asset text not null references assets (code) check (pay_asset = 'USDT'),
  -- Of a shared machine: the whole machine.
  unit_price numeric(38, 18) not null check (unit_price > 0),
  -- Either a constant value, the daily rate of the price paid; or coins a day and unit.
  daily_rate numeric(38, 18) check (daily_rate > 0 and daily_rate < 1),
  daily_output numeric(38, 18) check (daily_output > 0),
  freezes_output boolean not null,
  term_days int not null check (term_days between 1 and 3650),
  -- Minutes after midnight UTC.
  payout_minute int not null check (payout_minute between 0 and 1439),
  -- Of early redemption, as a ratio of the principal.
  penalty_ratio numeric(38, 18) not null check (penalty_ratio between 0 and 1),
  -- Most units per order.
  order_max int not null check (order_max between 1 and 999999),
  -- The platform token, and how much of it a buyer must own.
  token_asset text references assets (code),
  token_min numeric(38, 18) not null check (token_min >= 0),
  -- In percent, 40|60; only of a shared machine.
  shares text,
  listed_at timestamptz not null,
  -- Only open ones sell, once they are listed.
  state text not null check (state in ('open', 'closed')),
  -- Of the terms: an order names the version it bought.
  version int not null check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint staking_products_income check (num_nonnulls(daily_rate, daily_output) = 1),
  constraint staking_products_shares check (
    case when kind = 'shared' then staking_are_shares(shares) is true and order_max = 1 else shares is null end
  ),
  constraint staking_products_penalty check (kind = 'staking' or penalty_ratio = 0),
  constraint staking_products_token check ((token_asset is null) = (token_min = 0))
);
create trigger staking_products_follow_version before insert or update on staking_products
  for each row execute function product_follow_version('staking', 'updated_at');

create table staking_orders (
  id bigint generated always as identity (start with 20001) primary key,
  product_id bigint not null references staking_products (id),
  member_id bigint not null references members (id),
  -- The terms at purchase: a later change of the product does not reach them.
  version int not null,
  kind text not null,
  name text not null,
  asset text not null,
  pay_asset text not null,
  asset_scale smallint not null,
  pay_scale smallint not null,
  income text not null check (income in ('value', 'coin')),
  freezes_output boolean not null,
  term_days int not null,
  payout_minute int not null,
  penalty_ratio numeric(38, 18) not null,
  units int not null check (units > 0),
  -- The share in percent, and its place among the shares of the machine.
  share_percent smallint,
  share_position smallint,
  paid numeric(38, 18) not null check (paid > 0),
  -- The yield of a day is base × rate: the price paid and the daily rate, or coins a day and units or share.
  yield_base numeric(38, 18) not null,
  yield_rate numeric(38, 18) not null,
  yield_asset text not null generated always as (case income when 'value' then pay_asset else asset end) stored,
  yield_scale smallint not null generated always as (case income when 'value' then pay_scale else asset_scale end) stored,
  -- The yield of the whole term, reserved at purchase.
  promised numeric(38, 18) not null,
  -- A share is pending until its machine is complete.
  state text not null check (state in ('pending', 'running', 'redeemed', 'refunded', 'ended')),
  starts_at timestamptz,
  ends_at timestamptz,
  next_payout_at timestamptz,
  -- Kept by the trigger of payouts: days, coins, and their value at each payout.
  paid_days int not null default 0,
  paid_amount numeric(38, 18) not null default 0,
  paid_value numeric(38, 18) not null default 0,
  closed_at timestamptz,
  penalty numeric(38, 18) not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('pending', 'refunded')) = (starts_at is null) and (starts_at is null) = (ends_at is null)),
  check ((state = 'running') = (next_payout_at is not null) and (state in ('pending', 'running')) = (closed_at is null))
) with (fillfactor = 80);
create index staking_orders_of_member on staking_orders (member_id, id desc);
create index staking_orders_due on staking_orders (next_payout_at, id) where next_payout_at is not null;
-- A share has one holder.
create unique index staking_orders_share on staking_orders (product_id, share_position)
  where share_position is not null and state <> 'refunded';

-- The payouts of one moment that were posted together, as one entry.
create table staking_payout_batches (
  id bigint generated always as identity primary key,
  -- The payout time; after downtime long before created_at.
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint staking_payout_batches_due check (created_at >= due_at)
);

-- Narrow, because a hundred thousand orders may be due at one time. No foreign keys: the trigger below refuses payouts
-- without their order and batch, which are never deleted.
create table staking_payouts (
  id bigint generated always as identity,
  batch_id bigint not null,
  order_id bigint not null,
  member_id bigint not null,
  -- 1 for the first day of the term.
  day int not null,
  due_at timestamptz not null,
  -- The yield of the day: coins, or a constant value.
  yielded numeric(38, 18) not null,
  -- The coins paid.
  amount numeric(38, 18) not null,
  -- The reference price of the payout time, and what the coins were worth at it.
  price numeric(38, 18),
  value numeric(38, 18),
  -- One payout per order and day.
  constraint staking_payouts_once primary key (order_id, day)
);
create index staking_payouts_of_batch on staking_payouts (batch_id);
create index staking_payouts_of_member on staking_payouts (member_id, due_at desc, id desc);


-- Products ----------------------------------------------------------------------------------------

-- Refuses: staking_product_terms (a price finer than its asset; a constant value in a coin without a market; other terms
-- while a share of the machine is held).
create function staking_check_product() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if new.unit_price <> trunc(new.unit_price, (select a.scale from assets a where a.code = new.pay_asset))
    or new.daily_rate is not null and new.asset <> new.pay_asset
      and not exists (select from instruments i where (i.base, i.quote) = (new.asset, new.pay_asset))
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
create trigger staking_products_check before insert or update on staking_products
  for each row execute function staking_check_product();


-- Orders ------------------------------------------------------------------------------------------

-- Compares a new order with its product. It locks a shared machine until the transaction ends, so that its shares are sold
-- one after the other.
-- Refuses: staking_open (not listed yet, or closed), staking_token (too little of the platform token), staking_terms (others
-- than the product's; more units than allowed).
create function staking_check_order() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  product staking_products;
  is_share boolean;
  price numeric;
begin
  is_share := new.kind = 'shared';
  if is_share then
    select * into product from staking_products p where p.id = new.product_id for no key update;
  else
    select * into product from staking_products p where p.id = new.product_id for share;
  end if;
  if product.state <> 'open' or new.created_at < product.listed_at then
    raise exception 'a product is not sold' using errcode = 'check_violation', constraint = 'staking_open';
  end if;
  if product.token_asset is not null and coalesce((
    select b.available + b.held + b.locked + b.staked + b.financed from ledger_balances b
    where (b.owner_id, b.asset) = (new.member_id, product.token_asset)
  ), 0) < product.token_min then
    raise exception 'a member owns too little of the platform token' using errcode = 'check_violation', constraint = 'staking_token';
  end if;
  price := case when is_share then staking_round_up(product.unit_price * new.share_percent / 100, new.pay_scale)
    else product.unit_price * new.units end;
  if ((new.version, new.kind, new.name, new.asset, new.pay_asset, new.income, new.freezes_output, new.term_days,
      new.payout_minute, new.penalty_ratio)
    is distinct from (product.version, product.kind, product.name, product.asset, product.pay_asset,
      case when product.daily_rate is null then 'coin' else 'value' end, product.freezes_output, product.term_days,
      product.payout_minute, product.penalty_ratio)
    or (new.asset_scale, new.pay_scale) is distinct from (
      (select a.scale from assets a where a.code = new.asset), (select a.scale from assets a where a.code = new.pay_asset))
    or new.units > product.order_max
    or is_share and (staking_shares(product.shares))[new.share_position] is distinct from new.share_percent
    or not is_share and num_nonnulls(new.share_position, new.share_percent) > 0
    or new.paid is distinct from price
    or (new.yield_base, new.yield_rate) is distinct from (
      coalesce(product.daily_output, new.paid),
      coalesce(product.daily_rate, case when is_share then new.share_percent / 100.0 else new.units end))
    or new.promised <> staking_yield_through(new.yield_base, new.yield_rate, new.term_days, case new.income when 'value' then new.pay_scale else new.asset_scale end)
    or (new.paid_days, new.paid_amount, new.paid_value, new.penalty) <> (0, 0, 0, 0)
    or new.state <> case when is_share then 'pending' else 'running' end
    or not is_share and (new.starts_at, new.ends_at, new.next_payout_at) is distinct from (
      staking_start(new.created_at, new.payout_minute),
      staking_start(new.created_at, new.payout_minute) + make_interval(hours => 24 * new.term_days),
      staking_start(new.created_at, new.payout_minute) + interval '24 hours'))
  then
    raise exception 'an order does not follow from its product' using errcode = 'check_violation', constraint = 'staking_terms';
  end if;
  return new;
end
$$;
create trigger staking_orders_check before insert on staking_orders
  for each row execute function staking_check_order();

-- Checks the changes that the program makes itself: a complete machine starts, a share is refunded, staking is redeemed, a machine is given
-- up. A machine cannot be sold back: its price is spent, so nothing returns when a member who closes the account gives it up; frozen output
-- and the reservation of the days to come go to the house (ADR 48).
-- Refuses: staking_change (any other change; a start or refund that does not fit the shares held; a redemption after the
-- end, before all due days are paid, or with another penalty).
create function staking_check_change() returns trigger language plpgsql
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
-- Only the trigger of payouts can change paid_days; those changes follow from the payouts.
create trigger staking_orders_change before update on staking_orders
  for each row when (new.paid_days = old.paid_days) execute function staking_check_change();


-- Payouts -----------------------------------------------------------------------------------------

-- Counts payouts in their orders: the next day, at its time, with the yield of the order's terms. With
-- the last day the term ends.
-- Refuses: staking_payout_terms (a day that is not the next one, that is not due, or with another yield; coins that do not
-- follow from the price; two days of an order in one statement).
-- Its plan is made while the tables are still empty and kept: each order is found by its id, never by reading all due ones.
create function staking_count_payouts() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public set enable_seqscan = off set enable_mergejoin = off
  set enable_hashjoin = off set enable_bitmapscan = off as $$
declare
  counted int;
begin
  update staking_orders o set
    paid_days = p.day,
    paid_amount = o.paid_amount + p.amount,
    paid_value = o.paid_value + coalesce(p.value, 0),
    next_payout_at = case when p.day < o.term_days then o.next_payout_at + interval '24 hours' end,
    state = case when p.day < o.term_days then 'running' else 'ended' end,
    closed_at = case when p.day < o.term_days then null else o.ends_at end,
    updated_at = b.created_at
  from added p join staking_payout_batches b on b.id = p.batch_id
  where o.id = p.order_id and o.member_id = p.member_id and o.state = 'running'
    and p.day = o.paid_days + 1 and p.due_at = o.starts_at + make_interval(hours => 24 * p.day) and b.due_at = p.due_at
    and p.yielded = staking_yield_through(o.yield_base, o.yield_rate, p.day, o.yield_scale)
      - staking_yield_through(o.yield_base, o.yield_rate, p.day - 1, o.yield_scale)
    and case when o.asset = o.yield_asset then p.amount = p.yielded
      else p.price > 0 and p.amount = trunc(staking_coins(p.yielded, p.price), o.asset_scale) end
    and case when o.income = 'value' then p.value = p.yielded
      when o.asset = o.pay_asset then p.value = p.amount
      else p.value is not distinct from trunc(p.amount * p.price, o.pay_scale) end;
  get diagnostics counted = row_count;
  if counted <> (select count(*) from added) then
    raise exception 'a payout does not follow from its order' using errcode = 'check_violation', constraint = 'staking_payout_terms';
  end if;
  return null;
end
$$;
create trigger staking_payouts_count after insert on staking_payouts referencing new table as added
  for each statement execute function staking_count_payouts();

create trigger staking_orders_stay before delete or truncate on staking_orders
  for each statement execute function refuse_write('orders and payouts stay');
create trigger staking_payouts_stay before update or delete or truncate on staking_payouts
  for each statement execute function refuse_write('orders and payouts stay');
create trigger staking_payout_batches_stay before update or delete or truncate on staking_payout_batches
  for each statement execute function refuse_write('orders and payouts stay');


-- What may be posted (ADR 9) ----------------------------------------------------------------------

-- An order: its purchase with the reservation of the promised yield; the release of frozen output and the principal at the
-- end; an early redemption and its penalty; the refund of a share; the redemption of a machine, which returns no principal. A principal, and the price of a share until its machine is
-- complete, are `staked`; the price of a sole machine goes to machineSales immediately.
create view staking_required_lines as
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

-- A complete machine: the prices of its shares are spent, also that of a share that was given up later.
create view staking_machine_required_lines as
select ledger_kind('miningMachinePurchase') as kind, 'stakingmachine:' || o.product_id as reference, o.product_id as subject_id,
  l.owner_id, o.pay_asset as asset, sum(l.available) as available, sum(l.staked) as staked
from staking_orders o
cross join lateral (values
  (o.member_id, 0, -o.paid), (ledger_house_account('machineSales'), o.paid, 0)
) as l(owner_id, available, staked)
where o.share_position is not null and o.state in ('running', 'redeemed', 'ended')
group by o.product_id, l.owner_id, o.pay_asset;

-- The payouts of a batch. Coins for a constant value are bought from the house's liquidity with the reserved value, at the
-- reference price of the payout time; the remainder of rounding goes to the rounding account.
create view staking_payout_required_lines as
select l.kind, 'stakingpayout:' || p.batch_id as reference, p.batch_id as subject_id, l.owner_id, l.asset,
  sum(l.available) as available, sum(l.locked) as locked
from staking_payouts p
join staking_orders o on o.id = p.order_id
cross join lateral (
  select case when o.freezes_output then ledger_kind('yieldFreeze') else ledger_kind('yieldRelease') end as kind,
    case when o.asset = o.yield_asset then p.amount else staking_coins(p.yielded, p.price) end as exact
) payout
cross join lateral (values
  (payout.kind, p.member_id, o.asset, case when o.freezes_output then 0 else p.amount end, case when o.freezes_output then p.amount else 0 end),
  (payout.kind, ledger_house_account('yieldReserve'), o.yield_asset, -p.yielded, 0),
  (payout.kind, ledger_house_account('liquidity'), o.yield_asset, case when o.asset = o.yield_asset then 0 else p.yielded end, 0),
  (payout.kind, ledger_house_account('liquidity'), o.asset, case when o.asset = o.yield_asset then 0 else -payout.exact end, 0),
  (payout.kind, ledger_house_account('rounding'), o.asset, payout.exact - p.amount, 0)
) as l(kind, owner_id, asset, available, locked)
group by p.batch_id, l.kind, l.owner_id, l.asset
having sum(l.available) <> 0 or sum(l.locked) <> 0;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('miningMachinePurchase'), 'stakingorder', 'staking', 'an order by the terms of its product', 'staking_required_lines'),
  (ledger_kind('yieldRelease'), 'stakingorder', 'staking', 'an order with frozen output has ended', 'staking_required_lines'),
  (ledger_kind('financePrincipal'), 'stakingorder', 'staking', 'a staking order has ended, or a share is refunded before its machine is complete', 'staking_required_lines'),
  (ledger_kind('financeRedemption'), 'stakingorder', 'staking', 'a staking order redeemed before its end', 'staking_required_lines'),
  (ledger_kind('redemptionPenalty'), 'stakingorder', 'staking', 'a staking order redeemed before its end', 'staking_required_lines'),
  (ledger_kind('miningMachinePurchase'), 'stakingmachine', 'staking', 'all shares of a machine are held', 'staking_machine_required_lines'),
  (ledger_kind('yieldFreeze'), 'stakingpayout', 'staking', 'payouts of orders with frozen output, one per order and day', 'staking_payout_required_lines'),
  (ledger_kind('yieldRelease'), 'stakingpayout', 'staking', 'payouts, one per order and day', 'staking_payout_required_lines');

grant select on staking_products, staking_orders, staking_payout_batches, staking_payouts,
  staking_required_lines, staking_machine_required_lines, staking_payout_required_lines to tern_app;
-- For versions that two operators approved.
grant insert, update (version, state, kind, name, content, asset, pay_asset, unit_price, daily_rate, daily_output, freezes_output,
  term_days, payout_minute, penalty_ratio, order_max, token_asset, token_min, shares, listed_at, updated_at)
  on staking_products to tern_app;
grant insert on staking_orders, staking_payout_batches, staking_payouts to tern_app;
grant update (state, starts_at, ends_at, next_payout_at, closed_at, penalty, updated_at) on staking_orders to tern_app;
grant execute on function staking_round_up, staking_yield_through, staking_coins, staking_start, staking_shares,
  staking_are_shares to tern_app;

-- Adds a product that is part of the installation, with its row; returns its id. Only the owner of the database can.
create function staking_begin(terms jsonb, at_time timestamptz, is_open boolean default true) returns bigint language sql as $$
  insert into staking_products
  select added.* from product_begin('staking', terms, at_time, is_open) as new_id
  cross join jsonb_populate_record(null::staking_products, product_columns(terms) || jsonb_build_object('id', new_id, 'version', 1,
    'state', case when is_open then 'open' else 'closed' end, 'created_at', at_time, 'updated_at', at_time)) as added
  returning id
$$;

-- seeds/staking/products.json has the terms in order; one file per language has the texts, by name.
select staking_begin(seed.terms || jsonb_build_object('content', (
    select jsonb_object_agg(text.key, text.value -> (seed.terms ->> 'name'))
    from jsonb_each(current_setting('migration.seeds')::jsonb - 'products') text
  )), '2026-09-01T00:00:00Z')
from jsonb_array_elements(current_setting('migration.seeds')::jsonb -> 'products') with ordinality as seed(terms, place)
order by seed.place;
