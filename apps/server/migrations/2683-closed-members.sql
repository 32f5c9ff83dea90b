-- feature: kernel
-- Members whose accounts are closed, in the order in which each day's job goes through them.
create index members_closed on members (id) where closed_at is not null;
