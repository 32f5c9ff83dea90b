-- feature: transparency
-- The heads of all chains of a minute are one entry of the public log (ADR 89).

-- The entry of the log that contains the head of each segment; null for those from before.
alter table transparency_segments add column entry_index bigint references public_log_entries (index);
create index transparency_segments_of_entry on transparency_segments (entry_index, instrument_id) where entry_index is not null;
