-- feature: kernel
-- Lists of sanctions, what was screened against them, and what two people decide of each hit (ADR 103).

-- Each file that brought something new is a version; the same file again only counts as read.
create table screening_lists (
  version bigint generated always as identity primary key,
  list text not null check (list in ('OFAC', 'OFAC-CONS', 'EU', 'UK', 'UN', 'SAMPLE')),
  published_on date,
  content_hash bytea not null check (length(content_hash) = 32),
  entries integer not null check (entries > 0),
  changed integer not null check (changed >= 0),
  removed integer not null check (removed >= 0),
  imported_at timestamptz not null,
  read_at timestamptz not null
);
create index screening_lists_newest on screening_lists (list, version desc);

-- What a list says now. Hits keep what it said when they were found.
create table screening_entries (
  id bigint generated always as identity primary key,
  list text not null,
  number text not null check (number <> '' and length(number) <= 100),
  -- As canonical JSON: names, births, documents.
  entry jsonb not null,
  content_hash bytea not null check (length(content_hash) = 32),
  is_person boolean not null,
  is_listed boolean not null default true,
  changed_in bigint not null references screening_lists (version),
  constraint screening_entries_once unique (list, number)
);
create index screening_entries_changed on screening_entries (changed_in);

create table screening_names (
  entry_id bigint not null references screening_entries (id),
  -- Latin letters without accents, and the consonants that are heard.
  words text not null,
  sounds text not null
);
create index screening_names_of_entry on screening_names (entry_id);
create index screening_names_written on screening_names using gin (words gin_trgm_ops);
create index screening_names_heard on screening_names using gin (sounds gin_trgm_ops);

create table screening_wallets (
  entry_id bigint not null references screening_entries (id),
  address_key text not null check (address_key <> '')
);
create index screening_wallets_of_entry on screening_wallets (entry_id);
create index screening_wallets_by_address on screening_wallets (address_key);

-- Names and addresses of members and of those who pay them: screened when they are first named, and when a list changes.
create table screening_values (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- person: the member. party: who pays the member, or is paid. address: of a transfer.
  what text not null check (what in ('person', 'party', 'address')),
  value text not null check (value <> '' and length(value) <= 500),
  -- Capital letters and space do not make another one.
  value_key text not null,
  -- The newest version it was screened against; 0: none.
  screened_in bigint not null default 0,
  screened_at timestamptz,
  constraint screening_values_once unique (member_id, what, value_key)
);
create index screening_values_due on screening_values (screened_in, id);

-- Which requests name them.
create table screening_records (
  value_id bigint not null references screening_values (id),
  kind text not null,
  subject_id bigint not null,
  primary key (kind, subject_id, value_id)
);
create index screening_records_of_value on screening_records (value_id);

create table screening_hits (
  id bigint generated always as identity (start with 201) primary key,
  value_id bigint not null references screening_values (id),
  member_id bigint not null references members (id),
  entry_id bigint not null references screening_entries (id),
  entry_hash bytea not null check (length(entry_hash) = 32),
  -- As it was when it was found.
  entry jsonb not null,
  score smallint not null check (score between 1 and 100),
  -- The name of the entry that is most alike, or its address.
  matched text not null,
  -- notSame and match: two people agree. gone: before anyone decided, the list dropped or changed the entry.
  state text not null default 'open' check (state in ('open', 'notSame', 'match', 'gone')),
  -- A decided hit may be asked about again.
  round smallint not null default 1 check (round between 1 and 1000),
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint screening_hits_once unique (value_id, entry_id, entry_hash),
  constraint screening_hits_decided check ((state = 'open') = (decided_at is null))
);
create index screening_hits_open on screening_hits (created_at, id) where state = 'open';
create index screening_hits_stopping on screening_hits (member_id) where state in ('open', 'match');
create index screening_hits_of_entry on screening_hits (entry_id);
create index screening_hits_recent on screening_hits (decided_at desc) where decided_at is not null;

-- One line a person. Two who disagree are followed by a third.
create table screening_decisions (
  hit_id bigint not null references screening_hits (id),
  round smallint not null,
  place smallint not null check (place between 1 and 3),
  operator_id bigint not null references operators (id),
  outcome text not null check (outcome in ('notSame', 'match')),
  -- What it was decided by: birth date, nationality.
  signs text[] not null check (signs <@ array['birth', 'nationality', 'document', 'birthplace', 'photo', 'gender', 'address']),
  reason text not null check (reason <> '' and length(reason) <= 500),
  created_at timestamptz not null,
  primary key (hit_id, round, place),
  constraint screening_decisions_one_each unique (hit_id, round, operator_id)
);

create function screening_decisions_refuse_untrue() returns trigger language plpgsql as $$
declare
  hit screening_hits;
begin
  -- Two people who decide at the same moment follow each other.
  select * into strict hit from screening_hits where id = new.hit_id for update;
  if hit.state <> 'open' or hit.round <> new.round
    or new.place <> 1 + (select count(*) from screening_decisions d where d.hit_id = new.hit_id and d.round = new.round) then
    raise exception 'this hit is not decided now' using errcode = 'check_violation', constraint = 'screening_decisions_in_turn';
  end if;
  return new;
