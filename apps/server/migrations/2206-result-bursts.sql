-- feature: futures
-- Bursts: results within minutes that chance does not explain. They stop new contracts of the accounts until two people have looked (ADR 88).

alter table futures_result_alarms
  add column kind text not null default 'period' check (kind in ('period', 'burst')),
  -- The first of the two who look at a burst.
  add column first_by bigint references operators (id),
  add column first_at timestamptz,
  add column first_reason text check (first_reason <> ''),
  add constraint futures_result_alarms_first check (num_nonnulls(first_by, first_at, first_reason) in (0, 3)),
  add constraint futures_result_alarms_two_people check (
    kind = 'period' or reviewed_by is null or coalesce(first_by <> reviewed_by, false)),
  add constraint futures_result_alarms_burst check (kind = 'period' or (subject = 'account' and side = 'above'));

create function futures_result_alarms_refuse_second_first() returns trigger language plpgsql as $$
begin
  if old.first_by is not null and (new.first_by, new.first_at, new.first_reason) is distinct from (old.first_by, old.first_at, old.first_reason) then
    raise exception 'who looked first does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger futures_result_alarms_first_once before update on futures_result_alarms
  for each row execute function futures_result_alarms_refuse_second_first();

-- Accounts that place no new contract.
create table futures_stops (
  alarm_id bigint not null references futures_result_alarms (id),
  member_id bigint not null references members (id),
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (alarm_id, member_id)
);
create unique index futures_stops_running on futures_stops (member_id) where ended_at is null;
create index futures_stops_ended on futures_stops (member_id, ended_at desc);

create function futures_stops_refuse_change() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or not exists (select from futures_result_alarms where id = new.alarm_id and reviewed_at is not null) then
    raise exception 'a stop ends once, when two people have looked' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger futures_stops_in_turn before update on futures_stops for each row execute function futures_stops_refuse_change();
create trigger futures_stops_kept before delete or truncate on futures_stops for each statement execute function refuse_write('stops are kept');

grant update (first_by, first_at, first_reason) on futures_result_alarms to tern_app;
grant select, insert on futures_stops to tern_app;
grant update (ended_at) on futures_stops to tern_app;
