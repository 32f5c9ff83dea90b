-- feature: hedging
-- Orders of the exchange at another exchange, the venue, against what swaps and contracts left it with; and what two people moved there
-- or back (ADR 110). The database holds the switch and the limits: an order that it did not store is not sent.

-- Locked by each order and each change of the switch, until the end of the transaction: after a stop no order is stored.
create table hedging_lock (is_only boolean primary key default true check (is_only));
insert into hedging_lock default values;


-- 1. The switch -----------------------------------------------------------------------------------

-- While one has not ended, no order is sent.
create table hedging_stops (
  id bigint generated always as identity primary key,
  -- first: nobody has begun yet; person; limit: of 24 hours; errors: of the venue, in a row; difference: of the position there.
  cause text not null check (cause in ('first', 'person', 'limit', 'errors', 'difference')),
  -- For operators: the reason of the person, or what was found.
  detail text not null check (detail <> ''),
  operator_id bigint references operators (id),
  began_at timestamptz not null,
  ended_at timestamptz,
  resume_id bigint,
  constraint hedging_stops_person check ((cause = 'person') = (operator_id is not null)),
  constraint hedging_stops_end check ((ended_at is null) = (resume_id is null))
);
create unique index hedging_stops_running on hedging_stops ((true)) where ended_at is null;

-- That it goes on, as one operator proposes and another agrees.
create table hedging_resumes (
  id bigint generated always as identity (start with 101) primary key,
  stop_id bigint not null references hedging_stops (id),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'proposed') = (decided_at is null))
);
create unique index hedging_resumes_one on hedging_resumes (stop_id) where state <> 'dropped';

create function hedging_resumes_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.id, new.stop_id, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.stop_id, old.reason, old.proposed_by, old.created_at) then
    raise exception 'a proposed resumption does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger hedging_resumes_stay before update on hedging_resumes
  for each row execute function hedging_resumes_refuse_change();

create function hedging_stops_guard() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from hedging_lock for update;
  if tg_op = 'INSERT' then
    if new.ended_at is not null then
      raise exception 'a stop begins without an end' using errcode = 'check_violation', constraint = 'hedging_stops_begin';
    end if;
    return new;
  end if;
  if old.ended_at is not null or (new.id, new.cause, new.detail, new.operator_id, new.began_at)
    is distinct from (old.id, old.cause, old.detail, old.operator_id, old.began_at)
    or not exists (
      select from hedging_resumes r join reviews_agreed a on a.kind = 'resume' and a.subject_id = r.id
      where r.id = new.resume_id and r.stop_id = new.id
    )
  then
    raise exception 'a stop ends once, when two operators have agreed'
      using errcode = 'check_violation', constraint = 'hedging_stops_two_people';
  end if;
  return new;
end
$$;
create trigger hedging_stops_in_turn before insert or update on hedging_stops for each row execute function hedging_stops_guard();
create trigger hedging_stops_kept before delete or truncate on hedging_stops
  for each statement execute function refuse_write('stops are kept');

-- Off until two people begin.
insert into hedging_stops (cause, detail, began_at) values ('first', 'Nobody has begun hedging yet.', now());


-- 2. Orders ---------------------------------------------------------------------------------------

-- Stored before it is sent. `sent`: it may be at the venue, which is asked for it by its client order id until it is known.
create table hedge_orders (
  id bigint generated always as identity (start with 101) primary key,
  client_order_id text not null unique check (client_order_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  asset text not null references assets (code) check (asset <> 'USDT'),
  -- Of the market against USDT, at the venue.
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  amount numeric(38, 18) not null check (amount > 0),
  price numeric(38, 18) not null check (price > 0),
  -- Why: what the exchange owned beyond its target, and the limit.
  exposure numeric(38, 18) not null,
  exposure_max numeric(38, 18) not null check (exposure_max >= 0),
  state text not null default 'sent' check (state in ('sent', 'done', 'refused', 'absent')),
  -- Of a refusal: what the venue answered.
  reason text not null default '',
  venue_order_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'sent') = (settled_at is null)),
  check (abs(exposure) > exposure_max and (side = 'buy') = (exposure < 0) and amount <= abs(exposure))
);
-- One at a time: the next one is sized by what the last one did.
create unique index hedge_orders_one on hedge_orders (asset) where state = 'sent';
create index hedge_orders_by_time on hedge_orders (created_at);