end
$$;
create trigger screening_decisions_in_turn before insert on screening_decisions
  for each row execute function screening_decisions_refuse_untrue();
create trigger screening_decisions_append_only before update or delete or truncate on screening_decisions
  for each statement execute function refuse_write('a decision on a hit does not change');

create trigger screening_hits_begin_open before insert on screening_hits for each row
  when (new.state <> 'open' or new.round <> 1)
  execute function refuse_write('a hit starts open', 'screening_hits_begin_open');

create function screening_hits_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.value_id, new.member_id, new.entry_id, new.entry_hash, new.entry, new.score, new.matched, new.created_at)
    is distinct from (old.id, old.value_id, old.member_id, old.entry_id, old.entry_hash, old.entry, old.score, old.matched, old.created_at) then
    raise exception 'a hit stays as it was found' using errcode = 'insufficient_privilege', constraint = 'screening_hits_stay';
  end if;
  if old.state = 'open' and new.state in ('notSame', 'match') and new.round = old.round then
    if (select count(distinct d.operator_id) from screening_decisions d
      where d.hit_id = new.id and d.round = new.round and d.outcome = new.state) < 2 then
      raise exception 'two people decide a hit' using errcode = 'insufficient_privilege', constraint = 'screening_hits_two_people';
    end if;
    return new;
  end if;
  if old.state = 'open' and new.state = 'gone' and new.round = old.round and not exists (
    select from screening_entries e where e.id = new.entry_id and e.is_listed and e.content_hash = new.entry_hash
  ) then
    return new;
  end if;
  if old.state in ('notSame', 'match') and new.state = 'open' and new.round = old.round + 1 then
    return new;
  end if;
  raise exception 'a hit does not go from % to %', old.state, new.state
    using errcode = 'insufficient_privilege', constraint = 'screening_hits_states';
end
$$;
create trigger screening_hits_states before update on screening_hits
  for each row execute function screening_hits_refuse_change();
create trigger screening_hits_kept before delete or truncate on screening_hits
  for each statement execute function refuse_write('hits are kept');

-- What two people have not said to be someone else stops a request that names it; the name of the member stops all that leaves.
create function screening_stops(of_kind text, of_subject bigint, of_member bigint) returns boolean language sql stable as $$
  select exists (
    select from screening_hits h join screening_values v on v.id = h.value_id
    where h.member_id = of_member and h.state in ('open', 'match') and (
      v.what = 'person' and of_kind in ('identity', 'withdrawal', 'payout')
      or exists (select from screening_records r where r.value_id = v.id and r.kind = of_kind and r.subject_id = of_subject)
    )
  )
$$;

create function reviews_refuse_screened() returns trigger language plpgsql as $$
begin
  if screening_stops(new.kind, new.subject_id, new.member_id) then
    raise exception 'review % is being checked', new.id using errcode = 'insufficient_privilege', constraint = 'reviews_screened';
  end if;
  return new;
end
$$;
create trigger reviews_screened before update on reviews for each row
  when (new.state = 'approved' and old.state = 'open' and new.member_id is not null)
  execute function reviews_refuse_screened();

-- Who was verified, or waits for it, before there were lists.
insert into screening_values (member_id, what, value, value_key)
select distinct on (d.member_id, lower(btrim(d.name))) d.member_id, 'person', btrim(d.name), lower(btrim(d.name))
from identity_documents d where d.state in ('reviewed', 'verified') and btrim(d.name) <> ''
order by d.member_id, lower(btrim(d.name)), d.id;
insert into screening_values (member_id, what, value, value_key)
select distinct on (w.member_id, lower(w.address)) w.member_id, 'address', w.address, lower(w.address)
from withdrawals w order by w.member_id, lower(w.address), w.id;
insert into screening_records (value_id, kind, subject_id)
select v.id, 'identity', d.id from identity_documents d
join screening_values v on v.member_id = d.member_id and v.what = 'person' and v.value_key = lower(btrim(d.name))
where d.state = 'reviewed';
insert into screening_records (value_id, kind, subject_id)
select v.id, 'withdrawal', w.id from withdrawals w
join screening_values v on v.member_id = w.member_id and v.what = 'address' and v.value_key = lower(w.address)
where w.state = 'reviewed';

grant select, insert on screening_lists to tern_app;
grant update (read_at) on screening_lists to tern_app;
grant select, insert, update on screening_entries to tern_app;
grant select, insert, delete on screening_names, screening_wallets to tern_app;
grant select, insert on screening_values to tern_app;
grant update (screened_in, screened_at) on screening_values to tern_app;
grant select, insert on screening_records, screening_decisions, screening_hits to tern_app;
grant update (state, round, decided_at) on screening_hits to tern_app;
grant execute on function screening_stops(text, bigint, bigint) to tern_app;

-- The role of those who decide hits.
alter table operators drop constraint operators_roles;
alter table operators add constraint operators_roles
  check (roles <@ array['reviewer', 'approver', 'support', 'content', 'auditor', 'compliance']);
