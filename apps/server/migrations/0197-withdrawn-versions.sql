-- feature: operators
-- A version that was announced is withdrawn before its time by one person: what is in force stays (ADR 25).
alter table setting_versions drop constraint setting_versions_state_check;
alter table setting_versions add constraint setting_versions_state_check
  check (state in ('proposed', 'announced', 'inForce', 'rejected', 'withdrawn'));
