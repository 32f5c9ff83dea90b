-- feature: kernel
-- An account made by two operators has no password before its owner chooses one (ADR 0036).

alter table operators alter column password_hash drop not null;
grant update (password_hash) on operators to tern_app;
