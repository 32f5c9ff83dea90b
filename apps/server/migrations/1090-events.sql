-- feature: kernel
-- The outbox: events for members' devices, e-mails and SMS, written with their cause and sent after the commit; and the stored answers
-- of money calls.

create table member_events (
  seq bigint generated always as identity primary key,
  -- Events are read in transaction order, up to the oldest transaction still running: a late commit is never skipped.
  transaction_id xid8 not null default pg_current_xact_id(),
  member_ids bigint[] not null,
  -- `json` and uncompressed: SQL never reads a field, and rows are kept for an hour only.
  events json not null,
  created_at timestamptz not null
);
alter table member_events alter column events set storage external;
create index member_events_order on member_events (transaction_id, seq);
create index member_events_age on member_events (created_at);

-- The outbox is complete from its oldest row onwards, so it starts with a row.
insert into member_events (member_ids, events, created_at) values ('{}', '[]', now());

-- The rows after a position, in transaction order, that no uncommitted row can still precede. Events are null in rows for
-- none of `listeners` (null: all members). Only index scans are allowed: a plan made while the table was nearly empty
-- would read all of it and stay cached through the first minute of a burst.
create function member_events_after(after_transaction xid8, after_seq bigint, rows_max bigint, listeners bigint[])
returns table (transaction_id xid8, seq bigint, events json, created_at timestamptz)
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
  return query
  select e.transaction_id, e.seq, case when listeners is null or e.member_ids && listeners then e.events end, e.created_at
  from member_events e
  where (e.transaction_id, e.seq) > (after_transaction, after_seq)
    and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
  order by e.transaction_id, e.seq limit rows_max;
end
$$;

create table outgoing_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  purpose text not null,
  -- The one-time code in the body; both are blanked once the message was delivered to the provider.
  code text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'recorded', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz
);
create index outgoing_messages_due on outgoing_messages (next_attempt_at) where state = 'waiting';
-- They contain addresses and texts: deleted by age once nothing has to be sent any more (docs/retention.md).
create index outgoing_messages_age on outgoing_messages (created_at) where state <> 'waiting';

-- The answer to each money call, by the member's idempotency key: a repeated call gets the same answer.
create table idempotency_keys (
  member_id bigint not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

grant select, insert, delete on member_events, idempotency_keys to tern_app;
grant select, insert, update, delete on outgoing_messages to tern_app;
grant execute on function member_events_after to tern_app;
