-- feature: kernel
-- Roles with their permissions are stated for the public log, where operators stand with their roles (ADR 89, 108).

create function operator_roles_state(role operator_roles) returns void language sql as $$
  select transparency_state('role', role.id, array['tern role 1', role.id::text, role.key, role.version::text,
    (select string_agg(p, ',' order by p collate "C") from unnest(role.permissions) p),
    case when role.ended_at is null then 'inForce' else 'ended' end])
$$;
create function operator_roles_state_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform operator_roles_state(new);
  return null;
end
$$;
create trigger operator_roles_stated after insert or update on operator_roles
  for each row execute function operator_roles_state_change();

select count(operator_roles_state(f.role)) from (select r as role from operator_roles r order by r.id) f;
