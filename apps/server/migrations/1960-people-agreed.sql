-- feature: kernel
-- Who is an operator, with which roles and secrets, is decided by two operators, and who is verified, by documents that two approved,
-- whatever the program writes (ADR 24, 41). Otherwise a role that lies would insert two people and let them approve everything. It stands
-- behind the features, because it reads the proposals and blocks of operators.


-- Operators ---------------------------------------------------------------------------------------

-- Agreed changes that were carried out, each once: an old one gives no role back, and opens no account again.
create table account_changes_done (
  change_id bigint primary key references account_changes (id),
  done_at timestamptz not null default now()
);

-- Takes an agreed change that was not carried out yet; false without one. `roles`: null where they do not matter.
create function operators_take_change(wanted text, of_login text, its_roles text[]) returns boolean language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  taken bigint;
begin
  select c.id into taken from account_changes c
  where c.change = wanted and c.login = of_login and (its_roles is null or c.roles @> its_roles and c.roles <@ its_roles)
    and exists (select from reviews_agreed a where a.kind = 'account' and a.subject_id = c.id)
    and not exists (select from account_changes_done d where d.change_id = c.id)
  order by c.id limit 1;
  if taken is null then
    return false;
  end if;
  insert into account_changes_done (change_id) values (taken);
  return true;
end
$$;

-- Two people must be there before anything can be approved: they are the first ones, until both have opened their accounts.
-- Locks: operators, so that no third one is made at the same time.
create function operators_begin() returns boolean language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  lock table operators in share row exclusive mode;
  return (select count(*) < 2 from operators where password_hash is not null);
end
$$;

-- Allows what two operators agreed on, once; the first two; a first password and a first secret of such an account. In paper mode the
-- program also gives the two their roles, and seals the published secret again.
create function operators_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    -- There is one of this login: nothing is inserted.
    if exists (select from operators where login = new.login) then
      return new;
    end if;
    if new.sealed_totp is not null or not new.is_active then
      raise exception 'an operator begins without a secret' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
    end if;
    if operators_begin() or (new.password_hash is null and operators_take_change('add', new.login, new.roles)) then
      return new;
    end if;
    raise exception 'two operators have not agreed to add an operator' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
  end if;
  if new.totp_step < old.totp_step then
    raise exception 'a used code stays used' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
  end if;
  if new.password_hash is distinct from old.password_hash and (old.password_hash is not null or not (operators_begin() or exists (
    select from account_changes c join account_changes_done d on d.change_id = c.id where c.change = 'add' and c.login = new.login
  ))) then
    raise exception 'an operator chooses a password once' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
  end if;
  if (new.roles, new.is_active) is distinct from (old.roles, old.is_active) then
    if new.is_active <> (cardinality(new.roles) > 0) or not (
      operators_take_change('roles', new.login, new.roles)
      or (old.roles = '{}' and old.is_active and not is_live() and (select count(*) < 2 from operators where roles <> '{}'))
    ) then
      raise exception 'two operators have not agreed to these roles' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
    end if;
  end if;
  if new.sealed_totp is null and old.sealed_totp is not null and not operators_take_change('resetCodes', new.login, null) then
    raise exception 'two operators have not agreed to reset these codes'
      using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
  end if;
  if new.sealed_totp is not null and new.sealed_totp is distinct from old.sealed_totp and is_live() and (old.sealed_totp is not null
    or not exists (select from operator_enrolments e where e.operator_id = new.id and e.sealed_totp = new.sealed_totp)) then
    raise exception 'a secret is set up once, as it was shown' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
  end if;
  return new;
end
$$;
-- For the program's role; what the owner of the database writes is found by the audit.
create trigger operators_only_agreed before insert or update on operators for each row
  when (current_user = 'tern_app') execute function operators_refuse_unagreed();

grant select on account_changes_done to tern_app;


-- Verified members --------------------------------------------------------------------------------

-- Verification has one way: documents that two operators approved. Members of the demo are seeded in paper mode.
create function members_refuse_unproven_identity() returns trigger language plpgsql as $$
begin
  if is_live() and not exists (
    select from reviews r join reviews_agreed a on a.kind = r.kind and a.subject_id = r.subject_id
    where r.kind = 'identity' and r.member_id = new.id
  ) and not exists (
    -- A verification that was removed for a while returns.
    select from member_blocks b where b.member_id = new.id and b.act = 'unverify' and b.confirmed_by is null
  ) then
    raise exception 'member % has no documents that two operators approved', new.id
      using errcode = 'check_violation', constraint = 'members_verified_by_documents';
  end if;
  return new;
end
$$;
create trigger members_verified_by_documents before update of real_name_status on members for each row
  when (new.real_name_status = 2 and old.real_name_status <> 2) execute function members_refuse_unproven_identity();
create trigger members_opened_unverified before insert on members for each row
  when (new.real_name_status = 2) execute function members_refuse_unproven_identity();
