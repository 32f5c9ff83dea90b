-- feature: kernel
-- The audit log is one hash chain: who edits, removes or inserts a row in its past breaks it (rules §2, ADR 0058).

-- One link a row of the log, in the order of commits. Kept beside the log because the link is made when a transaction commits:
-- made earlier, the newest link would stay locked through decisions that wait for other locks.
create table audit_log_links (
  seq bigint primary key check (seq > 0),
  entry_id bigint not null unique,
  -- SHA-256 of the hash before it and the row's text; before the first link: 32 bytes of zero.
  hash bytea not null check (octet_length(hash) = 32)
);
grant select on audit_log_links to tern_app;
create trigger audit_log_links_append_only before update or delete or truncate on audit_log_links
  for each statement execute function audit_log_refuse_change();

-- Everything a row says, in one spelling whatever the settings of a session are.
create function audit_log_text(entry audit_log) returns text language sql immutable as $$
  select jsonb_build_array(entry.id, entry.operator_id, entry.operator_login, entry.action, entry.subject, entry.member_id, entry.reason,
    entry.detail, entry.address, entry.is_shown, (extract(epoch from entry.created_at) * 1000000)::bigint)::text
$$;

create function audit_log_link() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  newest audit_log_links;
begin
  -- One transaction after the other. The lock ends with the commit that has already begun.
  perform pg_advisory_xact_lock('audit_log_links'::regclass::oid::bigint);
  select * into newest from audit_log_links order by seq desc limit 1;
  insert into audit_log_links (seq, entry_id, hash)
  values (coalesce(newest.seq, 0) + 1, new.id, sha256(coalesce(newest.hash, decode(repeat('00', 32), 'hex')) || convert_to(audit_log_text(new), 'UTF8')));
  return null;
end
$$;
create constraint trigger audit_log_linked after insert on audit_log deferrable initially deferred for each row
  execute function audit_log_link();

do $$
declare
  entry audit_log;
  before bytea := decode(repeat('00', 32), 'hex');
  place bigint := 0;
begin
  for entry in select * from audit_log order by id loop
    place := place + 1;
    before := sha256(before || convert_to(audit_log_text(entry), 'UTF8'));
    insert into audit_log_links (seq, entry_id, hash) values (place, entry.id, before);
  end loop;
end
$$;
