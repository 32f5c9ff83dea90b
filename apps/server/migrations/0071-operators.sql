-- feature: operators
-- Operators' sessions, enrolments and recovery codes. Tokens and codes are stored hashed.

-- One row per operator: a new login replaces the session before.
create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  token_hash text not null,
  address text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint operator_sessions_one unique (operator_id),
  constraint operator_sessions_token unique (token_hash)
);

-- A secret shown at the first login, until its first code confirms it.
create table operator_enrolments (
  operator_id bigint primary key references operators (id),
  ticket_hash text not null unique,
  sealed_totp bytea not null,
  tries_left int not null,
  expires_at timestamptz not null
);

create table operator_recovery_codes (
  operator_id bigint not null references operators (id),
  code_hash text not null,
  primary key (operator_id, code_hash)
);

grant select, insert, update, delete on operator_sessions, operator_enrolments to tern_app;
grant select, insert, delete on operator_recovery_codes to tern_app;
