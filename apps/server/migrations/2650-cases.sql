-- feature: kernel
-- Cases: what is suspected of a member, what people found and wrote, and what two of them decided (ADR 111).

create table cases (
  id bigint generated always as identity (start with 101) primary key,
  member_id bigint not null references members (id),
  source text not null check (source in ('hit', 'rule', 'person')),
  opened_by bigint references operators (id),
  why text not null check (why <> '' and length(why) <= 200),
  owner_id bigint references operators (id),
  -- Of the customer when it was opened: an account that is closed keeps none of it.
  email text not null,
  country_code text not null,
  phone text not null,
  due_at timestamptz not null,
  opened_at timestamptz not null,
  outcome text check (outcome in ('cleared', 'reported')),
  closed_at timestamptz,
  constraint cases_opened check ((source = 'person') = (opened_by is not null)),
  constraint cases_ended check ((outcome is null) = (closed_at is null))
);
-- What is found of a member later joins the case that is open.
create unique index cases_one_open on cases (member_id) where closed_at is null;
create index cases_of_member on cases (member_id, id desc);
create index cases_due on cases (due_at, id) where closed_at is null;
create index cases_closed on cases (closed_at desc, id desc) where closed_at is not null;

-- Why it is open: each with its weight, which add up.
create table case_alerts (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  hit_id bigint references screening_hits (id),
  points smallint not null check (points between 1 and 100),
  found text not null check (found <> '' and length(found) <= 1500),
  created_at timestamptz not null,
  constraint case_alerts_once unique (case_id, hit_id)
);
create index case_alerts_of_hit on case_alerts (hit_id) where hit_id is not null;

-- What happened in it, notes too. Those of level compliance are not for auditors.
create table case_events (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,29}$'),
  operator_id bigint references operators (id),
  level text check (level in ('case', 'compliance')),
  body text not null default '' check (length(body) <= 500),
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  constraint case_events_notes check ((kind = 'note') = (level is not null))
);
create index case_events_of_case on case_events (case_id, id desc);

-- What one person proposes and another one agrees to.
create table case_proposals (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  act text not null check (act in ('clear', 'restrict', 'lift', 'report')),
  parts text[] not null check (parts <@ array['withdrawals', 'payouts', 'trading', 'deposits']),
  reason text not null check (reason <> '' and length(reason) <= 500),
  proposed_by bigint not null references operators (id),
  proposed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'agreed', 'declined', 'withdrawn')),
  decided_by bigint references operators (id),
  decided_at timestamptz,
  decided_reason text not null default '' check (length(decided_reason) <= 500),
  constraint case_proposals_parts check ((act = 'restrict') = (cardinality(parts) > 0)),
  constraint case_proposals_decided check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)),
  constraint case_proposals_two_people check (state not in ('agreed', 'declined') or decided_by <> proposed_by),
  constraint case_proposals_withdrawn check (state <> 'withdrawn' or decided_by = proposed_by)
);
create unique index case_proposals_one on case_proposals (case_id) where state = 'open';
create index case_proposals_of_case on case_proposals (case_id, id desc);

-- What waits for a member, without a word: 72 hours by one person, 30 days by two.
create table member_restrictions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  case_id bigint not null references cases (id) on delete cascade,
  proposal_id bigint not null references case_proposals (id) on delete cascade,
  parts text[] not null,
  since timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  constraint member_restrictions_ends check (until > since)
);
create unique index member_restrictions_one on member_restrictions (member_id) where ended_at is null;
create index member_restrictions_of_case on member_restrictions (case_id, id desc);
create index member_restrictions_due on member_restrictions (until) where ended_at is null;

-- Follows from member_restrictions, so that whoever reads a member knows it.
alter table members add column is_trading_stopped boolean not null default false;

create trigger cases_begin_open before insert on cases for each row
  when (new.closed_at is not null) execute function refuse_write('a case starts open', 'cases_begin_open');

create function cases_refuse_change() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null
    or (new.id, new.member_id, new.source, new.opened_by, new.why, new.email, new.country_code, new.phone, new.due_at, new.opened_at)
    is distinct from (old.id, old.member_id, old.source, old.opened_by, old.why, old.email, old.country_code, old.phone, old.due_at, old.opened_at) then
    raise exception 'a case stays as it was opened and closed' using errcode = 'insufficient_privilege', constraint = 'cases_stay';
  end if;
  if new.closed_at is null or exists (
    select from case_proposals p where p.case_id = new.id and p.state = 'agreed'
      and (p.act, new.outcome) in (('clear', 'cleared'), ('report', 'reported'))
  ) then
    return new;
  end if;
  -- Two people have said of each hit that it is someone else, or the list dropped it, and nobody had begun to work on the case.
  if new.outcome = 'cleared' and old.owner_id is null
    and exists (select from case_alerts a where a.case_id = new.id)
    and not exists (
      select from case_alerts a left join screening_hits h on h.id = a.hit_id
      where a.case_id = new.id and (h.id is null or h.state not in ('notSame', 'gone'))
    )
    and not exists (select from case_events e where e.case_id = new.id and e.operator_id is not null and e.kind <> 'hit') then
    return new;
  end if;
  raise exception 'two people close a case' using errcode = 'insufficient_privilege', constraint = 'cases_two_people';
