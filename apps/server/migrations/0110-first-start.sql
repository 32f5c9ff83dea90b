-- feature: kernel
-- The first start on a database: one program does it, those that start beside it wait until it is done (ADR 66). Times are the
-- database's own.

create table first_start (
  is_only boolean primary key default true check (is_only),
  -- Drawn by the program that does it now, which renews its claim; later others may claim it.
  claimed_by text,
  claimed_until timestamptz not null default '-infinity',
  -- Final.
  done_at timestamptz
);
-- A database that has operators or entries was started before.
insert into first_start (done_at)
  select case when exists (select from operators) or exists (select from ledger_entries) then now() end;

create function first_start_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the first start is done once' using errcode = 'insufficient_privilege', constraint = 'first_start_is_final';
end
$$;
create trigger first_start_final before update on first_start for each row
  when (old.done_at is not null) execute function first_start_refuse_change();

grant select on first_start to tern_app;
grant update (claimed_by, claimed_until, done_at) on first_start to tern_app;
