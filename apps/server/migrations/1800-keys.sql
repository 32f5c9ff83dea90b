-- feature: keys
-- API keys of members.

create table api_keys (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  name text not null,
  access_key text not null,
  -- Encrypted, not hashed: checking a signature needs the secret (ADR 21).
  sealed_secret bytea not null,
  can_trade boolean not null,
  -- IP addresses and CIDR ranges that may use the key; empty for all.
  addresses text[] not null,
  -- Derived from the login password at creation: a new password invalidates the key.
  password_mark text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint api_keys_access_key unique (access_key)
);
create index api_keys_of_member on api_keys (member_id, id);

grant select, insert, delete on api_keys to tern_app;
grant update (last_used_at) on api_keys to tern_app;
