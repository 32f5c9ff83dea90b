-- feature: kernel
-- The guards of the schema: a check compares those in force with those the migrations made (ADR 52), also after a restore from pg_dump
-- (ADR 70).

-- Everything in the schema that refuses wrong rows: constraints, unique indexes, triggers, functions and views, each with its
-- definition and whether it is in force.
create view schema_guards_now as
select 'constraint' as kind, c.conrelid::regclass::text || '.' || c.conname as name,
  pg_get_constraintdef(c.oid) || case when c.convalidated then '' else ' not validated' end as definition
from pg_constraint c
where c.connamespace = 'public'::regnamespace and c.conrelid <> 0 and c.contype in ('c', 'u', 'p', 'f', 'x')
union all
select 'index', i.indexrelid::regclass::text,
  pg_get_indexdef(i.indexrelid) || case when i.indisvalid and i.indisready then '' else ' invalid' end
from pg_index i join pg_class c on c.oid = i.indexrelid
where c.relnamespace = 'public'::regnamespace and i.indisunique
union all
select 'trigger', t.tgrelid::regclass::text || '.' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
from pg_trigger t join pg_class c on c.oid = t.tgrelid
where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
union all
-- The triggers of foreign keys are numbered by the database; those of one constraint are counted.
select 'trigger', k.conrelid::regclass::text || '.' || k.conname,
  count(*) || ' internal, ' || count(*) filter (where t.tgenabled <> 'O') || ' disabled'
from pg_trigger t join pg_constraint k on k.oid = t.tgconstraint
where k.connamespace = 'public'::regnamespace and t.tgisinternal group by k.conrelid, k.conname
union all
select 'function', p.oid::regprocedure::text, md5(pg_get_functiondef(p.oid)) || ' ' || p.proowner::regrole::text
from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
union all
select 'view', c.oid::regclass::text, md5(pg_get_viewdef(c.oid))
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v';

-- As the migrations made them.
create table schema_guards (
  kind text not null,
  name text not null,
  definition text not null,
  -- As it is printed after a restore from pg_dump, which writes each definition as PostgreSQL prints it: read again, some are printed in
  -- other words, because casts move into arrays.
  restored text,
  primary key (kind, name)
);
-- After which migration, by which version of PostgreSQL: another one may write definitions differently.
create table schema_guards_source (
  is_only boolean primary key default true check (is_only),
  newest_migration text not null,
  server_version int not null
);

-- Checks, unique indexes with expressions, triggers with conditions and views, read once more by this server. A check is created
-- on an empty table of the same columns, which is dropped at once.
create function schema_guards_restored() returns table (kind text, name text, definition text)
language plpgsql set search_path = pg_catalog, public as $$
declare
  original record;
  guard record;
  place text;
  its_copy oid;
