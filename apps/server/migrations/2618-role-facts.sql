-- feature: transparency
-- Roles of operators are stated for the public log too (ADR 89, 108).

alter table transparency_facts drop constraint transparency_facts_kind;
alter table transparency_facts add constraint transparency_facts_kind
  check (kind in ('seed', 'setting', 'product', 'operator', 'key', 'audit', 'figures', 'day', 'listing', 'delisting', 'role'));
