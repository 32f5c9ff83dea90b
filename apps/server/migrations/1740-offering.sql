-- feature: offering
-- New coins: offerings, members' subscriptions, and what was sold. No order sells more than the cap or than a member's limit,
-- however many arrive together.

create table offerings (
  -- A product of the catalogue: the row is its version in force (product_follow_version).
  id bigint primary key references products (id),
  version int not null,
  state text not null check (state in ('open', 'closed')),
  asset text not null references assets (code),
  pay_asset text not null references assets (code),
  -- Plain text about the coin by language; English is what others fall back to.
  content jsonb not null check (content ->> 'en' is not null),
  -- Quantities are in the new coin.
  supply numeric(38, 18) not null,
  unit_price numeric(38, 18) not null check (unit_price > 0),
  order_min numeric(38, 18) not null check (order_min > 0),
  order_max numeric(38, 18) not null,
  member_max numeric(38, 18) not null,
  cap numeric(38, 18) not null,
  lock_days int not null check (lock_days between 0 and 3650),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  is_prohibited boolean not null default false,
  -- The number of its window among those of paper mode; null for an offering of operators.
  paper_round int unique,
  -- The sum of its subscriptions, kept by their trigger.
  sold numeric(38, 18) not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (asset <> pay_asset and order_max >= order_min and member_max >= order_min and supply >= cap and closes_at > opens_at),
  constraint offerings_cap check (sold between 0 and cap)
);
create index offerings_by_window on offerings (closes_at desc, id desc);
create trigger offerings_follow_version before insert or update on offerings
  for each row execute function product_follow_version('offering', 'paper_round', 'sold', 'updated_at');

-- What each member has subscribed for, kept by the trigger of subscriptions.
create table offering_members (
  offering_id bigint not null references offerings (id),
  member_id bigint not null references members (id),
  bought numeric(38, 18) not null check (bought > 0),
  primary key (offering_id, member_id)
);

create table offering_subscriptions (
  id bigint generated always as identity (start with 20001) primary key,
  offering_id bigint not null references offerings (id),
  member_id bigint not null references members (id),
  -- The terms at purchase: a later change of the offering does not reach them.
  asset text not null,
  pay_asset text not null,
  version int not null,
  quantity numeric(38, 18) not null check (quantity > 0),
  unit_price numeric(38, 18) not null,
  paid numeric(38, 18) not null check (paid > 0),
  unfreezes_at timestamptz not null,
  thawed_at timestamptz,
  created_at timestamptz not null,
  constraint offering_subscriptions_thaw check (thawed_at >= unfreezes_at)
);
create index offering_subscriptions_of_member on offering_subscriptions (member_id, id desc);
create index offering_subscriptions_frozen on offering_subscriptions (unfreezes_at, id) where thawed_at is null;

-- Quantity × price, rounded up.
create function offering_cost(quantity numeric, unit_price numeric, places int) returns numeric
language sql immutable parallel safe as $$
  select trunc(exact, places) + case when exact > trunc(exact, places) then ('1e-' || places)::numeric else 0 end
  from (select quantity * unit_price as exact) cost
$$;

-- Counts a subscription, whoever writes it. It locks the row of the offering until the transaction ends, so that orders are
-- counted one after the other.
-- Refuses: offerings_cap, offering_member_limit, offering_open (not open, outside its window or prohibited), offering_terms (other
-- than the offering's; fewer than the minimum, unless it is all that is left).
create function offering_count_subscription() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  offering offerings;
  bought_now numeric;
  pay_scale int;
begin
  update offerings o set sold = o.sold + new.quantity where o.id = new.offering_id returning * into offering;
  insert into offering_members as m (offering_id, member_id, bought) values (new.offering_id, new.member_id, new.quantity)
  on conflict (offering_id, member_id) do update set bought = m.bought + excluded.bought returning m.bought into bought_now;
  select a.scale into pay_scale from assets a where a.code = offering.pay_asset;
  if bought_now > offering.member_max then
    raise exception 'the limit of a member is reached' using errcode = 'check_violation', constraint = 'offering_member_limit';
  end if;
  if offering.state <> 'open' or offering.is_prohibited or new.created_at < offering.opens_at or new.created_at >= offering.closes_at then
    raise exception 'an offering accepts no subscriptions' using errcode = 'check_violation', constraint = 'offering_open';
  end if;
  if (new.asset, new.pay_asset, new.version, new.unit_price)
      is distinct from (offering.asset, offering.pay_asset, offering.version, offering.unit_price)
    or new.quantity > offering.order_max
    or new.quantity < offering.order_min and offering.sold <> offering.cap and bought_now <> offering.member_max
    or new.quantity <> trunc(new.quantity, (select a.scale from assets a where a.code = offering.asset))
    or new.paid <> offering_cost(new.quantity, new.unit_price, pay_scale)
    or new.thawed_at is not null
    or new.unfreezes_at <> greatest(
      (date_trunc('day', new.created_at at time zone 'UTC') + make_interval(days => offering.lock_days)) at time zone 'UTC',
      new.created_at
    )
  then
    raise exception 'a subscription does not follow from its offering' using errcode = 'check_violation', constraint = 'offering_terms';
  end if;
  return new;
end
$$;
create trigger offering_subscriptions_count before insert on offering_subscriptions
  for each row execute function offering_count_subscription();

create trigger offering_subscriptions_only_thaw before update on offering_subscriptions for each row
  when (old.thawed_at is not null or (new.id, new.offering_id, new.member_id, new.asset, new.pay_asset, new.version,
    new.quantity, new.unit_price, new.paid, new.unfreezes_at, new.created_at) is distinct from (old.id, old.offering_id, old.member_id,
    old.asset, old.pay_asset, old.version, old.quantity, old.unit_price, old.paid, old.unfreezes_at, old.created_at))
  execute function refuse_write('a subscription only thaws, once');
create trigger offering_subscriptions_stay before delete or truncate on offering_subscriptions
  for each statement execute function refuse_write('a subscription only thaws, once');

-- The postings that a subscription requires: its purchase, with the remainder of rounding, and its release (ADR 9).
create view offering_required_lines as
select l.kind, 'subscription:' || s.id as reference, s.id as subject_id, l.owner_id, l.asset, l.available,
  l.locked
from offering_subscriptions s
cross join lateral (select offering_cost(s.quantity, s.unit_price, 18) as exact) cost
cross join lateral (values
  (ledger_kind('offeringSubscription'), s.member_id, s.pay_asset, -s.paid, 0),
  (ledger_kind('offeringSubscription'), ledger_house_account('offerings'), s.pay_asset, cost.exact, 0),
  (ledger_kind('offeringSubscription'), ledger_house_account('rounding'), s.pay_asset, s.paid - cost.exact, 0),
  (ledger_kind('offeringSubscription'), s.member_id, s.asset, 0, s.quantity),
  (ledger_kind('offeringSubscription'), ledger_house_account('offerings'), s.asset, -s.quantity, 0),
  (ledger_kind('subscribedAssetRelease'), s.member_id, s.asset, s.quantity, -s.quantity)
) as l(kind, owner_id, asset, available, locked)
where (l.available <> 0 or l.locked <> 0) and (l.kind = ledger_kind('offeringSubscription') or s.thawed_at is not null);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('offeringSubscription'), 'subscription', 'offering', 'a subscription at the price of its offering, within its limits', 'offering_required_lines'),
  (ledger_kind('subscribedAssetRelease'), 'subscription', 'offering', 'the subscription thawed, at its date or later', 'offering_required_lines');

