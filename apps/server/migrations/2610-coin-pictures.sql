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
