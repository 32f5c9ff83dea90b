-- feature: swap
-- The swaps of a day, for what members traded in it.
create index swaps_by_time on swaps using brin (created_at) with (autosummarize = on);
