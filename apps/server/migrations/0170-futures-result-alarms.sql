-- feature: futures
-- Alarms for results outside what chance allows: what was counted of each account, market and the house, and what it led to (ADR 0066).

-- Contracts are counted in the order of their ids, each once: with the counts, in one transaction.
create table futures_result_cursor (
  is_only boolean primary key default true check (is_only),
  counted_to bigint not null
);
insert into futures_result_cursor (counted_to) values (0);

-- Sums over contracts that do not overlap. Those of past periods are removed.
create table futures_result_lanes (
  subject text not null check (subject in ('account', 'market', 'house')),
  -- A member, an instrument; 0 for the house.
  subject_id bigint not null,
  period timestamptz not null,
  lane smallint not null check (lane >= 0),
  known_at timestamptz not null,
  wins bigint not null check (wins >= 0),
  losses bigint not null check (losses >= 0),
  ties bigint not null check (ties >= 0),
  net numeric(38, 18) not null,
  expected_net numeric(38, 18) not null,
  squares numeric(38, 18) not null check (squares >= 0),
  primary key (subject, subject_id, period, lane)
);
create index futures_result_lanes_past on futures_result_lanes (period);

create table futures_result_alarms (
  id bigint generated always as identity (start with 101) primary key,
  subject text not null check (subject in ('account', 'market', 'house')),
  member_id bigint references members (id),
  instrument_id smallint references instruments (id),
  period timestamptz not null,
  -- Members won more than chance allows, or less.
  side text not null check (side in ('above', 'below')),
  wins bigint not null,
  losses bigint not null,
  ties bigint not null,
  wins_limit bigint not null,
  net numeric(38, 18) not null,
  expected_net numeric(38, 18) not null,
  net_limit numeric(38, 18) not null,
  raised_at timestamptz not null,
  updated_at timestamptz not null,
  reviewed_by bigint references operators (id),
  reviewed_at timestamptz,
  reason text check (reason <> ''),
  check ((subject = 'account') = (member_id is not null) and (subject = 'market') = (instrument_id is not null)),
  check (num_nonnulls(reviewed_by, reviewed_at, reason) in (0, 3))
);
create unique index futures_result_alarms_open on futures_result_alarms
  (subject, coalesce(member_id, 0), coalesce(instrument_id, 0), period, side) where reviewed_at is null;

create function futures_result_alarms_refuse_change() returns trigger language plpgsql as $$
begin
  if old.reviewed_at is not null then
    raise exception 'an alarm that was reviewed does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger futures_result_alarms_reviewed_once before update on futures_result_alarms
  for each row execute function futures_result_alarms_refuse_change();
create trigger futures_result_alarms_kept before delete or truncate on futures_result_alarms
  for each statement execute function futures_refuse_change();

grant select on futures_result_cursor to tern_app;
grant update (counted_to) on futures_result_cursor to tern_app;
grant select, insert, update, delete on futures_result_lanes to tern_app;
grant select, insert on futures_result_alarms to tern_app;
grant update (wins, losses, ties, wins_limit, net, expected_net, net_limit, updated_at, reviewed_by, reviewed_at, reason)
  on futures_result_alarms to tern_app;
