-- feature: kernel
-- What a database is for good: its mode, its key, and that it was started.


-- Mode --------------------------------------------------------------------------------------------

-- Paper money exists in paper mode only. The owner of the database writes the mode at each start until the first one is over; the
-- program can only read it. In live mode the house has no money but what it received (ADR 62).
create table deployment_mode (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('paper', 'live')),
  -- Null until the first start, which decides it.
  decided_at timestamptz
);
insert into deployment_mode (mode) values ('paper');

create function deployment_mode_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.decided_at is not null then
    raise exception 'the mode of a database is final' using errcode = 'insufficient_privilege', constraint = 'deployment_mode_is_final';
  end if;
  if new.mode = 'live' and exists (select from ledger_entries) then
    raise exception 'a journal of paper money cannot become live' using errcode = 'check_violation', constraint = 'deployment_mode_is_final';
  end if;
  return new;
end
$$;
create trigger deployment_mode_final before update or delete on deployment_mode
  for each row execute function deployment_mode_refuse_change();
create trigger deployment_mode_stays before truncate on deployment_mode
  for each statement execute function deployment_mode_refuse_change();

create function is_live() returns boolean language sql stable parallel safe as $$
  select exists (select from deployment_mode m where m.mode = 'live')
$$;

grant select on deployment_mode to tern_app;
grant execute on function is_live to tern_app;


-- Key ---------------------------------------------------------------------------------------------

-- Which `secrets.key` the secrets in this database are sealed with (ADR 59). Written by the first program that starts with it, compared
-- by every other. If the file is lost for good, the owner of the database deletes the row: the next start takes the key it finds or
-- draws, and what was sealed before stays closed.
create table deployment_key (
  is_only boolean primary key default true check (is_only),
  -- SHA-256 of the key and a fixed text: tells two keys apart and says nothing about either.
  fingerprint text not null
);

grant select, insert on deployment_key to tern_app;


-- First start -------------------------------------------------------------------------------------

-- One program does it, those that start beside it wait until it is done (ADR 66). Times are the database's own.
create table first_start (
  is_only boolean primary key default true check (is_only),
  -- Drawn by the program that does it now, which renews its claim; later others may claim it.
  claimed_by text,
  claimed_until timestamptz not null default '-infinity',
  -- Final.
  done_at timestamptz
);
insert into first_start default values;

create trigger first_start_final before update on first_start for each row
  when (old.done_at is not null) execute function refuse_write('the first start is done once', 'first_start_is_final');

grant select on first_start to tern_app;
grant update (claimed_by, claimed_until, done_at) on first_start to tern_app;
