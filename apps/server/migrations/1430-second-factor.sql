-- feature: kernel
-- Members' second factors, and the confirmations that sensitive calls require (ADR 42). Secrets are encrypted or hashed.


-- Factors -----------------------------------------------------------------------------------------

create table passkeys (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- Base64url, chosen by the authenticator.
  credential_id text not null,
  -- COSE.
  public_key bytea not null,
  -- Signatures made so far, as the authenticator counts them; 0 for those that do not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- Copied to other devices of its owner.
  is_synced boolean not null,
  name text not null check (name <> ''),
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint passkeys_credential unique (credential_id)
);
create index passkeys_of_member on passkeys (member_id, id);

-- One app that makes one-time codes (RFC 6238) per member.
create table authenticators (
  member_id bigint primary key references members (id),
  sealed_secret bytea not null,
  -- The latest time step whose code was used: no code works twice.
  last_step bigint not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);

create table recovery_codes (
  member_id bigint not null references members (id),
  code_hash text not null,
  primary key (member_id, code_hash)
);

-- A factor that is being added, until its first code or signature.
create table factor_setups (
  member_id bigint not null references members (id),
  kind text not null check (kind in ('totp', 'passkey')),
  session_id bigint not null,
  sealed_secret bytea,
  challenge text,
  tries_left int not null,
  expires_at timestamptz not null,
  primary key (member_id, kind),
  check ((sealed_secret is not null) = (kind = 'totp')),
  check ((challenge is not null) = (kind = 'passkey'))
);
create index factor_setups_age on factor_setups (expires_at);

-- Signatures are counted upwards and time steps are used once, also by concurrent requests.
create function factors_refuse_replay() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'passkeys' then
    if new.sign_count <= old.sign_count and (new.sign_count > 0 or old.sign_count > 0)
      and new.last_used_at is distinct from old.last_used_at then
      raise exception 'a signature counter only grows' using errcode = 'check_violation', constraint = 'passkeys_counter_grows';
    end if;
  elsif new.last_step <= old.last_step and new.last_used_at is distinct from old.last_used_at then
    raise exception 'a time step is used once' using errcode = 'check_violation', constraint = 'authenticators_step_once';
  end if;
  return new;
end
$$;
create trigger passkeys_refuse_replay before update on passkeys for each row execute function factors_refuse_replay();
create trigger authenticators_refuse_replay before update on authenticators for each row execute function factors_refuse_replay();


-- Confirmations -----------------------------------------------------------------------------------

-- A sensitive call or a login that waits for a second factor. Deleted by the call it confirms.
create table call_confirmations (
  id_hash text primary key,
  member_id bigint not null references members (id),
  -- Null for a login, which has no session yet.
  session_id bigint,
  -- A hash of the id, the call and its input; for a login of the id and the password's hash.
  binding text not null,
  -- For a passkey.
  challenge text not null,
  tries_left int not null check (tries_left >= 0),
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  check (session_id is not null or confirmed_at is null)
);
create index call_confirmations_age on call_confirmations (expires_at);

-- Once confirmed, a confirmation changes no more: it is deleted by its call, or expires.
create function call_confirmations_refuse_change() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or row (new.id_hash, new.member_id, new.session_id, new.binding, new.challenge, new.expires_at)
    is distinct from row (old.id_hash, old.member_id, old.session_id, old.binding, old.challenge, old.expires_at) then
    raise exception 'a confirmation does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger call_confirmations_fixed before update on call_confirmations
  for each row execute function call_confirmations_refuse_change();

-- A login with a passkey alone: nobody knows yet whose. Deleted by its first use, right or wrong.
create table passkey_logins (
  id_hash text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_logins_age on passkey_logins (expires_at);

-- Times of wrong codes and signatures of a member, oldest first.
create table factor_failures (
  member_id bigint primary key references members (id),
  failed_at timestamptz[] not null
);

grant select, insert, delete on passkeys, recovery_codes to tern_app;
grant update (sign_count, is_synced, name, last_used_at) on passkeys to tern_app;
grant select, insert, update, delete on authenticators, factor_setups, factor_failures to tern_app;
grant select, insert, delete on call_confirmations, passkey_logins to tern_app;
grant update (tries_left, confirmed_at) on call_confirmations to tern_app;
