-- feature: auth
-- Captchas, one-time codes, sessions and counted attempts. Secrets are stored hashed.

create table auth_captchas (
  id text primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);
create index auth_captchas_age on auth_captchas (expires_at);

-- One row per e-mail address or phone: a new code replaces the one before.
create table auth_codes (
  target text primary key,
  code_hash text not null,
  tries_left int not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Codes sent in the day that began with the first of them.
  day_started_at timestamptz not null,
  day_count int not null
);
create index auth_codes_age on auth_codes (sent_at);

-- One row per member: a new login replaces the session before.
create table auth_sessions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  token_hash text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint auth_sessions_one_per_member unique (member_id),
  constraint auth_sessions_token unique (token_hash)
);
create index auth_sessions_age on auth_sessions (expires_at);

-- When a subject (an account, an address) last tried a password and failed, oldest first.
create table auth_attempts (
  subject text primary key,
  failed_at timestamptz[] not null,
  updated_at timestamptz not null
);
create index auth_attempts_age on auth_attempts (updated_at);

-- Login by phone, without and with the country code.
create index members_phone_alone on members (phone);
create index members_phone_whole on members ((country_code || phone));

grant select, insert, update, delete on auth_captchas, auth_codes, auth_sessions, auth_attempts to tern_app;
