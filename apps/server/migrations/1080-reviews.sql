-- feature: kernel
-- Reviews: requests that one or two operators decide (ADR 24).

create table reviews (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The id of the reviewed record, in the table of its kind.
  subject_id bigint not null,
  member_id bigint references members (id),
  asset text,
  amount numeric(38, 18),
  -- How many different operators must approve.
  approvals smallint not null check (approvals in (1, 2)),
  -- The facts under review, as canonical JSON, and their hash.
  facts text not null,
  facts_hash text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'cancelled')),
  -- The operator working on it. `claim_since` is when they first claimed it, so that renewing a claim cannot keep others
  -- out for ever.
  claimed_by bigint references operators (id),
  claim_since timestamptz,
  claim_until timestamptz,
  -- Paused by an operator until a time, with a reason.
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
  constraint reviews_claim_since check ((claimed_by is null) = (claim_since is null)),
  constraint reviews_first check ((first_by is null) = (first_hash is null) and (first_by is null) = (first_at is null)),
  constraint reviews_decided check ((state = 'open') = (decided_at is null)),
  -- Two different operators who saw the same facts.
  constraint reviews_two_people check (
    state <> 'approved'
    or (decided_by is not null and decided_hash is not null
      and (approvals = 1 or (first_by is not null and first_by <> decided_by and first_hash = decided_hash)))
  ),
  constraint reviews_reason check (state <> 'rejected' or (decided_by is not null and decided_note <> ''))
);
create index reviews_open on reviews (created_at, id) where state = 'open';
create index reviews_of_member on reviews (member_id, id desc);

-- Subjects that two different operators approved after seeing the same facts. Facts are hashed and never change, so the
-- amounts of such a subject are approved too. The facts that the ledger requires are built on this view (ADR 9).
create view reviews_agreed as
select r.kind, r.subject_id from reviews r
where r.state = 'approved' and r.approvals = 2 and r.first_by <> r.decided_by and r.first_hash = r.decided_hash;

-- A review starts open: one that is already decided cannot be inserted.
create trigger reviews_begin_open before insert on reviews for each row
  when (new.state <> 'open' or new.decided_by is not null)
  execute function refuse_write('a review starts open', 'reviews_begin_open');

-- The first and the second approval are two updates of the row.
create trigger reviews_approve_in_turn before update on reviews for each row
  when (new.state = 'approved' and new.approvals = 2 and (old.first_by, old.first_hash) is distinct from (new.first_by, new.first_hash))
  execute function refuse_write('a second approval follows a first one', 'reviews_in_turn');

create function reviews_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'a decided review does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.kind <> old.kind or new.subject_id <> old.subject_id or new.member_id is distinct from old.member_id
    or new.asset is distinct from old.asset or new.amount is distinct from old.amount
    or new.approvals <> old.approvals or new.facts <> old.facts or new.created_at <> old.created_at then
    raise exception 'the facts of a review do not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger reviews_decided_are_final before update on reviews
  for each row execute function reviews_refuse_change();

-- Without its line in the log, which is sealed, no approval or rejection is committed.
create function reviews_refuse_unlogged() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from audit_log a where a.subject = 'review:' || new.id
      and case when new.state = 'open' then a.operator_id = new.first_by and a.action = 'review.approveFirst'
        else a.operator_id = new.decided_by and a.action = case new.state when 'approved' then 'review.approve' else 'review.reject' end end
  ) then
    raise exception 'the decision on review % is not in the audit log', new.id
      using errcode = 'insufficient_privilege', constraint = 'reviews_logged';
  end if;
  return null;
end
$$;
create constraint trigger reviews_logged after update on reviews deferrable initially deferred for each row
  when (new.state in ('approved', 'rejected') and old.state = 'open'
    or new.state = 'open' and new.first_by is not null and new.first_by is distinct from old.first_by)
  execute function reviews_refuse_unlogged();

grant select, insert, update on reviews to tern_app;
grant select on reviews_agreed to tern_app;
