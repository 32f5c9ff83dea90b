-- feature: kernel
-- Members and operators: facts that most features share.

create table members (
  id bigint generated always as identity (start with 8200001) primary key,
  email text not null,
  country_code text not null,
  phone text not null,
  password_hash text not null,
  pay_password_hash text,
  pay_password_failures int not null default 0,
  pay_password_locked_until timestamptz,
  invite_code text not null,
  invited_by bigint references members (id),
  credit_score int not null default 100,
  real_name_status smallint not null default 0,
  is_banned boolean not null default false,
  is_frozen boolean not null default false,
  lang text not null default 'en',
  withdrawals_blocked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint members_email unique (email),
  constraint members_phone unique (country_code, phone),
  constraint members_invite_code unique (invite_code),
  constraint members_email_lower check (email = lower(email))
);

-- Codes that open a registration without an inviting member; the first exists from the start.
create table invitation_codes (
  code text primary key,
  created_at timestamptz not null default now()
);

create table operators (
  id bigint generated always as identity primary key,
  login text not null unique,
  password_hash text not null,
  created_at timestamptz not null
);

grant select, insert, update on members to tern_app;
grant select, insert on invitation_codes, operators to tern_app;
