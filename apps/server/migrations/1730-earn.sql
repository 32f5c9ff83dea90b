-- feature: earn
-- Fixed terms: products, members' orders, and the yields paid on them, one for each order and day.


-- Products ----------------------------------------------------------------------------------------

create table fixed_terms (
  -- A product of the catalogue: the row is its version in force (product_follow_version).
  id bigint primary key references products (id),
  version int not null,
  state text not null check (state in ('open', 'closed')),
  name text not null,
  -- Of principal and yield.
  asset text not null references assets (code),
  -- Plain text by language; English is what others fall back to.
  content jsonb not null check (content ->> 'en' is not null),
  term_days int not null check (term_days between 1 and 3650),
  -- Simple, per unit of the principal.
  daily_rate numeric(38, 18) not null check (daily_rate > 0 and daily_rate < 1),
  -- Minutes after midnight UTC.
  payout_minute int not null check (payout_minute between 0 and 1439),
  -- Of early redemption, as ratios of the principal.
  penalty_ratio numeric(38, 18) not null check (penalty_ratio >= 0),
  fee_ratio numeric(38, 18) not null check (fee_ratio >= 0),
  order_min numeric(38, 18) not null check (order_min > 0),
  order_max numeric(38, 18) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (order_max >= order_min and penalty_ratio + fee_ratio <= 1)
);
create trigger fixed_terms_follow_version before insert or update on fixed_terms
  for each row execute function product_follow_version('earn', 'updated_at');

-- An amount in whole smallest units, rounded up.
create function earn_round_up(exact numeric, places int) returns numeric
language sql immutable parallel safe as $$
  select trunc(exact, places) + case when exact > trunc(exact, places) then ('1e-' || places)::numeric else 0 end
$$;

-- The yield of the first days together, rounded down.
create function earn_yield_through(principal numeric, daily_rate numeric, days int, places int) returns numeric
language sql immutable parallel safe as $$
  select trunc(principal * daily_rate * days, places)
$$;

-- The first payout time at or after a moment.
create function earn_start_of_term(moment timestamptz, payout_minute int) returns timestamptz
language sql stable parallel safe as $$
  select day.payout + case when day.payout < moment then interval '24 hours' else interval '0' end
  from (select (date_trunc('day', moment at time zone 'UTC') + payout_minute * interval '1 minute') at time zone 'UTC' as payout) day
$$;


-- Orders ------------------------------------------------------------------------------------------

create table fixed_term_orders (
  id bigint generated always as identity (start with 20001) primary key,
  product_id bigint not null references fixed_terms (id),
  member_id bigint not null references members (id),
  -- The terms at purchase: a later version of the product does not reach them.
  version int not null,
  name text not null,
  asset text not null,
  scale smallint not null,
  term_days int not null,
  daily_rate numeric(38, 18) not null,
  payout_minute int not null,
  penalty_ratio numeric(38, 18) not null,
  fee_ratio numeric(38, 18) not null,
  principal numeric(38, 18) not null check (principal > 0),
  starts_at timestamptz not null,
  -- Paid so far, kept by the trigger of payouts.
  paid_days int not null default 0,
  paid numeric(38, 18) not null default 0,
  -- Null once the order has ended.
  next_payout_at timestamptz,
  state text not null default 'inTerm' check (state in ('inTerm', 'redeemed', 'ended')),
  -- When it was redeemed or its principal returned.
  ended_at timestamptz,
  -- Of an early redemption.
  penalty numeric(38, 18) not null default 0,
  fee numeric(38, 18) not null default 0,
  created_at timestamptz not null,
  check ((state = 'inTerm') = (ended_at is null) and (state = 'inTerm') = (next_payout_at is not null)),
  check (state = 'redeemed' or (penalty, fee) = (0, 0))
);
create index fixed_term_orders_of_member on fixed_term_orders (member_id, id desc);
create index fixed_term_orders_due on fixed_term_orders (next_payout_at, id) where state = 'inTerm';

