-- feature: kernel
-- Lines are written with their entry: what changed between writing and sealing shows by the transaction that wrote the row (ADR 50).

create table ledger_origin (
  is_only boolean primary key default true check (is_only),
  -- The server and the database that wrote the rows.
  database_id text not null,
  -- Postings up to here came from a dump, which does not bring along the transaction that wrote a row, or from before this rule.
  copied_through bigint not null check (copied_through >= 0)
);

create function ledger_database_id() returns text language sql stable set search_path = pg_catalog, public as $$
  select c.system_identifier || '/' || d.oid from pg_control_system() c, pg_database d where d.datname = current_database()
$$;

insert into ledger_origin (database_id, copied_through)
select ledger_database_id(), coalesce(max(p.id), 0) from ledger_postings p;

-- Called by the owner at each start.
--
-- Locks    ledger_origin, after a restore.
create function ledger_note_origin() returns void language plpgsql set search_path = pg_catalog, public as $$
begin
  update ledger_origin set database_id = ledger_database_id(), copied_through = (select coalesce(max(p.id), 0) from ledger_postings p)
  where database_id <> ledger_database_id();
end
$$;

-- Postings up to here do not show which transaction wrote them: all of them on another server, before its first start. A copy on the
-- same server keeps them.
create function ledger_copied_through() returns bigint language sql stable set search_path = pg_catalog, public as $$
  select case when split_part(o.database_id, '/', 1) = split_part(ledger_database_id(), '/', 1) then o.copied_through
    else (select coalesce(max(p.id), 0) from ledger_postings p) end from ledger_origin o
$$;

grant select on ledger_origin to tern_app;
grant execute on function ledger_database_id, ledger_copied_through to tern_app;
