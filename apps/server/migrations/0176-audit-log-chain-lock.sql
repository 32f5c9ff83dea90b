-- feature: kernel
-- Links of the audit log are made one after another under the lock of a row, no longer under an advisory lock, which other
-- databases do not have.

create table audit_log_chain_lock (
  is_only boolean primary key default true check (is_only)
);
insert into audit_log_chain_lock default values;

create or replace function audit_log_link() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  newest audit_log_links;
begin
  -- One transaction after the other. The lock ends with the commit that has already begun.
  perform from audit_log_chain_lock for update;
  select * into newest from audit_log_links order by seq desc limit 1;
  insert into audit_log_links (seq, entry_id, hash)
  values (coalesce(newest.seq, 0) + 1, new.id, sha256(coalesce(newest.hash, decode(repeat('00', 32), 'hex')) || convert_to(audit_log_text(new), 'UTF8')));
  return null;
end
$$;
