-- feature: kernel
-- Two people may give a role another name. No two roles ever have one name at a time (ADR 108).

create or replace function operator_roles_refuse_other_course() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if (new.id, new.key) is distinct from (old.id, old.key) or old.ended_at is not null or new.version <> old.version + 1 then
    raise exception 'a role keeps its key, and changes one version at a time' using errcode = 'check_violation', constraint = 'operator_roles_course';
  end if;
  if new.ended_at is not null and (new.name <> old.name or exists (select from operators o where new.key = any(o.roles))) then
    raise exception 'an operator holds this role' using errcode = 'check_violation', constraint = 'operator_roles_unheld';
  end if;
  return new;
end
$$;

-- One change at a time: the later one sees the name that the earlier one took.
create function operator_roles_refuse_same_name() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from operator_roles r order by r.id limit 1 for update;
  if exists (select from operator_roles r where r.key <> new.key and lower(r.name) = lower(new.name)) then
    raise exception 'another role has or had this name' using errcode = 'unique_violation', constraint = 'operator_roles_names';
  end if;
  return new;
end
$$;
create trigger operator_roles_names before insert or update of name on operator_roles for each row
  execute function operator_roles_refuse_same_name();

grant update (name) on operator_roles to tern_app;
