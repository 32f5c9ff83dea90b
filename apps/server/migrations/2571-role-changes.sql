-- feature: operators
-- Two people change a role: what one proposed and another agreed to, once (ADR 108).

create table role_changes (
  id bigint generated always as identity primary key,
  change text not null check (change in ('add', 'edit', 'end')),
  role_key text not null,
  name text not null,
  -- All that the role has afterwards; of an end what it had.
  permissions text[] not null,
  -- The version that it follows; 0 of a new role.
  base_version int not null check ((base_version = 0) = (change = 'add')),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  request_id text,
  created_at timestamptz not null,
  constraint role_changes_request unique (proposed_by, request_id)
);

grant select, insert on role_changes to tern_app;

alter table account_changes drop constraint account_changes_roles_check;
