-- feature: kernel
-- Who decided to list or delist what, with which terms, is stated for the public log (ADR 89, ADR 101).

-- With the people of the last decision about it: the listing itself, or another time.
create view market_listings_decided as
select distinct on (d.listing_id) d.listing_id, d.first_by, d.decided_by, d.decided_at from (
  select r.subject_id as listing_id, r.first_by, r.decided_by, r.decided_at, 0 as move from reviews r
  where r.kind = 'listing' and r.state = 'approved'
  union all
  select m.listing_id, r.first_by, r.decided_by, r.decided_at, m.id from market_listing_moves m
  join reviews r on r.kind = 'listingMove' and r.subject_id = m.id and r.state = 'approved'
) d order by d.listing_id, d.move desc;
grant select on market_listings_decided to tern_app;

create function market_listings_state(listing market_listings, as_state text) returns void language sql as $$
  select transparency_state('listing', listing.id, array['tern listing 1', listing.id::text, transparency_ms(p.decided_at),
    transparency_ms(listing.opens_at), transparency_hash(d.content), p.first_by::text, p.decided_by::text, as_state], d.content)
  from market_listings_decided p, transparency_plain_json(listing.terms) d(content)
  where p.listing_id = listing.id
$$;
-- When the transaction ends: only then is its decision stored.
create function market_listings_state_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform market_listings_state(new, new.state);
  return null;
end
$$;
create constraint trigger market_listings_stated after update on market_listings deferrable initially deferred
  for each row when (new.agreed_at is not null and (new.state, new.opens_at) is distinct from (old.state, old.opens_at))
  execute function market_listings_state_change();

-- What closes when, by the number of the delisting.
create function market_delistings_document(delisting market_delistings) returns text language sql stable as $$
  select transparency_plain_json(jsonb_build_object('market', i.symbol, 'ordersUntil', transparency_ms(delisting.orders_until)::bigint,
    'closesAt', transparency_ms(delisting.closes_at)::bigint, 'withdrawalsUntil', transparency_ms(delisting.withdrawals_until)::bigint))
  from instruments i where i.id = delisting.instrument_id
$$;
create function market_delistings_state(delisting market_delistings, as_state text) returns void language sql as $$
  select transparency_state('delisting', delisting.id, array['tern delisting 1', delisting.id::text, transparency_ms(r.decided_at),
    transparency_ms(delisting.orders_until), transparency_hash(d.content), r.first_by::text, r.decided_by::text, as_state], d.content)
  from reviews r, market_delistings_document(delisting) d(content)
  where r.kind = 'delisting' and r.subject_id = delisting.id and r.state = 'approved'
$$;
create function market_delistings_state_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform market_delistings_state(new, new.state);
  return null;
end
$$;
create constraint trigger market_delistings_stated after update on market_delistings deferrable initially deferred
  for each row when (new.agreed_at is not null and new.state is distinct from old.state)
  execute function market_delistings_state_change();

-- What was decided before is stated from here on: first that it was agreed, then what became of it.
select count(market_listings_state(f.listing, s.state)) from (
  select l as listing, l.state from market_listings l where l.agreed_at is not null order by l.id
) f cross join lateral unnest(case when f.state = 'agreed' then array['agreed'] else array['agreed', f.state] end)
  with ordinality s(state, place);
select count(market_delistings_state(f.delisting, s.state)) from (
  select d as delisting, d.state from market_delistings d where d.agreed_at is not null order by d.id
) f cross join lateral unnest(case when f.state = 'agreed' then array['agreed'] else array['agreed', f.state] end)
  with ordinality s(state, place);
