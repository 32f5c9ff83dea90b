-- feature: operators
-- Locks of operators' accounts: any operator locks a colleague, or the own account, for a day; a second one confirms it for longer
-- (ADR 90).

create table operator_locks (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  reason text not null check (reason <> ''),
  locked_by bigint not null references operators (id),
  began_at timestamptz not null,
  -- When it ends by itself; null: when operators unlock the account.
  until timestamptz,
  confirmed_by bigint references operators (id),
  confirmed_at timestamptz,
  -- The first of the two who unlock a confirmed lock.
  asked_by bigint references operators (id),
  asked_at timestamptz,
  ended_by bigint references operators (id),
  ended_at timestamptz,
  constraint operator_locks_one_person check (confirmed_by is not null or coalesce(until > began_at and until <= began_at + interval '24 hours', false)),
  constraint operator_locks_two_people check (confirmed_by <> locked_by and confirmed_by <> operator_id),
  constraint operator_locks_not_own check (ended_by <> operator_id and asked_by <> operator_id),
  constraint operator_locks_lifted_by_two check (ended_by is null or confirmed_by is null or coalesce(asked_by <> ended_by, false)),
  constraint operator_locks_ended check (ended_by is null or ended_at is not null)
);
create unique index operator_locks_running on operator_locks (operator_id) where ended_at is null;

-- It is confirmed once and ends once; what was decided never changes.
create function operator_locks_refuse_change() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a lock ends once' using errcode = 'insufficient_privilege';
  end if;
  if old.confirmed_by is not null
    and (new.confirmed_by, new.confirmed_at, new.until) is distinct from (old.confirmed_by, old.confirmed_at, old.until) then
    raise exception 'a lock is confirmed once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger operator_locks_in_turn before update on operator_locks for each row execute function operator_locks_refuse_change();
create trigger operator_locks_kept before delete or truncate on operator_locks for each statement execute function refuse_write('locks are kept');

grant select, insert on operator_locks to tern_app;
grant update (until, confirmed_by, confirmed_at, asked_by, asked_at, ended_by, ended_at) on operator_locks to tern_app;

-- A locked operator opens no session.
create function operator_sessions_refuse_locked() returns trigger language plpgsql as $$
begin
  if exists (
    select from operator_locks
    where operator_id = new.operator_id and ended_at is null and (until is null or until > new.created_at)
  ) then
    raise exception 'this account is locked' using errcode = 'check_violation', constraint = 'operator_sessions_unlocked';
  end if;
  return new;
end
$$;
create trigger operator_sessions_unlocked before insert or update of token_hash on operator_sessions for each row
  execute function operator_sessions_refuse_locked();
