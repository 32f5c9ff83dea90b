-- feature: day-close
-- Files of closed days for accountants and auditors: made in the background from a cursor, so that a restart goes on where it was, signed,
-- and kept for a week (ADR 97).

create table day_close_files (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-zA-Z]{1,40}$'),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  -- Null: all.
  asset text,
  has_names boolean not null,
  asked_by bigint not null references operators (id),
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'removed')),
  -- Numbers of the source: what is behind `passed` up to `through` is not in the file yet.
  first bigint not null default 0,
  passed bigint not null default 0,
  through bigint not null default 0,
  rows bigint not null default 0,
  -- Of the file, not compressed.
  bytes bigint not null default 0,
  sha256 bytea check (octet_length(sha256) = 32),
  -- Ed25519 by an evidence key, over a text that has the hash.
  key_id integer,
  signature bytea,
  made_at timestamptz,
  constraint day_close_files_signed check ((state in ('ready', 'removed')) = (num_nonnulls(sha256, key_id, signature, made_at) = 4))
);
create index day_close_files_open on day_close_files (id) where state in ('waiting', 'making');
create index day_close_files_kept on day_close_files (made_at) where state = 'ready';

-- Pieces in their order, each compressed with gzip.
create table day_close_file_parts (
  file_id bigint not null references day_close_files (id),
  part integer not null,
  content bytea not null,
  primary key (file_id, part)
);
alter table day_close_file_parts alter column content set storage external; -- Compressed already.

-- What was asked for never changes, and a file that was signed does not either: only its content is removed.
create function day_close_files_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.from_day, new.until_day, new.asset, new.has_names, new.asked_by, new.asked_at)
      is distinct from (old.id, old.kind, old.from_day, old.until_day, old.asset, old.has_names, old.asked_by, old.asked_at)
    or old.state = 'removed' or old.state = 'ready' and (
      new.state <> 'removed' or (new.rows, new.bytes, new.sha256, new.key_id, new.signature, new.made_at)
        is distinct from (old.rows, old.bytes, old.sha256, old.key_id, old.signature, old.made_at)) then
    raise exception 'a file of days does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger day_close_files_fixed before update on day_close_files for each row execute function day_close_files_refuse_change();
create trigger day_close_files_listed before delete or truncate on day_close_files
  for each statement execute function refuse_write('files of days stay listed');

create function day_close_file_parts_refuse_change() returns trigger language plpgsql as $$
declare
  file_state text;
begin
  select state into file_state from day_close_files where id = case when tg_op = 'DELETE' then old.file_id else new.file_id end for share;
  if tg_op = 'UPDATE' or tg_op = 'INSERT' and file_state <> 'making' or tg_op = 'DELETE' and file_state <> 'removed' then
    raise exception 'a file of days does not change' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end
$$;
create trigger day_close_file_parts_fixed before insert or update or delete on day_close_file_parts
  for each row execute function day_close_file_parts_refuse_change();

grant select, insert (kind, from_day, until_day, asset, has_names, asked_by, asked_at) on day_close_files to tern_app;
grant update (state, first, passed, through, rows, bytes, sha256, key_id, signature, made_at) on day_close_files to tern_app;
grant select, insert, delete on day_close_file_parts to tern_app;
