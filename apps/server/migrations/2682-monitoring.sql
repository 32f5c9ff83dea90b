-- feature: monitoring
-- Rules of monitoring as versions that two people agree to, how far each has looked, and what it found (ADR 116).

create table monitoring_versions (
  id bigint generated always as identity primary key,
  rule text not null check (rule ~ '^[a-z][A-Za-z]{1,39}$'),
  version integer not null check (version > 0),
  -- A version that is off finds nothing.
  is_on boolean not null,
  points smallint not null check (points between 1 and 100),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  reason text not null check (reason <> '' and length(reason) <= 500),
  proposed_by bigint not null references operators (id),
  proposed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'agreed', 'declined', 'withdrawn')),
  decided_by bigint references operators (id),
  decided_at timestamptz,
  decided_reason text not null default '' check (length(decided_reason) <= 500),
  constraint monitoring_versions_numbered unique (rule, version),
  constraint monitoring_versions_decided check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)),
  constraint monitoring_versions_two_people check (state not in ('agreed', 'declined') or decided_by <> proposed_by),
  constraint monitoring_versions_withdrawn check (state <> 'withdrawn' or decided_by = proposed_by)
);
create unique index monitoring_versions_one on monitoring_versions (rule) where state = 'open';
create index monitoring_versions_agreed on monitoring_versions (rule, version desc) where state = 'agreed';

create trigger monitoring_versions_begin_open before insert on monitoring_versions for each row
  when (new.state <> 'open') execute function refuse_write('a version starts open', 'monitoring_versions_begin_open');
create function monitoring_versions_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open'
    or (new.id, new.rule, new.version, new.is_on, new.points, new.parameters, new.reason, new.proposed_by, new.proposed_at)
    is distinct from (old.id, old.rule, old.version, old.is_on, old.points, old.parameters, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'a version is decided once' using errcode = 'insufficient_privilege', constraint = 'monitoring_versions_once';
  end if;
  return new;
end
$$;
create trigger monitoring_versions_once before update on monitoring_versions for each row execute function monitoring_versions_refuse_change();
create trigger monitoring_versions_kept before delete or truncate on monitoring_versions
  for each statement execute function refuse_write('versions of rules are kept');

-- How far a version has read: postings of the journal (source 0), numbers of the record of orders of a market (its id).
create table monitoring_progress (
  version_id bigint not null references monitoring_versions (id),
  source smallint not null check (source >= 0),
  position bigint not null check (position >= 0),
  -- Of a version that was replaced: nothing from before the next one is left to read.
  is_done boolean not null default false,
  primary key (version_id, source)
);
create function monitoring_progress_refuse_back() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.version_id, new.source) is distinct from (old.version_id, old.source)
    or new.position < old.position or old.is_done) then
    raise exception 'what was looked at is not looked at again' using errcode = 'insufficient_privilege', constraint = 'monitoring_progress_forward';
  elsif new.position > coalesce(case when new.source = 0 then (select counted_through from ledger_record_progress)
    else (select last_number from spot_engines where instrument_id = new.source) end, 0) then
    raise exception 'what is not there was not looked at' using errcode = 'insufficient_privilege', constraint = 'monitoring_progress_bounded';
  end if;
  return new;
end
$$;
create trigger monitoring_progress_forward before insert or update on monitoring_progress for each row
  execute function monitoring_progress_refuse_back();

-- What a version found of a member between two times. It is an alert of the case, and goes with it.
create table monitoring_hits (
  id bigint generated always as identity primary key,
  version_id bigint not null references monitoring_versions (id),
  member_id bigint not null references members (id),
  case_id bigint not null references cases (id) on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  found text not null check (found <> '' and length(found) <= 1500),
  created_at timestamptz not null,
  constraint monitoring_hits_window check (until >= since),
  constraint monitoring_hits_once unique (version_id, member_id, until)
);
create index monitoring_hits_newest on monitoring_hits (version_id, id desc);
create index monitoring_hits_of_case on monitoring_hits (case_id);
create index monitoring_hits_of_member on monitoring_hits (member_id, until desc);
create index monitoring_hits_of_time on monitoring_hits (created_at);

-- Of a version in whose force it ends, in a case of the member, of facts that no other hit of the rule has.
create function monitoring_hits_refuse_unfounded() returns trigger language plpgsql as $$
begin
  if not exists (
    select from monitoring_versions v join cases c on c.id = new.case_id
    where v.id = new.version_id and v.state = 'agreed' and v.is_on and v.decided_at < new.until
      and c.member_id = new.member_id and c.closed_at is null
      and not exists (
        select from monitoring_versions n
        where n.rule = v.rule and n.state = 'agreed' and n.version > v.version and n.decided_at < new.until
      )
  ) then
    raise exception 'a hit is of a version in force, in an open case of its member'
      using errcode = 'insufficient_privilege', constraint = 'monitoring_hits_founded';
  elsif exists (
    select from monitoring_versions v join monitoring_versions other on other.rule = v.rule
    join monitoring_hits h on h.version_id = other.id and h.member_id = new.member_id
    where v.id = new.version_id and h.until >= new.since
  ) then
    raise exception 'these facts have a hit' using errcode = 'insufficient_privilege', constraint = 'monitoring_hits_apart';
  end if;
  return new;
end
$$;
create trigger monitoring_hits_founded before insert on monitoring_hits for each row execute function monitoring_hits_refuse_unfounded();
create trigger monitoring_hits_append_only before update or truncate on monitoring_hits
  for each statement execute function refuse_write('a hit does not change');
create trigger monitoring_hits_kept before delete on monitoring_hits for each row execute function case_parts_refuse_delete();

grant select, insert on monitoring_versions, monitoring_hits to tern_app;
grant update (state, decided_by, decided_at, decided_reason) on monitoring_versions to tern_app;
grant select, insert on monitoring_progress to tern_app;
grant update (position, is_done) on monitoring_progress to tern_app;
