-- feature: operators
-- Passkeys and security keys of operators, in place of the one-time code at a login (ADR 23).

create table operator_passkeys (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (name <> ''),
  last_used_at timestamptz,
  created_at timestamptz not null,
  -- By the key of the deployment: a row that only the database knows signs nothing.
  seal bytea not null,
  constraint operator_passkeys_credential unique (credential_id)
);
create index operator_passkeys_of_operator on operator_passkeys (operator_id, id);

-- What a passkey is to sign, once. `id_hash`: of the login, or of the session that adds one.
create table operator_passkey_challenges (
  operator_id bigint not null references operators (id),
  purpose text not null check (purpose in ('login', 'add')),
  id_hash text not null unique,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (operator_id, purpose)
);

grant select, insert, delete on operator_passkeys to tern_app;
grant update (sign_count, is_synced, last_used_at) on operator_passkeys to tern_app;
grant select, insert, update, delete on operator_passkey_challenges to tern_app;

alter table operator_sessions drop constraint operator_sessions_method;
alter table operator_sessions add constraint operator_sessions_method check (method in ('code', 'recovery', 'passkey'));
