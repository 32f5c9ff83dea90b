-- feature: auth
-- Links in security messages ("This wasn't me"), and how sessions ended, for the device that had them. Tokens are stored hashed.

create table auth_alerts (
  token_hash text primary key,
  member_id bigint not null references members (id),
  kind text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_alerts_member on auth_alerts (member_id);
create index auth_alerts_age on auth_alerts (expires_at);

create table auth_ended_sessions (
  token_hash text primary key,
  cause text not null check (cause in ('login', 'password', 'freeze', 'ban')),
  -- Of the login that ended it; empty for the other causes.
  address text not null,
  device text not null,
  ended_at timestamptz not null
);
create index auth_ended_sessions_age on auth_ended_sessions (ended_at);

grant select, insert, update, delete on auth_alerts to tern_app;
grant select, insert, delete on auth_ended_sessions to tern_app;
