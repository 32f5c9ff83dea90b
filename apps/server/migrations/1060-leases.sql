-- feature: kernel
-- The programs of a deployment and the work each has the right to do (ADR 57). Times are the database's own.

-- A program lives as long as its heartbeat is at most two seconds old.
create table programs (
  -- Drawn at each start.
  id text primary key,
  -- "host-1 4711", for people.
  name text not null,
  roles text[] not null,
  version text not null,
  -- The newest migration that it knows.
  schema text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- How far its clock is ahead of the database's, in milliseconds.
  clock_offset bigint not null,
  -- Whether it takes leases: not while it stops, or its clock is wrong.
  competes boolean not null,
  -- Settings that all programs share (ADR 65): by name a fingerprint, never the value. Empty: it is not set.
  settings jsonb not null default '{}'
);

-- Free without a living program. Each take-over begins a new epoch.
create table leases (
  -- "active", "pricing", "spot.engine.12", "job.loan.collect"
  name text primary key,
  epoch bigint not null check (epoch >= 0),
  program text
);

-- Programs take leases one after the other: a statement that began while another took some would not see that program.
create table leases_taking_lock (
  is_only boolean primary key default true check (is_only)
);
insert into leases_taking_lock default values;

create trigger leases_epoch_grows before update on leases for each row
  when (new.epoch < old.epoch or (new.program is not null and new.program is distinct from old.program and new.epoch = old.epoch))
  execute function refuse_write('a lease changes its program only in a new epoch', 'leases_epoch_grows');

grant select, insert, delete on programs to tern_app;
grant update (heartbeat_at, clock_offset, competes) on programs to tern_app;
grant select, insert on leases to tern_app;
grant update (epoch, program) on leases to tern_app;
grant select, update on leases_taking_lock to tern_app;
