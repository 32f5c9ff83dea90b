-- feature: kernel
-- What needs a person's decision, and the log of everything operators do (rules §2, ADR 0031).

alter table operators
  add column roles text[] not null default '{}',
  -- The shared secret of one-time codes, encrypted; absent until the first login has set it up.
  add column sealed_totp bytea,
  -- The time step of the last code that was used: no code opens twice.
  add column totp_step bigint not null default 0,
  add column is_active boolean not null default true,
  add constraint operators_roles check (roles <@ array['reviewer', 'approver', 'support', 'content', 'auditor']);
grant update (roles, sealed_totp, totp_step, is_active) on operators to tern_app;

create table reviews (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The record of the kind's own table that the decision is about.
  subject_id bigint not null,
  member_id bigint references members (id),
  asset text,
  amount numeric(38, 18),
  -- How many different people must agree.
  approvals smallint not null check (approvals in (1, 2)),
  -- What was put up for decision when it was opened, as canonical JSON, and its hash.
  facts text not null,
  facts_hash text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'cancelled')),
  claimed_by bigint references operators (id),
  claim_until timestamptz,
  hold_by bigint references operators (id),
  hold_until timestamptz,
  hold_reason text not null default '',
  first_by bigint references operators (id),
  first_hash text,
  first_note text not null default '',
  first_at timestamptz,
  decided_by bigint references operators (id),
  decided_hash text,
  decided_note text not null default '',
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reviews_once unique (kind, subject_id),
  constraint reviews_claim check ((claimed_by is null) = (claim_until is null)),
  constraint reviews_first check ((first_by is null) = (first_hash is null) and (first_by is null) = (first_at is null)),
  constraint reviews_decided check ((state = 'open') = (decided_at is null)),
  -- Two different people, and both saw the same.
  constraint reviews_two_people check (
    state <> 'approved'
    or (decided_by is not null and decided_hash is not null
      and (approvals = 1 or (first_by is not null and first_by <> decided_by and first_hash = decided_hash)))
  ),
  constraint reviews_reason check (state <> 'rejected' or (decided_by is not null and decided_note <> ''))
);
create index reviews_open on reviews (created_at, id) where state = 'open';
create index reviews_of_member on reviews (member_id, id desc);

create function reviews_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'a decided review does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.kind <> old.kind or new.subject_id <> old.subject_id or new.member_id is distinct from old.member_id
    or new.asset is distinct from old.asset or new.amount is distinct from old.amount
    or new.approvals <> old.approvals or new.facts <> old.facts or new.created_at <> old.created_at then
    raise exception 'what is under review does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger reviews_decided_stay before update on reviews
  for each row execute function reviews_refuse_change();

grant select, insert, update on reviews to tern_app;

create table audit_log (
  id bigint generated always as identity primary key,
  -- Absent where the program acts by a rule of its own.
  operator_id bigint references operators (id),
  operator_login text not null,
  action text not null,
  -- What it was done to, such as `review:12`.
  subject text not null,
  member_id bigint references members (id),
  reason text not null,
  detail jsonb not null,
  address text not null,
  -- The member reads it under "what staff did on my account".
  is_shown boolean not null,
  created_at timestamptz not null
);
create index audit_log_of_member on audit_log (member_id, id desc);
create index audit_log_of_operator on audit_log (operator_id, id desc);
create index audit_log_of_subject on audit_log (subject, id desc);
create index audit_log_age on audit_log (created_at, id);

create function audit_log_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_refuse_change();

grant select, insert on audit_log to tern_app;
