-- feature: kernel
-- Security of members' accounts: devices that logged in, the timeline, the anti-phishing phrase, freezes by owners.

-- Browsers that logged in, newest login first: the first one has the session. Forgotten ones are deleted.
create table member_devices (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- SHA-256 of the random key that the browser keeps; null for clients without one, which their name and network identify.
  key_hash text,
  name text not null,
  address text not null,
  network text not null,
  method text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  logged_in_at timestamptz not null
);
create unique index member_devices_key on member_devices (member_id, key_hash) where key_hash is not null;
create index member_devices_newest on member_devices (member_id, logged_in_at desc, id desc);

-- Logins and changes of the security of accounts, written with them; kept for good.
create table security_events (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- The kind of its notice, and the values of its texts.
  kind text not null check (kind <> ''),
  values json not null,
  -- Of the session that did it; empty where no session did.
  device text not null,
  address text not null,
  created_at timestamptz not null
);
create index security_events_of_member on security_events (member_id, id desc);

create trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function refuse_write('the security timeline does not change');

-- The word that stands in each e-mail to a member, encrypted.
create table member_mail_words (
  member_id bigint primary key references members (id),
  sealed_word bytea not null,
  set_at timestamptz not null
);

-- Freezes by owners. `stopped_at`: open orders and requests have been cancelled.
create table owner_freezes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  frozen_at timestamptz not null,
  stopped_at timestamptz
);
create index owner_freezes_to_stop on owner_freezes (id) where stopped_at is null;
create index owner_freezes_of_member on owner_freezes (member_id, id desc);

grant select, insert, update, delete on member_devices to tern_app;
grant select, insert on security_events to tern_app;
grant select, insert, update, delete on member_mail_words to tern_app;
grant select, insert, update (stopped_at) on owner_freezes to tern_app;
