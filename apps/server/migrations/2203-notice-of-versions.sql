-- feature: operators
-- A version of a setting, limit or fee is announced for an hour at least before it is in force (ADR 25).

alter table setting_versions add column announced_at timestamptz;
update setting_versions set announced_at = least(created_at, effective_at - interval '1 hour') where state in ('announced', 'inForce');

alter table setting_versions
  add constraint setting_versions_within_floors check (setting_within_floors(key, value)) not valid,
  add constraint setting_versions_notice check (
    state not in ('announced', 'inForce') or coalesce(effective_at >= announced_at + interval '1 hour', false));

-- The time of the announcement is that of the second approval, once; the end of the notice never comes nearer afterwards.
create function setting_versions_refuse_shorter() returns trigger language plpgsql as $$
begin
  if old.announced_at is not null and (new.announced_at, new.effective_at) is distinct from (old.announced_at, old.effective_at) then
    raise exception 'the notice of a version does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.announced_at < old.created_at then
    raise exception 'a version is announced after it was proposed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger setting_versions_noticed before update on setting_versions for each row execute function setting_versions_refuse_shorter();
grant update (announced_at) on setting_versions to tern_app;
