-- feature: operators
-- A new passkey or security key of an operator works once a second person has agreed to it, and the last one is not removed (ADR 23).

-- Those from before nobody had to agree to.
alter table operator_passkeys add column is_from_before boolean not null default true;
alter table operator_passkeys alter column is_from_before set default false;

create table operator_passkey_requests (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  -- That of the passkey.
  seal bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'refused', 'withdrawn')),
  ended_at timestamptz,
  constraint operator_passkey_requests_ended check ((state = 'waiting') = (ended_at is null))
);
create unique index operator_passkey_requests_waiting on operator_passkey_requests (credential_id) where state = 'waiting';
create index operator_passkey_requests_of_operator on operator_passkey_requests (operator_id, id) where state = 'waiting';

create trigger operator_passkey_requests_begin before insert on operator_passkey_requests for each row
  when (new.state <> 'waiting') execute function refuse_write('a key waits for a second person first');
create trigger operator_passkey_requests_once before update on operator_passkey_requests for each row
  when (old.state <> 'waiting') execute function refuse_write('a request for a key ends once');
create trigger operator_passkey_requests_kept before delete or truncate on operator_passkey_requests
  for each statement execute function refuse_write('requests for keys are kept');

-- A key is one that waits and on which two people agreed. The last one stays, until two people reset the codes of its owner.
create function operator_passkeys_refuse_alone() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    if new.is_from_before or not exists (
      select from operator_passkey_requests r join reviews_agreed a on a.kind = 'operatorKey' and a.subject_id = r.id
      where r.state = 'waiting' and (r.operator_id, r.credential_id, r.public_key) = (new.operator_id, new.credential_id, new.public_key)
    ) then
      raise exception 'a second person has not agreed to this key' using errcode = 'insufficient_privilege', constraint = 'operator_passkeys_agreed';
    end if;
    return new;
  end if;
  if not exists (select from operator_passkeys k where k.operator_id = old.operator_id and k.id <> old.id)
    and exists (select from operators o where o.id = old.operator_id and o.sealed_totp is not null) then
    raise exception 'the last key of an operator stays' using errcode = 'insufficient_privilege', constraint = 'operator_passkeys_last';
  end if;
  return old;
end
$$;
create trigger operator_passkeys_two_people before insert or delete on operator_passkeys for each row
  execute function operator_passkeys_refuse_alone();

grant select, insert (operator_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at, seal)
  on operator_passkey_requests to tern_app;
grant update (state, ended_at) on operator_passkey_requests to tern_app;
