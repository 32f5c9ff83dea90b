-- feature: liabilities
-- Snapshots of what members are owed, and the trees made of them (ADR 53, docs/public-log.md). A published one never changes.

create table liabilities_snapshots (
  snapshot bigint primary key check (snapshot > 0),
  asked_at timestamptz not null,
  -- Null: the daily one.
  asked_by bigint references operators (id),
  -- The secret behind the splits and salts. It is not encrypted: it hides balances from readers of the tree, and a reader of
  -- this database has the balances themselves.
  nonce bytea not null check (octet_length(nonce) = 32),
  -- The process that builds it, and until when it counts as alive.
  builder text,
  builder_until timestamptz,
  -- When balances were read, and the last round that they include; null until all were stored.
  taken_at timestamptz,
  round bigint check (round >= 0),
  -- Its entry in the public log, and the receipt of it; null until it was published.
  entry_index bigint unique,
  receipt text,
  published_at timestamptz,
  check ((taken_at is null) = (round is null)),
  check ((entry_index is null) = (receipt is null)),
  check (entry_index is null or taken_at is not null),
  constraint liabilities_snapshots_published_at check (published_at is null or entry_index is not null)
);
-- One at a time.
create unique index liabilities_snapshots_unpublished on liabilities_snapshots ((true)) where entry_index is null;

-- One row a member who is owed anything; assets in ASCII order.
create table liabilities_balances (
  snapshot bigint not null references liabilities_snapshots (snapshot),
  owner_id bigint not null check (owner_id > 0),
  assets text[] not null check (cardinality(assets) > 0),
  amounts numeric(38, 18)[] not null check (cardinality(amounts) = cardinality(assets) and 0 < all (amounts)),
  primary key (snapshot, owner_id)
);

create table liabilities_trees (
  snapshot bigint not null references liabilities_snapshots (snapshot),
  asset text collate "C" not null,
  leaves bigint not null check (leaves > 0),
  total numeric(38, 18) not null check (total > 0),
  root bytea not null check (octet_length(root) = 32),
  primary key (snapshot, asset)
);

create table liabilities_tiles (
  snapshot bigint not null references liabilities_snapshots (snapshot),
  asset text collate "C" not null,
  level smallint not null check (level between 0 and 63),
  index bigint not null check (index >= 0),
  nodes bytea not null check (octet_length(nodes) between 48 and 12288 and octet_length(nodes) % 48 = 0),
  primary key (snapshot, asset, level, index)
);
alter table liabilities_tiles alter column nodes set storage external; -- Hashes cannot be compressed.


-- Guards and rights -------------------------------------------------------------------------------

-- Rows of a published snapshot are neither added nor deleted.
create function liabilities_refuse_published() returns trigger language plpgsql as $$
begin
  if exists (
    select from liabilities_snapshots s
    where s.entry_index is not null and s.snapshot in (select c.snapshot from changed c)
  ) then
    raise exception 'a snapshot of liabilities never changes' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create trigger liabilities_balances_added after insert on liabilities_balances
  referencing new table as changed for each statement execute function liabilities_refuse_published();
create trigger liabilities_balances_removed after delete on liabilities_balances
  referencing old table as changed for each statement execute function liabilities_refuse_published();
create trigger liabilities_balances_kept before update or truncate on liabilities_balances
  for each statement execute function refuse_write('a snapshot of liabilities never changes');
create trigger liabilities_trees_added after insert on liabilities_trees
  referencing new table as changed for each statement execute function liabilities_refuse_published();
create trigger liabilities_trees_removed after delete on liabilities_trees
  referencing old table as changed for each statement execute function liabilities_refuse_published();
create trigger liabilities_trees_kept before update or truncate on liabilities_trees
  for each statement execute function refuse_write('a snapshot of liabilities never changes');
create trigger liabilities_tiles_added after insert on liabilities_tiles
  referencing new table as changed for each statement execute function liabilities_refuse_published();
create trigger liabilities_tiles_removed after delete on liabilities_tiles
  referencing old table as changed for each statement execute function liabilities_refuse_published();
create trigger liabilities_tiles_kept before update or truncate on liabilities_tiles
  for each statement execute function refuse_write('a snapshot of liabilities never changes');
create trigger liabilities_snapshots_kept before delete or truncate on liabilities_snapshots
  for each statement execute function refuse_write('a snapshot of liabilities never changes');
create trigger liabilities_snapshots_published before update on liabilities_snapshots
  for each row when (
    old.entry_index is not null
    or (new.snapshot, new.asked_at, new.nonce) is distinct from (old.snapshot, old.asked_at, old.nonce)
    or old.taken_at is not null and (new.taken_at, new.round) is distinct from (old.taken_at, old.round)
  ) execute function refuse_write('a snapshot of liabilities never changes');

grant select, insert, update on liabilities_snapshots to tern_app;
grant select, insert, delete on liabilities_balances, liabilities_trees, liabilities_tiles to tern_app;
