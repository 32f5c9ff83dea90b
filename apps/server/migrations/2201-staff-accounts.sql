-- feature: kernel
-- Accounts of people who operate the exchange do not trade (ADR 87).

-- Follows from staff_accounts, so that whoever reads a member knows it.
alter table members add column is_staff boolean not null default false;

-- Browsers from which operators signed in, by the same key as members' devices.
create table operator_devices (
  operator_id bigint not null references operators (id),
  key_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (operator_id, key_hash)
);
create index operator_devices_of_key on operator_devices (key_hash);
create index member_devices_of_key on member_devices (key_hash) where key_hash is not null;

-- A member's account that belongs to an operator. It is named by its owner and confirmed by a second person, or found by its verified name
-- or by a device of the operator. Two others release it.
create table staff_accounts (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  operator_id bigint not null references operators (id),
  ground text not null check (ground in ('declared', 'name', 'device')),
  -- Of the operator who declared it.
  reason text not null default '',
  since timestamptz not null,
  confirmed_by bigint references operators (id),
  confirmed_at timestamptz,
  -- Who asked to release it first.
  release_by bigint references operators (id),
  release_at timestamptz,
  released_by bigint references operators (id),
  released_at timestamptz,
  constraint staff_accounts_two_people check (confirmed_by <> operator_id),
  constraint staff_accounts_confirmed check (num_nonnulls(confirmed_by, confirmed_at) in (0, 2)),
  constraint staff_accounts_release_asked check (num_nonnulls(release_by, release_at) in (0, 2) and release_by <> operator_id),
  constraint staff_accounts_released check (
    num_nonnulls(released_by, released_at) = 0
    or (released_by is not null and released_at is not null and coalesce(release_by <> released_by and released_by <> operator_id, false)))
);
create unique index staff_accounts_in_force on staff_accounts (member_id, operator_id) where released_at is null;

-- What was decided never changes.
create function staff_accounts_refuse_change() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or old.confirmed_by <> new.confirmed_by
    or (new.member_id, new.operator_id, new.ground, new.since) is distinct from (old.member_id, old.operator_id, old.ground, old.since) then
    raise exception 'an account of an operator is confirmed once and released once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger staff_accounts_in_turn before update on staff_accounts for each row execute function staff_accounts_refuse_change();
create trigger staff_accounts_kept before delete or truncate on staff_accounts for each statement
  execute function refuse_write('accounts of operators are kept');

create function staff_accounts_mark_member() returns trigger language plpgsql as $$
begin
  update members set is_staff = exists (select from staff_accounts where member_id = new.member_id and released_at is null)
  where id = new.member_id;
  return null;
end
$$;
create trigger staff_accounts_mark after insert or update on staff_accounts for each row execute function staff_accounts_mark_member();

-- Nobody sets or removes the mark for itself.
create function members_refuse_false_mark() returns trigger language plpgsql as $$
begin
  if new.is_staff <> exists (select from staff_accounts where member_id = new.id and released_at is null) then
    raise exception 'the mark of an account of an operator follows from staff_accounts' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger members_staff_founded before update of is_staff on members for each row
  when (new.is_staff is distinct from old.is_staff) execute function members_refuse_false_mark();
create trigger members_staff_unfounded before insert on members for each row
  when (new.is_staff) execute function members_refuse_false_mark();

-- For statements sent in one packet with their COMMIT, which cannot read members first.
-- Refuses: members_known (no member has this id), members_not_frozen, members_not_staff.
create or replace function members_refuse_frozen(ids bigint[]) returns void language plpgsql stable as $$
declare
  is_unknown boolean;
  is_stopped boolean;
begin
  select m.id is null, m.is_frozen into is_unknown, is_stopped from unnest(ids) as i(id) left join members m on m.id = i.id
  where m.id is null or m.is_frozen or m.is_staff limit 1;
  if is_unknown then
    raise exception 'no member has this id' using errcode = 'foreign_key_violation', constraint = 'members_known';
  elsif is_stopped then
    raise exception 'a member is frozen' using errcode = 'check_violation', constraint = 'members_not_frozen';
  elsif found then
    raise exception 'an account of an operator does not trade' using errcode = 'check_violation', constraint = 'members_not_staff';
  end if;
end
$$;

grant select, insert on operator_devices, staff_accounts to tern_app;
grant update (last_seen_at) on operator_devices to tern_app;
grant update (confirmed_by, confirmed_at, release_by, release_at, released_by, released_at) on staff_accounts to tern_app;
