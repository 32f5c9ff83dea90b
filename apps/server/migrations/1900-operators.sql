-- feature: operators
-- Operators' sessions and accounts, their proposals, and their pauses and blocks (ADR 24, 25). Credits and debits by hand are in the file
-- manual-entries.


-- Logging in --------------------------------------------------------------------------------------
-- Tokens and codes are stored hashed.

-- One row per operator: a new login replaces the last session.
create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  token_hash text not null,
  -- By the key of the deployment: a row that only the database knows opens nothing (ADR 23).
  seal bytea,
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

-- A new account needs two halves of a code; each of two operators has one.
create table operator_start_halves (
  operator_id bigint not null references operators (id),
  holder_id bigint not null references operators (id),
  -- Null until the holder has requested it; each request issues a new one.
  half_hash text,
  expires_at timestamptz,
  primary key (operator_id, holder_id),
  check (operator_id <> holder_id),
  check ((half_hash is null) = (expires_at is null))
);

grant select, insert, update, delete on operator_sessions, operator_enrolments, operator_start_halves to tern_app;
grant select, insert, delete on operator_recovery_codes to tern_app;

-- A proposal never changes, not even by the owner of the tables.

-- Changes of operators' accounts.
create table account_changes (
  id bigint generated always as identity primary key,
  change text not null check (change in ('add', 'roles', 'resetCodes')),
  login text not null,
  roles text[] not null check (roles <@ array['reviewer', 'approver', 'support', 'content', 'auditor']),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  -- The proposer's idempotency key.
  request_id text,
  created_at timestamptz not null,
  constraint account_changes_request unique (proposed_by, request_id)
);

-- Versions of settings, limits and fees. They are announced before they are in force; until then one person may withdraw one, because what
-- is in force stays (ADR 25).
create table setting_versions (
  id bigint generated always as identity primary key,
  key text not null,
  value jsonb not null,
  -- The replaced value; null until the version is in force.
  replaced jsonb,
  -- What members read of a change of limits and fees: the key of a text.
  message text not null default 'message.termsChanged' check (message <> ''),
  -- For operators.
  reason text not null check (reason <> ''),
  effective_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'announced', 'inForce', 'rejected', 'withdrawn')),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null
);
create index setting_versions_due on setting_versions (effective_at, id) where state = 'announced';
create index setting_versions_of_key on setting_versions (key, id desc);

-- Bounds, fees and switches as seeded: the audit compares the current ones with these and the versions since (ADR 27).
create table terms_beginnings (
  key text not null,
  field text not null,
  value text not null,
  primary key (key, field)
);
insert into terms_beginnings (key, field, value)
select 'network.' || a.asset || '.' || a.network, f.field, f.value
from asset_networks a cross join lateral (values
  ('inMin', a.deposit_min::text), ('inMax', a.deposit_max::text), ('inFee', a.deposit_fee::text), ('outMin', a.withdraw_min::text),
  ('outMax', a.withdraw_max::text), ('outFee', a.withdraw_fee::text), ('takesIn', a.takes_deposits::text),
  ('takesOut', a.takes_withdrawals::text)) as f(field, value)
union all
select 'currency.' || c.asset, f.field, f.value
from fiat_currencies c cross join lateral (values
  ('inMin', c.wire_min::text), ('inMax', c.wire_max::text), ('outMin', c.payout_min::text), ('outMax', c.payout_max::text),
  ('outFee', c.payout_fee::text), ('takesIn', c.takes_wires::text), ('takesOut', c.takes_payouts::text)) as f(field, value);
create trigger terms_beginnings_append_only before update or delete or truncate on terms_beginnings
  for each statement execute function refuse_write('a proposed entry does not change');

grant select, insert on account_changes, setting_versions to tern_app;
grant update (effective_at, state, replaced) on setting_versions to tern_app;

grant select on terms_beginnings to tern_app;


-- What one operator may do alone, for a while -----------------------------------------------------

-- A block of a member ends after some time unless a second operator confirms it (ADR 24). It is lifted by someone with the right with which
-- it was set, and by two people when its reason was suspicion.
create table member_blocks (
  member_id bigint not null references members (id),
  act text not null check (act in ('freeze', 'ban', 'unverify')),
  operator_id bigint not null references operators (id),
  -- Null once a second operator has confirmed a ban or a revoked verification.
  until timestamptz,
  confirmed_by bigint references operators (id),
  -- Ended blocks are kept, so that operators cannot renew their own.
  ended_at timestamptz,
  set_at timestamptz not null,
  -- The right with which it was set.
  set_as text not null check (set_as in ('support', 'reviewer')),
  is_suspicion boolean not null,
  -- Who asked to lift it first, where two people must, and when.
  lift_by bigint references operators (id),
  lift_at timestamptz,
  -- Who lifted it; null when it ended by itself.
  lifted_by bigint references operators (id),
  primary key (member_id, act),
  constraint member_blocks_two_people check (
    (until is null) = (confirmed_by is not null) and confirmed_by is distinct from operator_id
  ),
  constraint member_blocks_freezes_end check (act <> 'freeze' or until is not null),
  constraint member_blocks_lift_asked check ((lift_by is null) = (lift_at is null)),
  constraint member_blocks_lifted check (
    ended_at is null or (until is not null and until <= ended_at)
    -- New documents took its place.
    or (act = 'unverify' and lifted_by is null)
    or (lifted_by is not null and (not is_suspicion and confirmed_by is null or (lift_by is not null and lift_by <> lifted_by)))
  )
);
create index member_blocks_due on member_blocks (until) where ended_at is null;

-- A pause of a network or currency in one direction ends after 72 hours at most (ADR 25).
create table terms_pauses (
  id bigint generated always as identity primary key,
  -- The paused terms: network.USDT.TRC20, currency.EUR.
  key text not null,
  direction text not null check (direction in ('in', 'out')),
  -- What members read: the key of a text.
  message text not null default 'message.maintenance' check (message <> ''),
  -- For operators.
  reason text not null check (reason <> ''),
  operator_id bigint not null references operators (id),
  began_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  constraint terms_pauses_end check (until > began_at and until <= began_at + interval '72 hours')
);
create unique index terms_pauses_running on terms_pauses (key, direction) where ended_at is null;
create index terms_pauses_due on terms_pauses (until) where ended_at is null;
create index terms_pauses_of_key on terms_pauses (key, direction, id desc);

grant select, insert, update on member_blocks to tern_app;
grant select, insert, update (ended_at) on terms_pauses to tern_app;


-- Notes on members ---------------------------------------------------------------------------------

-- Appended, never changed, never shown to the member.

create table member_notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  operator_id bigint not null references operators (id),
  -- Who reads it: all operators, those who review, or those who see to compliance.
  level text not null check (level in ('all', 'review', 'compliance')),
  body text not null check (body <> ''),
  created_at timestamptz not null
);
create index member_notes_of_member on member_notes (member_id, id desc);

create trigger member_notes_append_only before update or delete or truncate on member_notes
  for each statement execute function refuse_write('a note does not change');

grant select, insert on member_notes to tern_app;
