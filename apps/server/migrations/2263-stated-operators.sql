-- feature: kernel
-- Operators with their roles are stated for the public log (ADR 89).

-- Of a password and the secret of codes only a hash: both are stored hashed or encrypted under a random salt.
create function operators_state(operator operators) returns void language sql as $$
  select transparency_state('operator', operator.id, array['tern operator 1', operator.id::text,
    (select coalesce(string_agg(r, ',' order by r collate "C"), '') from unnest(operator.roles) r),
    case when operator.is_active then 'active' else 'inactive' end,
    transparency_hash(coalesce(operator.password_hash, '') || '|' || coalesce(encode(operator.sealed_totp, 'hex'), ''))])
$$;
create function operators_state_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform operators_state(new);
  return null;
end
$$;
create trigger operators_stated after insert on operators for each row execute function operators_state_change();
create trigger operators_restated after update on operators for each row
  when ((new.roles, new.is_active, new.password_hash, new.sealed_totp)
    is distinct from (old.roles, old.is_active, old.password_hash, old.sealed_totp))
  execute function operators_state_change();

select count(operators_state(f.operator)) from (select o as operator from operators o order by o.id) f;