-- What the venue says it executed.
create table hedge_fills (
  order_id bigint not null references hedge_orders (id),
  trade_id text not null check (trade_id <> ''),
  price numeric(38, 18) not null check (price > 0),
  amount numeric(38, 18) not null check (amount > 0),
  fee numeric(38, 18) not null check (fee >= 0),
  fee_asset text not null,
  -- What it changed at the venue, in whole smallest units of ours: what was paid is rounded up, what was received down.
  base_change numeric(38, 18) not null,
  quote_change numeric(38, 18) not null,
  primary key (order_id, trade_id)
);

-- What was bought and sold of an asset since a time; of an order whose end is not known, all of it.
create function hedged_since(of_asset text, since timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(case o.state when 'sent' then o.amount else (
    select coalesce(sum(f.amount), 0) from hedge_fills f where f.order_id = o.id
  ) end), 0) from hedge_orders o where o.asset = of_asset and o.created_at > since
$$;

-- Refuses  hedge_orders_stopped: the switch is off; hedge_orders_within: above what two people allowed for one order, for 24 hours, or
--          below the exposure from which anything is ordered; hedge_orders_changed: an order that is settled, or another content.
-- Locks    hedging_lock.
create function hedge_orders_guard() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  exposure_max numeric;
  order_max numeric;
  day_max numeric;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'sent' or (new.id, new.client_order_id, new.asset, new.symbol, new.side, new.amount, new.price, new.exposure,
        new.exposure_max, new.created_at)
      is distinct from (old.id, old.client_order_id, old.asset, old.symbol, old.side, old.amount, old.price, old.exposure,
        old.exposure_max, old.created_at)
      or new.state in ('refused', 'absent') and exists (select from hedge_fills f where f.order_id = old.id)
    then
      raise exception 'an order at the venue is settled once' using errcode = 'check_violation', constraint = 'hedge_orders_changed';
    end if;
    return new;
  end if;
  perform from hedging_lock for update;
  -- No clock of an instance makes room.
  new.created_at := greatest(case when is_live() then clock_timestamp() else new.created_at end, (select max(created_at) from hedge_orders));
  if new.state <> 'sent' or exists (select from hedging_stops where ended_at is null) then
    raise exception 'hedging is stopped' using errcode = 'check_violation', constraint = 'hedge_orders_stopped';
  end if;
  select (value ->> new.asset)::numeric into exposure_max from settings where key = 'hedging.exposureMax';
  select (value ->> new.asset)::numeric into order_max from settings where key = 'hedging.orderMax';
  select (value ->> new.asset)::numeric into day_max from settings where key = 'hedging.dayMax';
  if (abs(new.exposure) > exposure_max and new.amount <= order_max
    and hedged_since(new.asset, new.created_at - interval '24 hours') + new.amount <= day_max) is not true
  then
    raise exception 'an order for % % is not within the limits', new.amount, new.asset
      using errcode = 'check_violation', constraint = 'hedge_orders_within';
  end if;
  return new;
end
$$;
create trigger hedge_orders_guarded before insert or update on hedge_orders for each row execute function hedge_orders_guard();
create trigger hedge_orders_kept before delete or truncate on hedge_orders
  for each statement execute function refuse_write('orders at the venue are kept');

-- Up to so many places, for amounts that are not negative.
create function hedge_round_up(amount numeric, places int) returns numeric language sql immutable parallel safe as $$
  select trunc(amount, places) + case when amount > trunc(amount, places) then ('1e-' || places)::numeric else 0 end
$$;

-- Computes what a fill changed, and refuses one that its order does not allow: after its end, for more, or at a worse price.
create function hedge_fills_compute() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  o hedge_orders;
  base_places int;
  quote_places int;
begin
  select * into strict o from hedge_orders where id = new.order_id for update;
  if o.state <> 'sent' or (case o.side when 'buy' then new.price > o.price else new.price < o.price end)
    or new.amount + (select coalesce(sum(f.amount), 0) from hedge_fills f where f.order_id = o.id) > o.amount
  then
    raise exception 'order % at the venue has no such fill', o.id using errcode = 'check_violation', constraint = 'hedge_fills_of_order';
  end if;
  select scale into strict base_places from assets where code = o.asset;
  select scale into strict quote_places from assets where code = 'USDT';
  if o.side = 'buy' then
    new.base_change := trunc(new.amount, base_places);
    new.quote_change := -hedge_round_up(new.price * new.amount, quote_places);
  else
    new.base_change := -hedge_round_up(new.amount, base_places);
    new.quote_change := trunc(new.price * new.amount, quote_places);
  end if;
  if new.fee_asset = o.asset then
    new.base_change := new.base_change - hedge_round_up(new.fee, base_places);
  elsif new.fee_asset = 'USDT' then
    new.quote_change := new.quote_change - hedge_round_up(new.fee, quote_places);
  end if;
  return new;
