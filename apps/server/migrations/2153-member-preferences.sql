-- feature: profile
-- What a member arranged in the app, on all their devices. Null: never arranged.
create table member_preferences (
  member_id bigint primary key references members (id),
  -- Symbols, in the order in which they were starred.
  favourites text[] check (cardinality(favourites) <= 200),
  -- Pages of the tiles of home, in their order.
  tiles text[] check (cardinality(tiles) <= 30),
  updated_at timestamptz not null
);
grant select, insert, update (favourites, tiles, updated_at), delete on member_preferences to tern_app;
