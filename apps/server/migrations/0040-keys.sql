-- feature: keys
-- Keys of members' programs. The secret is encrypted, not hashed: a signature cannot be checked without it (ADR 0011).

create table api_keys (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  name text not null,
  access_key text not null,
  sealed_secret bytea not null,
  can_trade boolean not null,
  -- Addresses and CIDR ranges that may use the key; empty: all.
  addresses text[] not null,
  -- A mark of the login password it was made with: another password makes the key void.
  password_mark text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint api_keys_access_key unique (access_key)
);
create index api_keys_of_member on api_keys (member_id, id);

grant select, insert, delete on api_keys to tern_app;
grant update (last_used_at) on api_keys to tern_app;
