-- feature: public-log
-- The entry of the log that introduced each key after the first, signed by the key before it (ADR 64).

create table public_log_key_entries (
  key_id smallint primary key references public_log_keys (id),
  entry_index bigint not null unique references public_log_entries (index)
);

create trigger public_log_key_entries_append_only before update or delete or truncate on public_log_key_entries
  for each statement execute function public_log_refuse_change();

grant select, insert on public_log_key_entries to tern_app;
