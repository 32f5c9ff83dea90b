-- feature: kernel
-- An operator changes the own password (ADR 23).

alter table operators add column password_changed_at timestamptz;
grant update (password_changed_at) on operators to tern_app;

-- A password changes with its line in the log, written in the same transaction. The line is sealed: one that was not written in a
-- session of the operator is found by the audit.
create function operators_log_password_change(of_id bigint) returns boolean language sql stable
  security definer set search_path = pg_catalog, public as $$
  select exists (
    select from audit_log a
    where a.subject = 'operator:' || of_id and a.operator_id = of_id and a.action = 'account.changePassword'
      and a.xmin = pg_current_xact_id()::xid
  )
$$;

-- As before, and a password that its owner changes.
create or replace function operators_refuse_unagreed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
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
  if new.password_hash is distinct from old.password_hash and old.password_hash is null and not (operators_begin() or exists (
    select from account_changes c join account_changes_done d on d.change_id = c.id where c.change = 'add' and c.login = new.login
  )) then
    raise exception 'an operator chooses a first password once' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
  end if;
  if new.password_hash is distinct from old.password_hash and old.password_hash is not null
    and (new.password_hash is null or not operators_log_password_change(new.id)) then
    raise exception 'this change of a password is not in the audit log' using errcode = 'insufficient_privilege', constraint = 'operators_agreed';
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
