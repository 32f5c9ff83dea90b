-- feature: kernel
-- An agreed listing is checked again an hour before it opens. While a check fails it waits, and two people move its time (ADR 101).

alter table market_listings
  drop constraint market_listings_state_check,
  add constraint market_listings_state_check
    check (state in ('draft', 'proposed', 'agreed', 'waiting', 'opened', 'stopped', 'refused', 'withdrawn', 'discarded')),
  drop constraint market_listings_ended,
  add constraint market_listings_ended check ((state in ('draft', 'proposed', 'agreed', 'waiting')) = (ended_at is null)),
  drop constraint market_listings_stopped,
  add constraint market_listings_stopped check (state not in ('stopped', 'waiting') or failed <> '{}'),
  -- When all checks passed within the last hour before it opens; null: not yet, at this time of opening.
  add column rechecked_at timestamptz;
drop index market_listings_live;
create index market_listings_live on market_listings (id) where state in ('draft', 'proposed', 'agreed', 'waiting');
grant update (rechecked_at) on market_listings to tern_app;

-- Another time for an agreed listing.
create table market_listing_moves (
  id bigint generated always as identity primary key,
  listing_id bigint not null references market_listings (id),
  former_at timestamptz not null,
  opens_at timestamptz not null,
  -- For operators.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'agreed', 'refused')),
  ended_at timestamptz,
  constraint market_listing_moves_later check (opens_at > created_at and opens_at <> former_at),
  constraint market_listing_moves_ended check ((state = 'proposed') = (ended_at is null))
);
create unique index market_listing_moves_one on market_listing_moves (listing_id) where state = 'proposed';
create index market_listing_moves_of on market_listing_moves (listing_id, id);

create function market_listing_moves_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.listing_id, new.former_at, new.opens_at, new.reason, new.proposed_by, new.created_at)
      is distinct from (old.listing_id, old.former_at, old.opens_at, old.reason, old.proposed_by, old.created_at) then
    raise exception 'another time is decided once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger market_listing_moves_in_turn before update on market_listing_moves
  for each row execute function market_listing_moves_refuse_change();
create trigger market_listing_moves_kept before delete or truncate on market_listing_moves
  for each statement execute function refuse_write('moves of listings are kept');
create trigger market_listing_moves_begin before insert on market_listing_moves for each row
  when (new.state <> 'proposed') execute function refuse_write('another time is proposed first');
grant select, insert on market_listing_moves to tern_app;
grant update (state, ended_at) on market_listing_moves to tern_app;

-- As in 2430-market-listings.sql, with the listing that waits, and with another time. Instances of the release before stop an agreed one.
create or replace function market_listings_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> new.state
    and (old.state, new.state) not in (('draft', 'proposed'), ('draft', 'discarded'), ('proposed', 'agreed'), ('proposed', 'refused'),
      ('agreed', 'withdrawn'), ('agreed', 'waiting'), ('agreed', 'stopped'), ('agreed', 'opened'), ('waiting', 'agreed'), ('waiting', 'withdrawn')) then
    raise exception 'a listing is decided once' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'draft'
    and (new.terms, new.reason, new.proposed_by) is distinct from (old.terms, old.reason, old.proposed_by) then
    raise exception 'a proposed listing does not change' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'draft' and new.opens_at is distinct from old.opens_at and not exists (
      select from market_listing_moves m where m.listing_id = new.id and m.state = 'agreed' and m.opens_at = new.opens_at) then
    raise exception 'a listing opens at the time that was agreed' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'waiting' and new.state = 'agreed' and new.opens_at = old.opens_at then
    raise exception 'a listing that waits opens at another time' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'proposed' and new.agreed_at is distinct from old.agreed_at then
    raise exception 'a listing is agreed once' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'opened' and old.state = 'agreed' and new.ended_at < old.opens_at then
    raise exception 'a market opens at its time' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'opened' and not coalesce(case when jsonb_typeof(new.terms -> 'market') = 'object' then new.instrument_id is not null
      else exists (select from assets a where a.code = new.terms #>> '{coin,code}') end, false) then
    raise exception 'a listing opens by what it makes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Compared when the transaction of the decision ends.
create function market_listing_moves_refuse_unagreed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from reviews_agreed a where a.kind = 'listingMove' and a.subject_id = new.id) then
    raise exception 'two operators have not agreed to move the listing %', new.listing_id
      using errcode = 'insufficient_privilege', constraint = 'market_listing_moves_agreed';
  end if;
  return null;
end
$$;
create constraint trigger market_listing_moves_two_people after update on market_listing_moves deferrable initially deferred
  for each row when (new.state = 'agreed' and old.state <> 'agreed') execute function market_listing_moves_refuse_unagreed();
