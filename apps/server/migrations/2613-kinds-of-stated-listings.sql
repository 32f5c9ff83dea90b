-- feature: transparency
-- Listings and delistings that two people decided are stated for the public log too (ADR 89, 101).

alter table transparency_facts drop constraint transparency_facts_kind;
alter table transparency_facts add constraint transparency_facts_kind
  check (kind in ('seed', 'setting', 'product', 'operator', 'key', 'audit', 'figures', 'day', 'listing', 'delisting'));