end
$$;
create trigger cases_two_people before update on cases for each row execute function cases_refuse_change();

-- Five years after it was closed (docs/retention.md).
create trigger cases_kept before delete on cases for each row
  when (old.closed_at is null or old.closed_at > now() - interval '5 years')
  execute function refuse_write('a case is kept for five years', 'cases_kept');

-- What belongs to a case goes with it, and not before.
create function case_parts_refuse_delete() returns trigger language plpgsql as $$
begin
  if exists (select from cases where id = old.case_id) then
    raise exception 'what belongs to a case stays with it' using errcode = 'insufficient_privilege', constraint = tg_table_name || '_kept';
  end if;
  return old;
end
$$;
create trigger case_alerts_kept before delete on case_alerts for each row execute function case_parts_refuse_delete();
create trigger case_events_kept before delete on case_events for each row execute function case_parts_refuse_delete();
create trigger case_proposals_kept before delete on case_proposals for each row execute function case_parts_refuse_delete();
create trigger member_restrictions_kept before delete on member_restrictions for each row execute function case_parts_refuse_delete();
create trigger case_alerts_append_only before update or truncate on case_alerts
  for each statement execute function refuse_write('an alert of a case does not change');
create trigger case_events_append_only before update or truncate on case_events
  for each statement execute function refuse_write('what was written in a case does not change');

create function case_parts_refuse_closed() returns trigger language plpgsql as $$
begin
  if exists (select from cases where id = new.case_id and closed_at is not null) then
    raise exception 'case % is closed', new.case_id using errcode = 'insufficient_privilege', constraint = 'cases_open';
  end if;
  return new;
end
$$;
create trigger case_alerts_of_open before insert on case_alerts for each row execute function case_parts_refuse_closed();
create trigger case_proposals_of_open before insert on case_proposals for each row execute function case_parts_refuse_closed();

create trigger case_proposals_begin_open before insert on case_proposals for each row
  when (new.state <> 'open') execute function refuse_write('a proposal starts open', 'case_proposals_begin_open');