grant select on offerings, offering_members, offering_required_lines to tern_app;
-- For versions that two operators approved; only the trigger of subscriptions changes what was sold.
grant insert (id, version, state, asset, pay_asset, content, supply, unit_price, order_min, order_max, member_max, cap, lock_days,
  opens_at, closes_at, is_prohibited, created_at, updated_at) on offerings to tern_app;
grant update (version, state, asset, pay_asset, content, supply, unit_price, order_min, order_max, member_max, cap, lock_days,
  opens_at, closes_at, is_prohibited, updated_at) on offerings to tern_app;
grant select, insert, update (thawed_at) on offering_subscriptions to tern_app;
grant execute on function offering_cost to tern_app;

-- Adds a product that is part of the installation, with its row; returns its id. Its terms are in force from its opening, if that is
-- earlier. Only the owner of the database can.
create function offering_begin(terms jsonb, at_time timestamptz, paper_round int default null, is_open boolean default true) returns bigint
language sql as $$
  insert into offerings
  select added.*
  from product_begin('offering', terms, least(at_time, (terms ->> 'opensAt')::timestamptz), is_open) as new_id
  cross join jsonb_populate_record(null::offerings, product_columns(terms) || jsonb_build_object('id', new_id, 'version', 1,
    'state', case when is_open then 'open' else 'closed' end, 'paper_round', paper_round, 'sold', 0, 'created_at', at_time,
    'updated_at', at_time)) as added
  returning id
$$;

-- Paper mode always has an offering that has ended, one that is open and one that is coming. Windows of 14 days follow each other
-- and the plan's terms take turns; the first window began four days before the first start.
create table offering_paper_plan (
  place int primary key,
  -- All terms but the window.
  terms jsonb not null
);

-- seeds/offering/plan.json has the terms in order; one file per language has the texts, by coin.
insert into offering_paper_plan (place, terms)
select seed.place - 1, seed.terms || jsonb_build_object('content', (
    select jsonb_object_agg(text.key, text.value -> (seed.terms ->> 'asset'))
    from jsonb_each(current_setting('migration.seeds')::jsonb - 'plan') text
  ))
from jsonb_array_elements(current_setting('migration.seeds')::jsonb -> 'plan') with ordinality as seed(terms, place);

-- Adds the offerings of the window of `at`, of the one before and of the next that are missing, with the coins they sell; in live mode
-- none. The only way in which the program adds an offering without the approval of two operators. The coins are posted by the program's
-- next grant of beginnings.
create function offering_add_paper(at timestamptz) returns void language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  -- In hours: a day of a session's time zone may be longer or shorter.
  period constant interval := '336 hours';
  iso constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  coins int;
  first_opens timestamp;
  round_now int;
  opens timestamp;
begin
  if not exists (select from deployment_mode m where m.mode = 'paper') then
    return;
  end if;
  -- Processes that start together wait for each other here.
  perform from offering_paper_plan for update;
  select count(*) into coins from offering_paper_plan;
  select date_trunc('day', coalesce(min(o.created_at), at) at time zone 'UTC') - interval '96 hours'
    into first_opens from offerings o where o.paper_round is not null;
  round_now := floor(extract(epoch from at at time zone 'UTC' - first_opens) / extract(epoch from period));
  for round in round_now - 1 .. round_now + 1 loop
    continue when exists (select from offerings o where o.paper_round = round);
    opens := first_opens + round * period;
    perform offering_begin(p.terms || jsonb_build_object('opensAt', to_char(opens, iso), 'closesAt', to_char(opens + period, iso)), at, round)
    from offering_paper_plan p where p.place = (round % coins + coins) % coins;
    perform house_funding_begin('offerings', o.asset, o.cap, at) from offerings o where o.paper_round = round;
  end loop;
end
$$;
grant execute on function offering_add_paper to tern_app;
