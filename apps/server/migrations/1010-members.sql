-- feature: kernel
-- Members and operators: facts that most features share.

create table members (
  id bigint generated always as identity (start with 8200001) primary key,
  email text not null,
  country_code text not null,
  phone text not null,
  -- When the owner entered a code sent to this phone. An unproven phone can reset nothing.
  phone_proven_at timestamptz,
  -- The country code given at registration; a proven phone may have a different one.
  registered_country_code text not null default '',
  password_hash text not null,
  -- When the link of a security alert disabled the login password; null once a new one is set. Meanwhile no passkey logs in.
  password_disabled_at timestamptz,
  pay_password_hash text,
  pay_password_failures int not null default 0,
  pay_password_locked_until timestamptz,
  -- The last reset of the login or the withdrawal password.
  password_reset_at timestamptz,
  withdrawals_blocked_until timestamptz,
  invite_code text not null,
  invited_by bigint references members (id),
  credit_score int not null default 100,
  -- 0 none, 1 submitted, 2 verified, 3 rejected.
  real_name_status smallint not null default 0,
  is_banned boolean not null default false,
  is_frozen boolean not null default false,
  -- Why operators froze or banned the member, and until when; null where they did not, or without an end.
  freeze_reason text,
  freeze_until timestamptz,
  ban_reason text,
  ban_until timestamptz,
  -- When the owner froze the account. Two operators lift it, at the owner's request (ADR 43).
  frozen_by_owner_at timestamptz,
  -- When the account was closed: it stays frozen, and nothing is left that logs in or reaches its owner.
  closed_at timestamptz,
  lang text not null default 'en',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint members_email unique (email),
  constraint members_email_lower check (email = lower(email)),
  constraint members_invite_code unique (invite_code),
  constraint members_closed_stay_frozen check (closed_at is null or is_frozen),
  -- Ids ascend, so nobody invites themselves and invitations have no loop.
  constraint members_invited_later check (invited_by < id)
);
-- Several accounts may give the same phone, but only one may have proven it.
create unique index members_phone on members (country_code, phone) where phone_proven_at is not null;
-- Login by phone, without and with the country code.
create index members_phone_national on members (phone);
create index members_phone_international on members ((country_code || phone));

-- The people whom a member invited.
create index members_invited on members (invited_by, id) where invited_by is not null;

-- Who invited a member is decided at registration, once (ADR 44).
create trigger members_invited_once before update of invited_by on members for each row
  when (new.invited_by is distinct from old.invited_by)
  execute function refuse_write('the inviter of a member does not change');

-- For statements sent in one packet with their COMMIT, which cannot read members first.
-- Refuses: members_known (no member has this id), members_not_frozen.
create function members_refuse_frozen(ids bigint[]) returns void language plpgsql stable as $$
declare
  is_unknown boolean;
begin
  select m.id is null into is_unknown from unnest(ids) as i(id) left join members m on m.id = i.id
  where m.id is null or m.is_frozen limit 1;
  if is_unknown then
    raise exception 'no member has this id' using errcode = 'foreign_key_violation', constraint = 'members_known';
  elsif found then
    raise exception 'a member is frozen' using errcode = 'check_violation', constraint = 'members_not_frozen';
  end if;
end
$$;

-- Serialises the checks of a member's withdrawal password: each locks this row until it has counted its result. The row of
-- `members` is not used, because trades of this member would wait for it; advisory locks do not exist in other databases.
create table pay_password_checks (
  member_id bigint primary key references members (id)
);

-- Codes that open a registration without an inviting member; the first exists from the start.
create table invitation_codes (
  code text primary key,
  created_at timestamptz not null default now()
);

create table operators (
  id bigint generated always as identity primary key,
  login text not null unique,
  -- Null until the owner of an account created by two operators has chosen one (ADR 24).
  password_hash text,
  roles text[] not null default '{}',
  -- The shared secret of one-time codes, encrypted. Null until set up at the first login.
  sealed_totp bytea,
  -- The time step of the last code used, so that no code works twice.
  totp_step bigint not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint operators_roles check (roles <@ array['reviewer', 'approver', 'support', 'content', 'auditor'])
);

grant select, insert, update on members, pay_password_checks to tern_app;
grant select, insert on invitation_codes, operators to tern_app;
grant update (password_hash, roles, sealed_totp, totp_step, is_active) on operators to tern_app;
grant execute on function members_refuse_frozen to tern_app;
