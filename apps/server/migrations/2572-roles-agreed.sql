-- feature: kernel
-- An account has no role that there is not, a role that ended is held by nobody, and roles change as two operators agreed (ADR 108). It
-- stands behind the features, because it reads the proposals of operators.

alter table operators drop constraint operators_roles;

-- Agreed changes that were carried out, each once: an old one gives no permission back.
create table role_changes_done (
  change_id bigint primary key references role_changes (id),
  done_at timestamptz not null default now()
);

grant select on role_changes_done to tern_app;

-- Locks the roles, so that none ends while it is given.
create function operators_refuse_unknown_role() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from operator_roles r where r.key = any(new.roles) for share;
  if exists (
    select from unnest(new.roles) as f (key)
    where not exists (select from operator_roles r where r.key = f.key and r.ended_at is null)
  ) then
    raise exception 'there is no such role' using errcode = 'check_violation', constraint = 'operators_roles';
  end if;
  return new;
end
$$;
create trigger operators_roles_exist before insert or update of roles on operators for each row
  execute function operators_refuse_unknown_role();

-- A role keeps its key and its name, and each version follows the one before.
create function operator_roles_refuse_other_course() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if (new.id, new.key, new.name) is distinct from (old.id, old.key, old.name) or old.ended_at is not null or new.version <> old.version + 1 then
    raise exception 'a role keeps its name, and changes one version at a time' using errcode = 'check_violation', constraint = 'operator_roles_course';
  end if;
  if new.ended_at is not null and exists (select from operators o where new.key = any(o.roles)) then
    raise exception 'an operator holds this role' using errcode = 'check_violation', constraint = 'operator_roles_unheld';
  end if;
  return new;
end
$$;
create trigger operator_roles_course before update on operator_roles for each row execute function operator_roles_refuse_other_course();
create trigger operator_roles_kept before delete or truncate on operator_roles
  for each statement execute function refuse_write('a role that ended stays known');

-- For the server's role; what the owner of the database writes is found by the audit.
create function operator_roles_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  wanted text := case when tg_op = 'INSERT' then 'add' when new.ended_at is null then 'edit' else 'end' end;
  taken bigint;
begin
  -- There is one of this key: nothing is inserted.
  if tg_op = 'INSERT' and exists (select from operator_roles where key = new.key) then
    return new;
  end if;
  select c.id into taken from role_changes c
  where (c.change, c.role_key, c.name, c.base_version) = (wanted, new.key, new.name, new.version - 1)
    and c.permissions @> new.permissions and c.permissions <@ new.permissions
    and exists (select from reviews_agreed a where a.kind = 'role' and a.subject_id = c.id)
    and not exists (select from role_changes_done d where d.change_id = c.id)
  order by c.id limit 1;
  if taken is null then
    raise exception 'two operators have not agreed to this role' using errcode = 'insufficient_privilege', constraint = 'operator_roles_agreed';
  end if;
  insert into role_changes_done (change_id) values (taken);
  return new;
end
$$;
create trigger operator_roles_only_agreed before insert or update on operator_roles for each row
  when (current_user = 'tern_app') execute function operator_roles_refuse_unagreed();

grant insert (key, name, permissions), update (permissions, version, ended_at) on operator_roles to tern_app;
