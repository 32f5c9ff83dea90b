-- feature: operators
-- What operators propose and freeze: manual entries, versions of limits and fees, freezes that end by themselves.

create table manual_entries (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  side text not null check (side in ('credit', 'debit')),
  asset text not null,
  amount numeric(38, 18) not null check (amount > 0),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  -- The proposer's own name of the request: the same again is the same proposal.
  request_id text,
  created_at timestamptz not null,
  constraint manual_entries_request unique (proposed_by, request_id)
);

create table setting_versions (
  id bigint generated always as identity primary key,
  key text not null,
  value jsonb not null,
  reason text not null check (reason <> ''),
  effective_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'announced', 'inForce', 'rejected')),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null
);
create index setting_versions_due on setting_versions (effective_at, id) where state = 'announced';

create table member_freezes (
  member_id bigint primary key references members (id),
  operator_id bigint not null references operators (id),
  until timestamptz not null,
  -- Ended freezes stay, so that nobody renews their own.
  ended_at timestamptz
);
create index member_freezes_due on member_freezes (until) where ended_at is null;

grant select, insert on manual_entries to tern_app;
grant select, insert, update on member_freezes to tern_app;
grant select, insert on setting_versions to tern_app;
grant update (effective_at, state) on setting_versions to tern_app;
