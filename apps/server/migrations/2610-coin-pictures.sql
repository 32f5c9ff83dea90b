-- feature: kernel
-- A listed coin has the picture and the names in other languages that two people agreed to (ADR 101).

-- Redrawn PNGs of 256 pixels; their bytes are in the file store. A listing names one by its hash.
create table coin_pictures (
  id bigint generated always as identity primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- In the file store.
  name text not null unique,
  bytes integer not null check (bytes > 0),
  uploaded_by bigint not null references operators (id),
  created_at timestamptz not null
);
create index coin_pictures_hash on coin_pictures (sha256);
create index coin_pictures_uploads on coin_pictures (created_at);

-- One that a listing names stays, so that it can be seen what was agreed.
create function coin_pictures_refuse_loss() returns trigger language plpgsql as $$
begin
  if exists (select from market_listings l where l.terms #>> '{coin,picture}' = old.sha256 and l.state <> 'discarded') then
    raise exception 'a listing has the picture %', old.sha256 using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;
create trigger coin_pictures_stay before delete on coin_pictures for each row execute function coin_pictures_refuse_loss();
create trigger coin_pictures_change before update or truncate on coin_pictures
  for each statement execute function refuse_write('pictures of coins do not change');
grant select, insert, delete on coin_pictures to tern_app;
create index market_listings_pictures on market_listings ((terms #>> '{coin,picture}'));

alter table assets
  -- SHA-256 of its picture; empty: members see a mark of the app, or its first letter.
  add column picture text not null default '' check (picture ~ '^([0-9a-f]{64})?$'),
  -- By language prefix; a language without one has `name`.
  add column names jsonb not null default '{}' check (jsonb_typeof(names) = 'object');

-- As in 2430-market-listings.sql, with picture and names.
create or replace function catalog_open_listing(listing bigint, at timestamptz) returns smallint
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
    insert into assets (id, code, name, kind, scale, picture, names)
    select max(a.id) + 1, coin ->> 'code', coin ->> 'name', 'crypto', (coin ->> 'scale')::smallint, coalesce(coin ->> 'picture', ''),
      coalesce(coin -> 'names', '{}')
    from assets a;
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
