-- feature: auth
-- contracts: the release before keeps one code for each address, and a newer one replaces it
-- Codes of one address that several callers asked for stay good beside each other (ADR 6).

drop table auth_codes;

create table auth_codes (
  id bigint generated always as identity primary key,
  -- The purpose and the address or phone.
  code_for text not null,
  code_hash text not null,
  tries_left int not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_codes_of on auth_codes (code_for, id);
create index auth_codes_age on auth_codes (sent_at);
grant select, insert, update, delete on auth_codes to tern_app;
