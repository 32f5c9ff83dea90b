-- feature: kernel
-- The oldest row that is kept tells from where on the outbox is complete. So there is always one, from the start.

insert into member_events (member_ids, events, created_at) values ('{}', '[]', now());