create function case_proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (new.id, new.case_id, new.act, new.parts, new.reason, new.proposed_by, new.proposed_at)
    is distinct from (old.id, old.case_id, old.act, old.parts, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'a proposal is decided once' using errcode = 'insufficient_privilege', constraint = 'case_proposals_once';
  end if;
  return new;
end
$$;
create trigger case_proposals_once before update on case_proposals for each row execute function case_proposals_refuse_change();

create function member_restrictions_refuse_unfounded() returns trigger language plpgsql as $$
declare
  proposal case_proposals;
begin
  select p.* into strict proposal from case_proposals p where p.id = new.proposal_id;
  if new.ended_at is not null or proposal.act <> 'restrict' or proposal.case_id <> new.case_id or proposal.parts <> new.parts
    or new.member_id <> (select c.member_id from cases c where c.id = new.case_id)
    or (case proposal.state
      when 'open' then new.since <> proposal.proposed_at or new.until > new.since + interval '72 hours'
      when 'agreed' then new.since <> proposal.decided_at or new.until > new.since + interval '30 days'
      else true end) then
    raise exception 'one person restricts for 72 hours, two for 30 days'
      using errcode = 'insufficient_privilege', constraint = 'member_restrictions_founded';
  end if;
  return new;
end
$$;
create trigger member_restrictions_founded before insert on member_restrictions
  for each row execute function member_restrictions_refuse_unfounded();

create function member_restrictions_refuse_change() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null or (new.id, new.member_id, new.case_id, new.proposal_id, new.parts, new.since, new.until)
    is distinct from (old.id, old.member_id, old.case_id, old.proposal_id, old.parts, old.since, old.until) then
    raise exception 'a restriction ends once' using errcode = 'insufficient_privilege', constraint = 'member_restrictions_stay';
  end if;
  if new.ended_at < old.until and not exists (
    select from case_proposals p join cases c on c.id = p.case_id
    where c.member_id = new.member_id and p.state = 'agreed' and p.act in ('restrict', 'lift', 'clear') and p.decided_at = new.ended_at
  ) then
    raise exception 'two people lift a restriction before its time'
      using errcode = 'insufficient_privilege', constraint = 'member_restrictions_two_people';
  end if;
  return new;
end
$$;
create trigger member_restrictions_two_people before update on member_restrictions
  for each row execute function member_restrictions_refuse_change();

create function member_restrictions_mark_member() returns trigger language plpgsql as $$
begin
  update members m set is_trading_stopped = stops.trading from (
    select exists (
      select from member_restrictions r where r.member_id = new.member_id and r.ended_at is null and 'trading' = any(r.parts)
    ) as trading
  ) stops
  where m.id = new.member_id and m.is_trading_stopped <> stops.trading;
  return null;
end
$$;
create trigger member_restrictions_mark after insert or update on member_restrictions
  for each row execute function member_restrictions_mark_member();

create function members_refuse_false_stop() returns trigger language plpgsql as $$
begin
  if new.is_trading_stopped <> exists (
    select from member_restrictions r where r.member_id = new.id and r.ended_at is null and 'trading' = any(r.parts)
  ) then
    raise exception 'the stop of a member follows from member_restrictions' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger members_stop_founded before update of is_trading_stopped on members for each row
  when (new.is_trading_stopped is distinct from old.is_trading_stopped) execute function members_refuse_false_stop();
create trigger members_stop_unfounded before insert on members for each row
  when (new.is_trading_stopped) execute function members_refuse_false_stop();

-- Whether this part waits. A restriction ends at its time, also where no job has ended its row yet.
create function is_part_restricted(of_member bigint, part text) returns boolean language sql stable as $$
  select exists (
    select from member_restrictions r where r.member_id = of_member and r.ended_at is null and r.until > now() and part = any(r.parts)
  )
$$;
grant execute on function is_part_restricted(bigint, text) to tern_app;

-- As before, and whose trading is stopped. Refuses: members_known, members_not_frozen, members_not_staff, members_not_stopped.
create or replace function members_refuse_frozen(ids bigint[]) returns void language plpgsql stable as $$
declare
  is_unknown boolean;
  is_frozen_now boolean;
  is_staff_now boolean;
begin
  select m.id is null, m.is_frozen, m.is_staff into is_unknown, is_frozen_now, is_staff_now
  from unnest(ids) as i(id) left join members m on m.id = i.id
  where m.id is null or m.is_frozen or m.is_staff or m.is_trading_stopped and is_part_restricted(m.id, 'trading') limit 1;
  if is_unknown then
    raise exception 'no member has this id' using errcode = 'foreign_key_violation', constraint = 'members_known';
  elsif is_frozen_now then
    raise exception 'a member is frozen' using errcode = 'check_violation', constraint = 'members_not_frozen';
  elsif is_staff_now then
    raise exception 'an account of an operator does not trade' using errcode = 'check_violation', constraint = 'members_not_staff';
  elsif found then
    raise exception 'a member does not trade now' using errcode = 'check_violation', constraint = 'members_not_stopped';
  end if;
end
$$;

-- Of a kind of request, by the restriction of its member.
create function restriction_stops(of_kind text, of_member bigint) returns boolean language sql stable as $$
  select case of_kind
    when 'withdrawal' then is_part_restricted(of_member, 'withdrawals')
    when 'payout' then is_part_restricted(of_member, 'payouts')
    when 'deposit' then is_part_restricted(of_member, 'deposits')
    when 'wire' then is_part_restricted(of_member, 'deposits')
    else false end
$$;

-- A restriction stops a request as a hit does: reviewers read "being checked" of both.
create or replace function screening_stops(of_kind text, of_subject bigint, of_member bigint) returns boolean language sql stable as $$
  select restriction_stops(of_kind, of_member) or exists (
    select from screening_hits h join screening_values v on v.id = h.value_id
    where h.member_id = of_member and h.state in ('open', 'match') and (
      v.what = 'person' and of_kind in ('identity', 'withdrawal', 'payout')
      or exists (select from screening_records r where r.value_id = v.id and r.kind = of_kind and r.subject_id = of_subject)
    )
  )
$$;

-- Who names one address or payee.
create index screening_values_alike on screening_values (what, value_key);

-- Hits that were open before there were cases.
insert into cases (member_id, source, why, email, country_code, phone, due_at, opened_at)
select m.id, 'hit', 'Name or address like one on a list', m.email, m.country_code, m.phone, now() + interval '48 hours', now()
from members m where exists (select from screening_hits h where h.member_id = m.id and h.state = 'open');
insert into case_alerts (case_id, hit_id, points, found, created_at)
select c.id, h.id, case v.what when 'address' then 80 else greatest(h.score - 40, 1) end, v.value || ' is like ' || h.matched, now()
from screening_hits h join cases c on c.member_id = h.member_id join screening_values v on v.id = h.value_id where h.state = 'open';

grant select, insert, delete on cases to tern_app;
grant update (owner_id, outcome, closed_at) on cases to tern_app;
grant select, insert on case_alerts, case_events, case_proposals, member_restrictions to tern_app;
grant update (state, decided_by, decided_at, decided_reason) on case_proposals to tern_app;
grant update (ended_at) on member_restrictions to tern_app;
grant execute on function restriction_stops(text, bigint) to tern_app;
