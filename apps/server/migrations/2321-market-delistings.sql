-- feature: kernel
-- A market is delisted by two people, with three dates and three weeks of notice (ADR 95).

create table market_delistings (
  id bigint generated always as identity primary key,
  instrument_id smallint not null references instruments (id),
  -- For operators.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'agreed', 'closed', 'refused', 'withdrawn')),
  -- No order is placed from then on.
  orders_until timestamptz not null,
  -- Open orders are cancelled; nothing is traded any more.
  closes_at timestamptz not null,
  -- The last withdrawal of its coin; null: the coin stays.
  withdrawals_until timestamptz,
  agreed_at timestamptz,
  withdrawn_by bigint references operators (id),
  -- When it was refused or withdrawn, or the market closed.
  ended_at timestamptz,
  -- Members who were notified of its agreement, and then of its withdrawal: up to this id, and all of them.
  notified_through bigint not null default 0,
  notified_at timestamptz,
  constraint market_delistings_order check (
    closes_at >= orders_until + interval '1 hour' and coalesce(withdrawals_until >= closes_at + interval '30 days', true)),
  constraint market_delistings_notice check (
    state not in ('agreed', 'closed') or coalesce(orders_until >= agreed_at + interval '21 days', false)),
  constraint market_delistings_withdrawn check ((state = 'withdrawn') = (withdrawn_by is not null)),
  constraint market_delistings_ended check ((state in ('proposed', 'agreed')) = (ended_at is null))
);
-- Of a market one at a time, and none after it has closed.
create unique index market_delistings_one on market_delistings (instrument_id) where state in ('proposed', 'agreed', 'closed');
create index market_delistings_notify on market_delistings (id) where notified_at is null and state in ('agreed', 'withdrawn');

-- It is decided once; an agreed one is withdrawn before its first date, or the market closes.
create function market_delistings_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> new.state
    and (old.state, new.state) not in (('proposed', 'agreed'), ('proposed', 'refused'), ('agreed', 'withdrawn'), ('agreed', 'closed')) then
    raise exception 'a delisting is decided once' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'withdrawn' and old.state = 'agreed' and new.ended_at >= old.orders_until then
    raise exception 'a market that takes no orders any more is closed' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'closed' and old.state = 'agreed' and new.ended_at < old.closes_at then
    raise exception 'a market closes at its date' using errcode = 'insufficient_privilege';
  end if;
  if old.agreed_at is not null and new.agreed_at is distinct from old.agreed_at then
    raise exception 'a delisting is agreed once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger market_delistings_in_turn before update on market_delistings for each row execute function market_delistings_refuse_change();
create trigger market_delistings_kept before delete or truncate on market_delistings
  for each statement execute function refuse_write('delistings are kept');
create trigger market_delistings_begin before insert on market_delistings for each row
  when (new.state <> 'proposed' or new.agreed_at is not null) execute function refuse_write('a delisting is proposed first');

-- Compared when the transaction of the decision ends.
create function market_delistings_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from reviews_agreed a where a.kind = 'delisting' and a.subject_id = new.id) then
    raise exception 'two operators have not agreed to the delisting %', new.id
      using errcode = 'insufficient_privilege', constraint = 'market_delistings_agreed';
  end if;
  return null;
end
$$;
create constraint trigger market_delistings_two_people after update on market_delistings deferrable initially deferred
  for each row when (new.state = 'agreed' and old.state <> 'agreed') execute function market_delistings_refuse_unagreed();

grant select, insert on market_delistings to tern_app;
grant update (state, agreed_at, withdrawn_by, ended_at, notified_through, notified_at) on market_delistings to tern_app;

-- False once a coin is gone: its market has closed, and then the last withdrawal has passed.
alter table assets
  add column takes_deposits boolean not null default true,
  add column takes_withdrawals boolean not null default true;
create function assets_refuse_unagreed() returns trigger language plpgsql as $$
begin
  if not exists (select from market_delistings d join instruments i on i.id = d.instrument_id
      where i.base = new.code and d.state = 'closed' and d.withdrawals_until is not null) then
    raise exception 'two operators have not agreed to close %', new.code using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger assets_closed_by_delisting before update on assets
  for each row when (not (new.takes_deposits and new.takes_withdrawals)) execute function assets_refuse_unagreed();
grant update (takes_deposits, takes_withdrawals) on assets to tern_app;
