-- feature: kernel
-- Two people who list a coin also choose which products may use it (ADR 101). Coins that were there before may be used by all.
create function coin_uses() returns text[] language sql immutable parallel safe as $$
  select array['swap', 'contracts', 'recurring', 'earn', 'staking', 'loan', 'offering']
$$;
grant execute on function coin_uses to tern_app;
alter table assets add column uses text[] not null default coin_uses() constraint assets_uses check (uses <@ coin_uses());

-- As in 2430-market-listings.sql, with picture, names and products.
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
    insert into assets (id, code, name, kind, scale, picture, names, uses)
    select max(a.id) + 1, coin ->> 'code', coin ->> 'name', 'crypto', (coin ->> 'scale')::smallint, coalesce(coin ->> 'picture', ''),
      coalesce(coin -> 'names', '{}'), coalesce((select array_agg(u.value) from jsonb_array_elements_text(coin -> 'uses') u), case
        when coin ? 'uses' then '{}' else coin_uses() end)
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
