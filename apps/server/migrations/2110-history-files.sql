-- feature: history-files
-- Downloadable files of past prices. A publication is a set of files with one manifest, whose hash is an entry of the public log (ADR 80).
-- A published file never changes.

create table history_publications (
  -- "daily/2026-11-28", "monthly/2026-11", "past/BTCUSDT/2026-03"
  name text collate "C" primary key,
  begun_at timestamptz not null,
  -- A line for each file: SHA-256, two spaces, path.
  manifest text,
  -- Its entry in the public log, and the tlog-proof of it (docs/public-log.md).
  entry_index bigint unique,
  receipt text,
  published_at timestamptz,
  check ((manifest is null) = (published_at is null)),
  check ((entry_index is null) = (published_at is null)),
  check ((receipt is null) = (published_at is null))
);

create table history_files (
  path text collate "C" primary key,
  publication text collate "C" not null references history_publications (name),
  -- The zip. Null: the file of a month, whose one document is those of its days behind each other; it is put together when it is read.
  content bytea,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Of the zip.
  bytes bigint not null check (bytes > 0),
  -- Of the document in it, not compressed.
  document_bytes bigint not null check (document_bytes > 0),
  document_crc bigint not null check (document_crc between 0 and 4294967295),
  check (content is null or sha256 = sha256(content) and bytes = octet_length(content))
);
alter table history_files alter column content set storage external; -- Compressed already.
create index history_files_publication on history_files (publication, path);

-- Waits for a publication under way, and refuses a file after it.
create function history_files_refuse_published() returns trigger language plpgsql as $$
begin
  perform from history_publications where name = new.publication and published_at is null for share;
  if not found then
    raise exception 'a published file of prices never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger history_files_before_publication before insert on history_files
  for each row execute function history_files_refuse_published();
create trigger history_files_kept before update or delete or truncate on history_files
  for each statement execute function refuse_write('a published file of prices never changes');

create function history_manifest(of_publication text) returns text language sql stable as $$
  select coalesce(string_agg(encode(sha256, 'hex') || '  ' || path || chr(10), '' order by path), '')
  from history_files where publication = of_publication
$$;

create function history_publications_check_manifest() returns trigger language plpgsql as $$
begin
  if old.published_at is not null or new.name <> old.name or new.begun_at <> old.begun_at then
    raise exception 'a published file of prices never changes' using errcode = 'insufficient_privilege';
  end if;
  if new.manifest is distinct from history_manifest(new.name) then
    raise exception 'the manifest does not list the files' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger history_publications_manifest before update on history_publications
  for each row execute function history_publications_check_manifest();
create trigger history_publications_begin_open before insert on history_publications
  for each row when (new.published_at is not null) execute function refuse_write('a publication begins without a manifest');
create trigger history_publications_kept before delete or truncate on history_publications
  for each statement execute function refuse_write('a published file of prices never changes');

grant execute on function history_manifest(text) to tern_app;
grant select, insert on history_files to tern_app;
grant select, insert, update (manifest, entry_index, receipt, published_at) on history_publications to tern_app;