begin
  for original in select c.oid, quote_ident(c.relname) as ident from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c')
      or exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and num_nonnulls(i.indpred, i.indexprs) > 0)
      or exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgqual is not null))
  loop
    place := ' ON public.' || original.ident || ' ';
    execute format('create table public.schema_guards_copy (like public.%s)', original.ident);
    its_copy := to_regclass('public.schema_guards_copy');

    for guard in select k.conname, pg_get_constraintdef(k.oid) as text from pg_constraint k
      where k.conrelid = original.oid and k.contype = 'c'
    loop
      execute format('alter table public.schema_guards_copy add constraint %I %s', guard.conname, guard.text);
    end loop;
    return query select 'constraint', original.ident || '.' || k.conname,
        pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' not validated' end
      from pg_constraint k where k.conrelid = its_copy and k.contype = 'c';

    for guard in select i.indexrelid::regclass::text as ident, pg_get_indexdef(i.indexrelid) as text from pg_index i
      where i.indrelid = original.oid and i.indisunique and num_nonnulls(i.indpred, i.indexprs) > 0
    loop
      execute replace(guard.text, ' INDEX ' || guard.ident || place, ' INDEX schema_guards_copy_index ON public.schema_guards_copy ');
      return query select 'index', guard.ident, replace(pg_get_indexdef(to_regclass('public.schema_guards_copy_index')),
        ' INDEX schema_guards_copy_index ON public.schema_guards_copy ', ' INDEX ' || guard.ident || place);
      drop index public.schema_guards_copy_index;
    end loop;

    for guard in select t.tgname, t.tgenabled::text as enabled, pg_get_triggerdef(t.oid) as text from pg_trigger t
      where t.tgrelid = original.oid and not t.tgisinternal and t.tgqual is not null
    loop
      execute replace(guard.text, place, ' ON public.schema_guards_copy ');
      return query select 'trigger', original.ident || '.' || t.tgname,
          replace(pg_get_triggerdef(t.oid), ' ON public.schema_guards_copy ', place) || ' ' || guard.enabled
        from pg_trigger t where t.tgrelid = its_copy and t.tgname = guard.tgname;
    end loop;
    drop table public.schema_guards_copy;
  end loop;

  for guard in select c.oid::regclass::text as ident, pg_get_viewdef(c.oid) as text from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
  loop
    execute 'create view public.schema_guards_copy as ' || guard.text;
    return query select 'view', guard.ident, md5(pg_get_viewdef(to_regclass('public.schema_guards_copy')));
    drop view public.schema_guards_copy;
  end loop;
end
$$;

-- Called by the owner at each start; records only after a migration or an upgrade of PostgreSQL.
create function schema_record_guards() returns void language plpgsql as $$
declare
  newest text := (select max(name) from schema_migrations);
  version int := current_setting('server_version_num')::int / 10000;
begin
  if exists (select from schema_guards_source where (newest_migration, server_version) = (newest, version)) then
    return;
  end if;
  delete from schema_guards;
  insert into schema_guards (kind, name, definition, restored)
  select n.kind, n.name, n.definition, coalesce(r.definition, n.definition)
  from schema_guards_now n left join schema_guards_restored() r on r.kind = n.kind and r.name = n.name;
  insert into schema_guards_source (newest_migration, server_version) values (newest, version)
  on conflict (is_only) do update set newest_migration = excluded.newest_migration, server_version = excluded.server_version;
end
$$;

-- Called by the owner at each start. A dump of one database has no rights on the database itself, so everybody could create
-- temporary tables again, which come before others. And ids of transactions count on a server and start again on a new one:
-- one that this server has not reached is of the server that was dumped, whose transactions have ended. Nothing waits for it,
-- and devices load everything again. Returns whether there was such an id.
--
-- Locks    a table with such an id; otherwise nothing.
create function schema_finish_restore() returns boolean language plpgsql set search_path = pg_catalog, public as $$
declare
  stored record;
  is_of_other boolean;
  was_restored boolean := false;
begin
  if has_database_privilege('public', current_database(), 'temporary') then
    execute format('revoke create, temporary on database %I from public', current_database());
  end if;
  for stored in select a.attrelid::regclass as place, quote_ident(a.attname) as id
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'xid8'::regtype and not a.attisdropped
  loop
    execute format('select exists (select from %s where %s > pg_snapshot_xmax(pg_current_snapshot()))', stored.place, stored.id)
      into is_of_other;
    continue when not is_of_other;
    was_restored := true;
    -- The next statement sees what others have committed until now, and no id beyond it.
    execute format('lock table %s in share row exclusive mode', stored.place);
    if stored.place = 'member_events'::regclass then
      delete from member_events where transaction_id > pg_snapshot_xmax(pg_current_snapshot());
      -- The outbox is complete from its oldest row onwards.
      insert into member_events (member_ids, events, created_at) values ('{}', '[]', now());
    else
      execute format('update %s set %s = ''0'' where %2$s > pg_snapshot_xmax(pg_current_snapshot())', stored.place, stored.id);
    end if;
  end loop;
  return was_restored;
end
$$;

grant select on schema_guards_now, schema_guards to tern_app;
