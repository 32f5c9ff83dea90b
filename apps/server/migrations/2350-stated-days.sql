-- feature: transparency
-- Days that two people signed are stated for the public log too (ADR 89, 96).

alter table transparency_facts drop constraint transparency_facts_kind;
alter table transparency_facts add constraint transparency_facts_kind
  check (kind in ('seed', 'setting', 'product', 'operator', 'key', 'audit', 'figures', 'day'));
drop index transparency_facts_once;
create unique index transparency_facts_once on transparency_facts (kind, subject_id) where kind in ('seed', 'key', 'audit', 'day');

-- What is signed is made by the database for its readers too.
grant execute on function transparency_plain_json, transparency_hash to tern_app;
