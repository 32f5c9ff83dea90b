-- feature: funding
-- A new bank card waits like a new withdrawal address before it may be paid to. Those of before have waited.

alter table bank_cards add column usable_from timestamptz not null default now();
