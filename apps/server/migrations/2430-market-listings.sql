-- feature: kernel
-- Two people list a coin and its market; both open at their time without a restart (ADR 101).

-- `members`: no source quotes the market. Its price is that of its own trades; orders there name their price.
alter table instruments add column priced_by text not null default 'sources' check (priced_by in ('sources', 'members'));

create table market_listings (
  id bigint generated always as identity primary key,
  -- As typed: the coin, its networks, the market, when it opens.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  state text not null default 'draft'
    check (state in ('draft', 'proposed', 'agreed', 'opened', 'stopped', 'refused', 'withdrawn', 'discarded')),
  started_by bigint not null references operators (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- For operators; from the proposal on.
  reason text check (reason <> ''),
  proposed_by bigint references operators (id),
  opens_at timestamptz,
  agreed_at timestamptz,
  withdrawn_by bigint references operators (id),
  -- When it opened, was stopped, refused, withdrawn or discarded.
  ended_at timestamptz,
  -- The checks that stopped it at its time.
  failed text[] not null default '{}',
  -- What it made; null while nothing is made, and of a coin without a market.
  instrument_id smallint unique references instruments (id),
  constraint market_listings_proposed check (
    state in ('draft', 'discarded') or (reason is not null and proposed_by is not null and opens_at is not null)),
  constraint market_listings_ended check ((state in ('draft', 'proposed', 'agreed')) = (ended_at is null)),
  constraint market_listings_withdrawn check ((state = 'withdrawn') = (withdrawn_by is not null)),
  constraint market_listings_stopped check (state <> 'stopped' or failed <> '{}')
);
create index market_listings_live on market_listings (id) where state in ('draft', 'proposed', 'agreed');

-- Its terms are fixed when it is proposed; it is decided once, and opens at its time at the earliest.
create function market_listings_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> new.state
    and (old.state, new.state) not in (('draft', 'proposed'), ('draft', 'discarded'), ('proposed', 'agreed'), ('proposed', 'refused'),
      ('agreed', 'withdrawn'), ('agreed', 'stopped'), ('agreed', 'opened')) then
    raise exception 'a listing is decided once' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'draft'
    and (new.terms, new.opens_at, new.reason, new.proposed_by) is distinct from (old.terms, old.opens_at, old.reason, old.proposed_by) then
    raise exception 'a proposed listing does not change' using errcode = 'insufficient_privilege';
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
create trigger market_listings_in_turn before update on market_listings for each row execute function market_listings_refuse_change();
create trigger market_listings_kept before delete or truncate on market_listings
  for each statement execute function refuse_write('listings are kept');
create trigger market_listings_begin before insert on market_listings for each row
  when (new.state <> 'draft' or new.agreed_at is not null or new.instrument_id is not null)
  execute function refuse_write('a listing begins as a draft');

-- Compared when the transaction of the decision ends.
create function market_listings_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from reviews_agreed a where a.kind = 'listing' and a.subject_id = new.id) then
    raise exception 'two operators have not agreed to the listing %', new.id
      using errcode = 'insufficient_privilege', constraint = 'market_listings_agreed';
  end if;
  return null;
end
$$;
create constraint trigger market_listings_two_people after update on market_listings deferrable initially deferred
  for each row when (new.state = 'agreed' and old.state <> 'agreed') execute function market_listings_refuse_unagreed();

grant select, insert on market_listings to tern_app;
grant update (terms, state, changed_at, reason, proposed_by, opens_at, agreed_at, withdrawn_by, ended_at, failed) on market_listings to tern_app;

-- The only way to a coin, its networks or a market: what two people agreed, as they agreed it, all of it or nothing. Returns the
-- instrument, null for a coin without a market.
create function catalog_open_listing(listing bigint, at timestamptz) returns smallint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  agreed market_listings;
  coin jsonb;
  market jsonb;
  made smallint;
begin
  -- Ids are in the order of listing.
  lock table assets, instruments in share row exclusive mode;
  select * into strict agreed from market_listings l where l.id = listing for update;
  if agreed.state <> 'agreed' or not exists (select from reviews_agreed a where a.kind = 'listing' and a.subject_id = listing) then
    raise exception 'two operators have not agreed to the listing %', listing
      using errcode = 'insufficient_privilege', constraint = 'market_listings_agreed';
  end if;
  coin := nullif(agreed.terms -> 'coin', 'null');
  market := nullif(agreed.terms -> 'market', 'null');
  if coin is not null then
    insert into assets (id, code, name, kind, scale)
    select max(a.id) + 1, coin ->> 'code', coin ->> 'name', 'crypto', (coin ->> 'scale')::smallint from assets a;
    insert into asset_networks (asset, network, position, deposit_min, deposit_max, deposit_fee, withdraw_min, withdraw_max, withdraw_fee,
      contract)
    select coin ->> 'code', n.value ->> 'network', n.ordinality, (n.value ->> 'depositMin')::numeric, (n.value ->> 'depositMax')::numeric,
      (n.value ->> 'depositFee')::numeric, (n.value ->> 'withdrawMin')::numeric, (n.value ->> 'withdrawMax')::numeric,
      (n.value ->> 'withdrawFee')::numeric, nullif(n.value ->> 'contract', '')
    from jsonb_array_elements(coin -> 'networks') with ordinality n;
    -- 2432-terms-of-listed-networks.sql
    perform terms_begin(coin ->> 'code');
  end if;
  if market is not null then
    insert into instruments (id, symbol, base, quote, class, hours, tick_size, lot_size, min_notional, max_notional, price_band, market_band,
      maker_fee, taker_fee, jump_bound, priced_by, created_at, updated_at)
    -- Ratios are typed in percent.
    select max(i.id) + 1, lower((market ->> 'base') || (market ->> 'currency')), market ->> 'base', market ->> 'currency', 'crypto',
      'always', (market ->> 'step')::numeric, (market ->> 'lot')::numeric, (market ->> 'smallest')::numeric,
      (market ->> 'largest')::numeric, (market ->> 'farthest')::numeric / 100, least(0.02, (market ->> 'farthest')::numeric / 100),
      (market ->> 'maker')::numeric / 100, (market ->> 'taker')::numeric / 100, (market ->> 'jump')::numeric / 100,
      market ->> 'feed', at, at
    from instruments i
    returning id into made;
  end if;
  update market_listings l set state = 'opened', ended_at = at, instrument_id = made where l.id = listing;
  return made;
end
$$;
grant execute on function catalog_open_listing to tern_app;
revoke insert on assets, instruments from tern_app;
