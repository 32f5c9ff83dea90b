-- feature: reserves
-- Files that prove what is held for snapshots of liabilities; each is a document of the public log (ADR 107).

create table reserves_files (
  snapshot bigint primary key references liabilities_snapshots (snapshot),
  -- What is served, and what its entry in the log commits to.
  document text not null,
  -- 32 hexadecimal digits.
  salt text not null check (salt ~ '^[0-9a-f]{32}$'),
  entry_index bigint not null unique references public_log_entries (index),
  -- A tlog-proof of the entry.
  receipt text not null,
  made_at timestamptz not null
);

-- A file is the one that its entry of the log commits to.
create function reserves_check_file() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public_log_entries e
    where e.index = new.entry_index
      and convert_from(e.entry, 'UTF8') like E'tern document 1\nreserves\n%\n'
        || encode(sha256(decode(new.salt, 'hex') || convert_to(new.document, 'UTF8')), 'base64') || E'\n'
  ) then
    raise exception 'a file of reserves is not the one in the public log' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger reserves_files_in_log before insert on reserves_files
  for each row execute function reserves_check_file();
create trigger reserves_files_append_only before update or delete or truncate on reserves_files
  for each statement execute function refuse_write('a file of reserves never changes');

grant select, insert on reserves_files to tern_app;
