-- feature: liabilities
-- Who asked for a snapshot, and when it was published.

alter table liabilities_snapshots
  -- Null: the daily one.
  add column asked_by bigint references operators (id),
  -- Null before, and for those published earlier than this was noted.
  add column published_at timestamptz,
  add constraint liabilities_snapshots_published_at check (published_at is null or entry_index is not null);
