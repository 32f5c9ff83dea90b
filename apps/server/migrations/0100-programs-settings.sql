-- feature: kernel
-- Settings that all programs of a deployment share (ADR 65): by name a fingerprint, never the value. Empty: it is not set.
alter table programs add column settings jsonb not null default '{}';
