-- feature: operators
-- Changes of operators' accounts that one approver proposes and another agrees to, and the two halves of a start code.

create table account_changes (
  id bigint generated always as identity primary key,
  change text not null check (change in ('add', 'roles', 'resetCodes')),
  login text not null,
  roles text[] not null check (roles <@ array['reviewer', 'approver', 'support', 'content', 'auditor']),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  -- The proposer's own name of the request: the same again is the same proposal.
  request_id text,
  created_at timestamptz not null,
  constraint account_changes_request unique (proposed_by, request_id)
);

-- A new account is opened by whoever has both halves; each of two people holds one.
create table operator_start_halves (
  operator_id bigint not null references operators (id),
  holder_id bigint not null references operators (id),
  -- Absent until the holder has asked for it; asked again, it is another.
  half_hash text,
  expires_at timestamptz,
  primary key (operator_id, holder_id),
  check (operator_id <> holder_id),
  check ((half_hash is null) = (expires_at is null))
);

grant select, insert on account_changes to tern_app;
grant select, insert, update, delete on operator_start_halves to tern_app;