end
$$;
create trigger hedge_fills_computed before insert on hedge_fills for each row execute function hedge_fills_compute();
create trigger hedge_fills_append_only before update or delete or truncate on hedge_fills
  for each statement execute function refuse_write('what the venue executed does not change');

-- The postings that a settled order requires (ADR 9).
create view hedge_required_lines as
select ledger_kind('hedgeTrade') as kind, 'hedge:' || s.order_id as reference, s.order_id as subject_id, l.owner_id, l.asset,
  l.amount as available
from (
  select o.id as order_id, o.asset, sum(f.base_change) as base, sum(f.quote_change) as quote
  from hedge_orders o join hedge_fills f on f.order_id = o.id where o.state = 'done' group by o.id
) s
cross join lateral (values
  (ledger_house_account('venueAssets'), s.asset, s.base), (ledger_house_account('venue'), s.asset, -s.base),
  (ledger_house_account('venueAssets'), 'USDT', s.quote), (ledger_house_account('venue'), 'USDT', -s.quote)
) as l(owner_id, asset, amount)
where l.amount <> 0;


-- 3. What was moved to the venue or back ----------------------------------------------------------

create table venue_moves (
  id bigint generated always as identity (start with 101) primary key,
  direction text not null check (direction in ('in', 'out')),
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  -- Of the transfer, at the venue or on the chain.
  reference text not null check (reference <> ''),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'proposed') = (decided_at is null))
);
-- A transfer counts once.
create unique index venue_moves_once on venue_moves (direction, asset, reference) where state <> 'dropped';

create function venue_moves_refuse_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if old.state <> 'proposed' or (new.id, new.direction, new.asset, new.amount, new.reference, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.direction, old.asset, old.amount, old.reference, old.reason, old.proposed_by, old.created_at)
    or new.state = 'carried' and not exists (select from reviews_agreed a where a.kind = 'venuemove' and a.subject_id = new.id)
  then
    raise exception 'a move to the venue is decided once, by two operators'
      using errcode = 'check_violation', constraint = 'venue_moves_two_people';
  end if;
  return new;
end
$$;
create trigger venue_moves_agreed before update on venue_moves for each row execute function venue_moves_refuse_change();
create trigger venue_moves_kept before delete or truncate on venue_moves
  for each statement execute function refuse_write('moves to the venue are kept');

create view venue_move_required_lines as
select ledger_kind('venueMove') as kind, 'venuemove:' || m.id as reference, m.id as subject_id, l.owner_id, m.asset, l.amount as available
from venue_moves m
cross join lateral (select case m.direction when 'in' then m.amount else -m.amount end as amount) s
cross join lateral (values
  (ledger_house_account('venueAssets'), s.amount), (ledger_house_account('venue'), -s.amount)
) as l(owner_id, amount)
where m.state = 'carried' and exists (select from reviews_agreed a where a.kind = 'venuemove' and a.subject_id = m.id);


-- 4. What was last seen there ---------------------------------------------------------------------

create table venue_report (
  is_only boolean primary key default true check (is_only),
  -- The balances that the venue reported, by asset, as decimal text; null before the first.
  balances jsonb,
  reported_at timestamptz,
  -- Rounds of the job in a row in which the venue did not answer, or refused; and what happened in the last one.
  errors int not null default 0 check (errors >= 0),
  fault text not null default ''
);
insert into venue_report default values;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('hedgeTrade'), 'hedge', 'hedging', 'the fills of a settled order at the venue', 'hedge_required_lines'),
  (ledger_kind('venueMove'), 'venuemove', 'hedging', 'two operators agreed that money was moved to the venue or back',
    'venue_move_required_lines');

grant select on hedging_stops, hedging_resumes, hedge_orders, hedge_fills, venue_moves, venue_report, hedge_required_lines,
  venue_move_required_lines to tern_app;
grant insert (cause, detail, operator_id, began_at), update (ended_at, resume_id) on hedging_stops to tern_app;
grant insert (stop_id, reason, proposed_by, created_at), update (state, decided_at) on hedging_resumes to tern_app;
grant insert (client_order_id, asset, symbol, side, amount, price, exposure, exposure_max, created_at),
  update (state, reason, venue_order_id, settled_at) on hedge_orders to tern_app;
grant insert (order_id, trade_id, price, amount, fee, fee_asset) on hedge_fills to tern_app;
grant insert (direction, asset, amount, reference, reason, proposed_by, created_at), update (state, decided_at) on venue_moves to tern_app;
grant update (balances, reported_at, errors, fault) on venue_report to tern_app;
grant execute on function hedged_since to tern_app;
