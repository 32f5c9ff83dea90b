-- feature: operators
-- Announced versions of settings, limits and fees are stated for the public log (ADR 89).

create function setting_versions_state(version setting_versions, in_state text) returns void language sql as $$
  select transparency_state('setting', version.id, array['tern setting version 1', version.id::text, version.key,
    transparency_ms(version.effective_at), transparency_hash(d.content), in_state], d.content)
  from transparency_plain_json(version.value) d(content)
$$;
create function setting_versions_state_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform setting_versions_state(new, new.state);
  return null;
end
$$;
create trigger setting_versions_stated after insert on setting_versions
  for each row when (new.state in ('announced', 'inForce')) execute function setting_versions_state_change();
create trigger setting_versions_restated after update on setting_versions for each row
  when ((new.state in ('announced', 'inForce') or old.state in ('announced', 'inForce'))
    and (new.key, new.value, new.effective_at, new.state) is distinct from (old.key, old.value, old.effective_at, old.state))
  execute function setting_versions_state_change();

select count(setting_versions_state(f.version, f.state)) from (
  select v as version, s.state from setting_versions v cross join (values (1, 'announced'), (2, 'inForce')) s(place, state)
  where v.state = 'inForce' or v.state = 'announced' and s.state = 'announced' order by v.id, s.place
) f;