-- Compares a new order with its product, which it locks against a change until the transaction ends.
-- Refuses: earn_open (the product is closed), earn_terms (other terms or amounts than the product's).
create function earn_check_order() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  product fixed_terms;
begin
  select * into product from fixed_terms p where p.id = new.product_id for share;
  if product.state is distinct from 'open' then
    raise exception 'a fixed term is not sold' using errcode = 'check_violation', constraint = 'earn_open';
  end if;
  if (new.version, new.name, new.asset, new.term_days, new.daily_rate, new.payout_minute, new.penalty_ratio, new.fee_ratio)
      is distinct from (product.version, product.name, product.asset, product.term_days, product.daily_rate, product.payout_minute,
        product.penalty_ratio, product.fee_ratio)
    or new.scale <> (select a.scale from assets a where a.code = product.asset)
    or new.principal not between product.order_min and product.order_max
    or new.principal <> trunc(new.principal, new.scale)
    or new.starts_at <> earn_start_of_term(new.created_at, new.payout_minute)
    or new.next_payout_at is distinct from new.starts_at + interval '24 hours'
    or (new.paid_days, new.paid, new.state) is distinct from (0, 0, 'inTerm')
  then
    raise exception 'an order does not follow from its product' using errcode = 'check_violation', constraint = 'earn_terms';
  end if;
  return new;
end
$$;
create trigger fixed_term_orders_check before insert on fixed_term_orders
  for each row execute function earn_check_order();

-- An order changes by its payouts, and once by its redemption: after every day that has ended was paid, at the penalty and fee
-- of its terms.
create function earn_check_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'inTerm' or (new.id, new.product_id, new.member_id, new.version, new.name, new.asset, new.scale, new.term_days,
      new.daily_rate, new.payout_minute, new.penalty_ratio, new.fee_ratio, new.principal, new.starts_at, new.created_at)
    is distinct from (old.id, old.product_id, old.member_id, old.version, old.name, old.asset, old.scale, old.term_days,
      old.daily_rate, old.payout_minute, old.penalty_ratio, old.fee_ratio, old.principal, old.starts_at, old.created_at)
  then
    raise exception 'the terms of an order do not change' using errcode = 'insufficient_privilege';
  end if;
  if new.next_payout_at <> new.starts_at + (new.paid_days + 1) * interval '24 hours' then
    raise exception 'a payout follows the last one after a day' using errcode = 'check_violation', constraint = 'earn_next_payout';
  end if;
  if new.state = 'redeemed' and (
    new.ended_at < old.created_at
    or new.ended_at >= old.next_payout_at
    or new.penalty <> least(earn_round_up(old.principal * old.penalty_ratio, old.scale), old.principal)
    or new.fee <> least(earn_round_up(old.principal * old.fee_ratio, old.scale), old.principal - new.penalty)
  ) then
    raise exception 'a redemption does not follow from its order' using errcode = 'check_violation', constraint = 'earn_redemption';
  end if;
  if new.state = 'ended' and new.paid_days <> old.term_days then
    raise exception 'a term ends with its last payout' using errcode = 'check_violation', constraint = 'earn_end';
  end if;
  return new;
end
$$;
-- Only the trigger of payouts can change paid_days; those changes follow from the payouts.
create trigger fixed_term_orders_check_change before update on fixed_term_orders
  for each row when (new.paid_days = old.paid_days) execute function earn_check_change();


-- Payouts -----------------------------------------------------------------------------------------

-- Payouts that are posted as one entry. It has at most one of each member, so that each payout is a record of its own.
create table fixed_term_payout_batches (
  id bigint generated always as identity primary key,
  created_at timestamptz not null
);

-- Narrow, because a hundred thousand orders may be due at one time. No foreign keys: the trigger below refuses payouts without
-- their order and batch, which are never deleted.
create table fixed_term_payouts (
  batch_id bigint not null,
  order_id bigint not null,
  -- 1 is the first day of the term.
  day int not null check (day > 0),
  -- 0 on a day whose yield is less than a smallest unit.
  amount numeric(38, 18) not null check (amount >= 0),
  due_at timestamptz not null,
  paid_at timestamptz not null,
  constraint fixed_term_payouts_once primary key (order_id, day),
  constraint fixed_term_payouts_time check (paid_at >= due_at)
);
create index fixed_term_payouts_of_batch on fixed_term_payouts (batch_id);

-- Counts new payouts in their orders, whoever writes them, and ends an order with its last one.
-- Refuses: earn_payout (a day that does not follow the last paid one, after the end, of another amount or time; a batch that was
-- posted before, or that has two payouts of a member).
-- Its plan is made while the tables are still empty and kept: each order is found by its id, never by reading all due ones.
create function earn_count_payouts() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public set enable_seqscan = off set enable_mergejoin = off
  set enable_hashjoin = off set enable_bitmapscan = off as $$
declare
  counted int;
begin
  if exists (
    select from added a join fixed_term_orders o on o.id = a.order_id
    where a.due_at <> o.starts_at + a.day * interval '24 hours'
      or a.amount <> earn_yield_through(o.principal, o.daily_rate, a.day, o.scale)
        - earn_yield_through(o.principal, o.daily_rate, a.day - 1, o.scale)
  ) then
    raise exception 'a payout does not follow from its order' using errcode = 'check_violation', constraint = 'earn_payout';
  end if;
  with sums as (
    select a.order_id, min(a.day) as first_day, max(a.day) as last_day, count(*) as days, sum(a.amount) as amount, max(a.paid_at) as paid_at
    from added a group by a.order_id
  )
  update fixed_term_orders o set paid_days = s.last_day, paid = o.paid + s.amount,
    next_payout_at = case when s.last_day < o.term_days then o.starts_at + (s.last_day + 1) * interval '24 hours' end,
    state = case when s.last_day < o.term_days then 'inTerm' else 'ended' end,
    ended_at = case when s.last_day = o.term_days then s.paid_at end
  from sums s
  where o.id = s.order_id and o.ended_at is null and s.first_day = o.paid_days + 1 and s.days = s.last_day - o.paid_days
    and s.last_day <= o.term_days;
  get diagnostics counted = row_count;
  if counted <> (select count(distinct a.order_id) from added a) or exists (
    select from (select distinct a.batch_id from added a) batch
    where not exists (select from fixed_term_payout_batches b where b.id = batch.batch_id)
  ) or exists (
    select from (select distinct a.batch_id from added a) batch
    join ledger_entries e on e.kind = ledger_kind('financeYield') and e.reference = 'fixedtermyield:' || batch.batch_id
  ) or exists (
    select from added a join fixed_term_orders o on o.id = a.order_id group by a.batch_id, o.member_id having count(*) > 1
  ) then
    raise exception 'a payout does not follow the last one' using errcode = 'check_violation', constraint = 'earn_payout';
  end if;
  return null;
end
$$;
create trigger fixed_term_payouts_count after insert on fixed_term_payouts
  referencing new table as added for each statement execute function earn_count_payouts();

create trigger fixed_term_orders_stay before delete or truncate on fixed_term_orders
  for each statement execute function refuse_write('orders and payouts stay');
create trigger fixed_term_payout_batches_stay before update or delete or truncate on fixed_term_payout_batches
  for each statement execute function refuse_write('orders and payouts stay');
create trigger fixed_term_payouts_stay before update or delete or truncate on fixed_term_payouts
  for each statement execute function refuse_write('orders and payouts stay');


-- Facts -------------------------------------------------------------------------------------------

-- The postings that an order requires (ADR 9). At purchase the house reserves the yield of the whole term; a redemption
-- returns what is left of it. The penalty goes to the account that pays yields.
create view earn_order_required_lines as
select l.kind, 'fixedterm:' || o.id as reference, o.id as subject_id, l.owner_id, o.asset, l.available, l.financed
from fixed_term_orders o
cross join lateral (select earn_yield_through(o.principal, o.daily_rate, o.term_days, o.scale) as yield) promised
cross join lateral (values
  (ledger_kind('financePurchase'), o.member_id, -o.principal, o.principal),
  (ledger_kind('financePurchase'), ledger_house_account('yields'), -promised.yield, 0),
  (ledger_kind('financePurchase'), ledger_house_account('yieldReserve'), promised.yield, 0),
  (ledger_kind('financeExpiry'), o.member_id, o.principal, -o.principal),
  (ledger_kind('financeRedemption'), o.member_id, o.principal, -o.principal),
  (ledger_kind('financeRedemption'), ledger_house_account('yieldReserve'), o.paid - promised.yield, 0),
  (ledger_kind('financeRedemption'), ledger_house_account('yields'), promised.yield - o.paid, 0),
  (ledger_kind('redemptionFee'), o.member_id, -o.fee, 0),
  (ledger_kind('redemptionFee'), ledger_house_account('fees'), o.fee, 0),
  (ledger_kind('redemptionPenalty'), o.member_id, -o.penalty, 0),
  (ledger_kind('redemptionPenalty'), ledger_house_account('yields'), o.penalty, 0)
) as l(kind, owner_id, available, financed)
where (l.available <> 0 or l.financed <> 0)
  and (l.kind = ledger_kind('financePurchase')
    or l.kind = ledger_kind('financeExpiry') and o.state = 'ended'
    or l.kind in (ledger_kind('financeRedemption'), ledger_kind('redemptionFee'), ledger_kind('redemptionPenalty')) and o.state = 'redeemed');

create view earn_payout_required_lines as
select ledger_kind('financeYield') as kind, 'fixedtermyield:' || p.batch_id as reference, p.batch_id as subject_id, l.owner_id, o.asset,
  sum(l.available) as available
from fixed_term_payouts p
join fixed_term_orders o on o.id = p.order_id
cross join lateral (values (o.member_id, p.amount), (ledger_house_account('yieldReserve'), -p.amount)) as l(owner_id, available)
where p.amount > 0
group by p.batch_id, l.owner_id, o.asset;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('financePurchase'), 'fixedterm', 'earn', 'an order at the terms of its product, whose yield is reserved', 'earn_order_required_lines'),
  (ledger_kind('financeExpiry'), 'fixedterm', 'earn', 'the last day of the term was paid', 'earn_order_required_lines'),
  (ledger_kind('financeRedemption'), 'fixedterm', 'earn', 'the order was redeemed before its end', 'earn_order_required_lines'),
  (ledger_kind('redemptionFee'), 'fixedterm', 'earn', 'the order was redeemed before its end', 'earn_order_required_lines'),
  (ledger_kind('redemptionPenalty'), 'fixedterm', 'earn', 'the order was redeemed before its end', 'earn_order_required_lines'),
  (ledger_kind('financeYield'), 'fixedtermyield', 'earn', 'days of orders were paid', 'earn_payout_required_lines');

-- For versions that two operators approved.
grant select, insert, update on fixed_terms to tern_app;
grant select on earn_order_required_lines, earn_payout_required_lines to tern_app;
grant select, insert, update (state, ended_at, next_payout_at, penalty, fee) on fixed_term_orders to tern_app;
grant select, insert on fixed_term_payouts, fixed_term_payout_batches to tern_app;
grant execute on function earn_round_up, earn_yield_through, earn_start_of_term to tern_app;

-- Products of the installation: seeds/earn/plan.json has the terms; one file per language has the text about them.
insert into fixed_terms
select product.*
from (
  select plan.terms || jsonb_build_object('content', (
      select jsonb_object_agg(text.key, text.value -> 'content') from jsonb_each(current_setting('migration.seeds')::jsonb - 'plan') text
    )) as terms, timestamptz '2026-09-01T00:00:00Z' as at
  from jsonb_array_elements(current_setting('migration.seeds')::jsonb -> 'plan') as plan(terms)
) seed
cross join lateral jsonb_populate_record(null::fixed_terms, product_columns(seed.terms) || jsonb_build_object(
  'id', product_begin('earn', seed.terms, seed.at), 'version', 1, 'state', 'open', 'created_at', seed.at, 'updated_at', seed.at)) product;
