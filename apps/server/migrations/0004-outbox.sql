-- feature: kernel
-- What must leave after a commit: events for members' devices, mail and SMS; and the answers of finished money calls.

create table member_events (
  seq bigint generated always as identity primary key,
  -- Readers take only rows of transactions that everyone can see, so that no late commit is skipped.
  transaction_id xid8 not null default pg_current_xact_id(),
  member_ids bigint[] not null,
  events jsonb not null,
  created_at timestamptz not null
);
create index member_events_order on member_events (transaction_id, seq);
create index member_events_age on member_events (created_at);

create table outgoing_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  purpose text not null,
  -- The one-time code the body carries; both are blanked once it was handed over.
  code text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'recorded', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz
);
create index outgoing_messages_due on outgoing_messages (next_attempt_at) where state = 'waiting';

create table idempotency_keys (
  member_id bigint not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

grant select, insert, delete on member_events to tern_app;
grant select, insert, update on outgoing_messages to tern_app;
grant select, insert, delete on idempotency_keys to tern_app;
