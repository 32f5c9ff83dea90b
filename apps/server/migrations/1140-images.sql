-- feature: kernel
-- Private images: redrawn uploads, each used once at most (ADR 28). The bytes are in the file store.

create table images (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- The random name in the file store.
  name text not null unique,
  -- Of the redrawn bytes: the same picture has the same hash, whatever metadata its upload contained.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of a small grey copy, 256 bits: copies of a photograph differ in few of them, however they were resized or saved.
  difference_hash text not null check (difference_hash ~ '^[0-9a-f]{64}$'),
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- Such as `deposit`; the record that uses the image refers to it.
  used_for text,
  created_at timestamptz not null
);
create index images_unused on images (member_id, created_at) where used_for is null;
create index images_to_prune on images (created_at) where used_for is null;
create index images_used on images (sha256) where used_for is not null;

create function images_refuse_change() returns trigger language plpgsql as $$
begin
  if old.used_for is not null then
    raise exception 'an image in use does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
create trigger images_used_once before update or delete on images
  for each row execute function images_refuse_change();

-- Uploads in progress: inserted before the file is written, deleted when the image's row is inserted. A row left behind
-- belongs to an interrupted upload and is removed with its file.
create table image_uploads (
  name text primary key,
  created_at timestamptz not null
);
create index image_uploads_age on image_uploads (created_at);

grant select, insert, delete, update (used_for) on images to tern_app;
-- Locking a row requires the right to update a column.
grant select, insert, delete, update (created_at) on image_uploads to tern_app;
