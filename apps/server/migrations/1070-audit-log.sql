-- feature: kernel
-- The audit log: every action of an operator, append only. The rows form a hash chain, so that editing, removing or inserting one is
-- detected (ADR 24, 27).

create table audit_log (
  id bigint generated always as identity primary key,
  -- Null when the program acts by a rule.
  operator_id bigint references operators (id),
  operator_login text not null,
  action text not null,
  -- The record acted on, such as `review:12`.
  subject text not null,
  member_id bigint references members (id),
  reason text not null,
  detail jsonb not null,
  address text not null,
  -- Whether the member sees it under staff activity.
  is_shown boolean not null,
  created_at timestamptz not null,
  -- Of the program that served the session of the operator, by the key of the deployment, which is not in the database: a role of the
  -- database alone can write a row, and nobody will believe it. Null for acts of the program by a rule.
  seal bytea
);
create index audit_log_of_member on audit_log (member_id, id desc);
create index audit_log_of_operator on audit_log (operator_id, id desc);
create index audit_log_of_subject on audit_log (subject, id desc);
create index audit_log_age on audit_log (created_at, id);

-- One link per row of the log, in the order of commits. The link is made at commit, and so in a table of its own: made
-- earlier, it would lock the end of the chain while its transaction waits for other locks.
create table audit_log_links (
  seq bigint primary key check (seq > 0),
  entry_id bigint not null unique,
  -- SHA-256 of the previous hash and the row's text. Before the first link: 32 zero bytes.
  hash bytea not null check (octet_length(hash) = 32)
);

-- All fields of a row as one text, independent of session settings.
create function audit_log_text(entry audit_log) returns text language sql immutable as $$
  select jsonb_build_array(entry.id, entry.operator_id, entry.operator_login, entry.action, entry.subject, entry.member_id, entry.reason,
    entry.detail, entry.address, entry.is_shown, (extract(epoch from entry.created_at) * 1000000)::bigint)::text
$$;

-- Each transaction locks this row while it links, that is, during its commit only. Advisory locks do not exist in other
-- databases.
create table audit_log_chain_lock (
  is_only boolean primary key default true check (is_only)
);
insert into audit_log_chain_lock default values;

-- Locks: the chain.
create function audit_log_link() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  newest audit_log_links;
begin
  perform from audit_log_chain_lock for update;
  select * into newest from audit_log_links order by seq desc limit 1;
  insert into audit_log_links (seq, entry_id, hash)
  values (coalesce(newest.seq, 0) + 1, new.id, sha256(coalesce(newest.hash, decode(repeat('00', 32), 'hex')) || convert_to(audit_log_text(new), 'UTF8')));
  return null;
end
$$;
create constraint trigger audit_log_linked after insert on audit_log deferrable initially deferred for each row
  execute function audit_log_link();

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_write('the audit log is append only');
create trigger audit_log_links_append_only before update or delete or truncate on audit_log_links
  for each statement execute function refuse_write('the audit log is append only');

-- Acts up to here have seals that nobody can compare any more: the owner of the database moves it when the key of the deployment is
-- lost (docs/handbook.md).
create table audit_log_sealed_from (
  is_only boolean primary key default true check (is_only),
  entry_id bigint not null
);
insert into audit_log_sealed_from (entry_id) values (0);

grant select, insert on audit_log to tern_app;
grant select on audit_log_links, audit_log_sealed_from to tern_app;
