-- feature: kernel
-- What was begun and came to nothing: transfers that people gave up in their rail's place, images whose upload was cut off.

-- From then on it is given to the chain no more, and counts no more against its wallet (ADR 0039).
alter table rail_transfers add column given_up_at timestamptz;
grant update (given_up_at) on rail_transfers to tern_app;

-- Names of files under way: written before the file, gone with the image's own row. What stays behind is removed with its file.
create table image_uploads (
  name text primary key,
  created_at timestamptz not null
);
create index image_uploads_age on image_uploads (created_at);
-- Whoever takes a row locks it, and a lock wants the right to change something.
grant select, insert, delete, update (created_at) on image_uploads to tern_app;
