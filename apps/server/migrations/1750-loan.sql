-- feature: loan
-- Loans: products, members' applications and loans, and repayments. Two operators approve an application; the database computes
-- what is owed and refuses any other split of a repayment.


-- Products ----------------------------------------------------------------------------------------

create table loan_products (
  -- A product of the catalogue: the row is its version in force (product_follow_version).
  id bigint primary key references products (id),
  version int not null,
  state text not null check (state in ('open', 'closed')),
  name text not null,
  asset text not null references assets (code),
  amount_min numeric(38, 18) not null check (amount_min > 0),
  amount_max numeric(38, 18) not null,
  -- Simple interest for each unit of the principal.
  daily_rate numeric(38, 18) not null check (daily_rate > 0 and daily_rate < 1),
  -- From the credit on, without interest.
  free_days int not null check (free_days between 0 and 3650),
  -- Until the loan is due.
  term_days int not null check (term_days between 1 and 3650),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (amount_max >= amount_min)
);
create trigger loan_products_follow_version before insert or update on loan_products
  for each row execute function product_follow_version('loan', 'updated_at');


-- Applications and loans --------------------------------------------------------------------------

create table loans (
  id bigint generated always as identity (start with 20001) primary key,
  product_id bigint not null references loan_products (id),
  member_id bigint not null references members (id),
  -- The terms at application: a later version of the product does not reach them.
  version int not null,
  name text not null,
  asset text not null,
  scale smallint not null,
  daily_rate numeric(38, 18) not null,
  free_days int not null,
  term_days int not null,
  requested numeric(38, 18) not null check (requested > 0),
  -- The amount to approve: what was requested, unless an operator lowered it before the first approval.
  offered numeric(38, 18) not null check (offered > 0 and offered <= requested),
  -- When the member agreed that what is available is taken on the due date.
  consented_at timestamptz not null,
  state text not null default 'reviewed' check (state in ('reviewed', 'active', 'rejected', 'repaid', 'overdue')),
  -- Why it was rejected or lowered, shown to the member.
  reason text not null default '',
  decided_at timestamptz,
  credited_at timestamptz,
  due_at timestamptz,
  -- When the member is next reminded of the due date; null for never again.
  remind_at timestamptz,
  -- When what was available was taken.
  collected_at timestamptz,
  repaid_at timestamptz,
  -- Still owed, and interest so far before rounding: kept by the trigger of repayments.
  principal numeric(38, 18) not null default 0 check (principal >= 0),
  accrued numeric(38, 18) not null default 0,
  -- The part of it for days after the due date.
  accrued_overdue numeric(38, 18) not null default 0,
  interest_paid numeric(38, 18) not null default 0,
  -- Days of the loan in `accrued`.
  counted_days int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state <> 'rejected' or reason <> ''),
  check (offered = requested or reason <> ''),
  check ((state = 'reviewed') = (decided_at is null)),
  check ((state in ('active', 'repaid', 'overdue')) = (credited_at is not null)),
  check ((credited_at is null) = (due_at is null)),
  check ((state = 'repaid') = (repaid_at is not null)),
  check (state <> 'repaid' or principal = 0),
  constraint loans_due check (due_at = credited_at + term_days * interval '24 hours'),
  constraint loans_collected check (collected_at >= due_at and (state <> 'overdue' or collected_at is not null))
);
create index loans_of_member on loans (member_id, id desc);
create index loans_due_at on loans (due_at, id) where state = 'active';
create index loans_remind_at on loans (remind_at, id) where state = 'active' and remind_at is not null;
-- A second application for the same product waits for the decision about the first one.
create unique index loans_one_application on loans (member_id, product_id) where state = 'reviewed';

-- Compares an application with its product, which it locks against a change until the transaction ends.
-- Refuses: loans_open (the product is closed), loans_terms (other terms or amounts than the product's, or already credited).
create function loan_check_application() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  product loan_products;
begin
  select * into product from loan_products p where p.id = new.product_id for share;
  if product.state is distinct from 'open' then
    raise exception 'a loan is not offered' using errcode = 'check_violation', constraint = 'loans_open';
  end if;
  if (new.version, new.name, new.asset, new.daily_rate, new.free_days, new.term_days)
      is distinct from (product.version, product.name, product.asset, product.daily_rate, product.free_days, product.term_days)
    or new.scale <> (select a.scale from assets a where a.code = product.asset)
    or new.requested not between product.amount_min and product.amount_max
    or new.requested <> trunc(new.requested, new.scale)
    or new.state <> 'reviewed' or new.offered <> new.requested
    or (new.principal, new.accrued, new.accrued_overdue, new.interest_paid, new.counted_days) is distinct from (0, 0, 0, 0, 0)
  then
    raise exception 'an application does not follow from its product' using errcode = 'check_violation', constraint = 'loans_terms';
  end if;
  return new;
end
$$;
create trigger loans_check_application before insert on loans for each row execute function loan_check_application();

-- What was applied for never changes; the amount to approve and its reason, while it is under review; the principal, by the
-- approval, which needs two operators, and then by repayments.
-- Refuses: loans_approval, loans_step (a state that does not follow the previous one).
create function loan_check_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.product_id, new.member_id, new.version, new.name, new.asset, new.scale, new.daily_rate, new.free_days, new.term_days,
      new.requested, new.consented_at, new.created_at)
    is distinct from (old.id, old.product_id, old.member_id, old.version, old.name, old.asset, old.scale, old.daily_rate, old.free_days,
      old.term_days, old.requested, old.consented_at, old.created_at)
    or new.offered <> old.offered and new.state <> 'reviewed'
    or new.offered <> trunc(new.offered, old.scale)
    or old.state <> 'reviewed' and (new.reason, new.decided_at, new.credited_at)
      is distinct from (old.reason, old.decided_at, old.credited_at)
    or old.collected_at is not null and new.collected_at is distinct from old.collected_at
  then
    raise exception 'the facts of a loan do not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('reviewed', 'active'), ('reviewed', 'rejected'), ('active', 'repaid'),
    ('active', 'overdue'), ('overdue', 'repaid'))
  then
    raise exception 'a loan skips a state' using errcode = 'check_violation', constraint = 'loans_step';
  end if;
  if old.state = 'reviewed' and new.state = 'active' and (
    new.principal <> old.offered
    or not exists (select from reviews_agreed a where a.kind = 'loan' and a.subject_id = old.id)
  ) then
    raise exception 'two operators approve a loan' using errcode = 'insufficient_privilege', constraint = 'loans_approval';
  end if;
  if new.principal <> old.principal and pg_trigger_depth() = 1 and not (old.state = 'reviewed' and new.state = 'active') then
    raise exception 'repayments change the principal' using errcode = 'insufficient_privilege', constraint = 'loans_principal';
  end if;
  return new;
end
$$;
create trigger loans_check_change before update on loans for each row execute function loan_check_change();


-- Repayments --------------------------------------------------------------------------------------

create table loan_repayments (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans (id),
  amount numeric(38, 18) not null check (amount > 0),
  -- Its parts: interest is paid first.
  interest numeric(38, 18) not null check (interest >= 0),
  principal numeric(38, 18) not null check (principal >= 0),
  -- Taken automatically on the due date.
  is_collected boolean not null,
  -- Interest is counted up to this time: the due time for a collection, even if it runs later.
  counted_at timestamptz not null,
  created_at timestamptz not null,
  check (amount = interest + principal),
  check (counted_at <= created_at)
);
create index loan_repayments_of_loan on loan_repayments (loan_id, id desc);
create unique index loan_repayments_collected on loan_repayments (loan_id) where is_collected;

-- Counts interest up to a repayment, splits it, and lowers what is owed, whoever writes it; what is left after a collection is
-- overdue. It locks the loan, so that repayments are counted one after the other.
-- Refuses: loan_repayment (more than is owed, another split, no credited loan, a time before the due date for a collection).
create function loan_count_repayment() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  loan loans;
  -- A started day counts whole.
  day int;
  interest_days int;
  overdue_days int;
  owed_interest numeric;
begin
  select * into loan from loans l where l.id = new.loan_id for no key update;
  if loan.state not in ('active', 'overdue') then
    raise exception 'there is nothing to repay' using errcode = 'check_violation', constraint = 'loan_repayment';
  end if;
  day := greatest(ceil(extract(epoch from new.counted_at - loan.credited_at) / 86400)::int, loan.counted_days);
  interest_days := greatest(day, loan.free_days) - greatest(loan.counted_days, loan.free_days);
  overdue_days := greatest(day, loan.free_days, loan.term_days) - greatest(loan.counted_days, loan.free_days, loan.term_days);
  loan.accrued := loan.accrued + loan_round_up(loan.principal * loan.daily_rate * interest_days, 18);
  owed_interest := loan_round_up(loan.accrued, loan.scale) - loan.interest_paid;
  if new.interest <> least(new.amount, owed_interest)
    or new.principal > loan.principal
    or new.amount <> trunc(new.amount, loan.scale)
    or new.is_collected and new.counted_at <> loan.due_at
    or not new.is_collected and new.counted_at <> new.created_at
  then
    raise exception 'a repayment does not follow from its loan' using errcode = 'check_violation', constraint = 'loan_repayment';
  end if;
  update loans l set
    accrued = loan.accrued,
    accrued_overdue = loan.accrued_overdue + loan_round_up(loan.principal * loan.daily_rate * overdue_days, 18),
    counted_days = day,
    interest_paid = loan.interest_paid + new.interest,
    principal = loan.principal - new.principal,
    state = case
      when loan.principal = new.principal and new.interest = owed_interest then 'repaid'
      when new.is_collected then 'overdue'
      else loan.state end,
    repaid_at = case when loan.principal = new.principal and new.interest = owed_interest then new.created_at end,
    collected_at = case when new.is_collected then new.created_at else loan.collected_at end,
    updated_at = new.created_at
  where l.id = loan.id;
  return new;
end
$$;
create trigger loan_repayments_count before insert on loan_repayments
  for each row execute function loan_count_repayment();

-- An amount in whole smallest units, rounded up.
create function loan_round_up(exact numeric, places int) returns numeric
language sql immutable parallel safe as $$
  select trunc(exact, places) + case when exact > trunc(exact, places) then ('1e-' || places)::numeric else 0 end
$$;

create trigger loans_stay before delete or truncate on loans
  for each statement execute function refuse_write('loans and repayments stay');
create trigger loan_repayments_stay before update or delete or truncate on loan_repayments
  for each statement execute function refuse_write('loans and repayments stay');


-- Facts -------------------------------------------------------------------------------------------

-- The postings of a credit (ADR 9): the house lends from `loans`, and the debt of the member is owed to `loanReceivables`.
create view loan_credit_required_lines as
select ledger_kind('loanCredit') as kind, 'loan:' || l.id as reference, l.id as subject_id, p.owner_id, l.asset, p.available, p.loan
from loans l
cross join lateral (values
  (l.member_id, l.offered, -l.offered),
  (ledger_house_account('loans'), -l.offered, 0),
  (ledger_house_account('loanReceivables'), l.offered, 0)
) as p(owner_id, available, loan)
where l.credited_at is not null and exists (select from reviews_agreed a where a.kind = 'loan' and a.subject_id = l.id);

-- The postings of a repayment: principal and interest are entries of their own.
create view loan_repayment_required_lines as
select p.kind, 'repayment:' || r.id as reference, r.id as subject_id, p.owner_id, l.asset, p.available, p.loan
from loan_repayments r
join loans l on l.id = r.loan_id
cross join lateral (values
  (ledger_kind('loanRepayment'), l.member_id, -r.principal, r.principal),
  (ledger_kind('loanRepayment'), ledger_house_account('loans'), r.principal, 0),
  (ledger_kind('loanRepayment'), ledger_house_account('loanReceivables'), -r.principal, 0),
  (ledger_kind('loanInterest'), l.member_id, -r.interest, 0),
  (ledger_kind('loanInterest'), ledger_house_account('loanInterest'), r.interest, 0)
) as p(kind, owner_id, available, loan)
where p.available <> 0;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('loanCredit'), 'loan', 'loan', 'two operators approved the application, for this amount', 'loan_credit_required_lines'),
  (ledger_kind('loanRepayment'), 'repayment', 'loan', 'a repayment, after the interest that was owed', 'loan_repayment_required_lines'),
  (ledger_kind('loanInterest'), 'repayment', 'loan', 'a repayment of this much interest', 'loan_repayment_required_lines');

-- For versions that two operators approved.
grant select, insert, update on loan_products to tern_app;
grant select on loan_credit_required_lines, loan_repayment_required_lines to tern_app;
grant select, insert, update (state, offered, reason, decided_at, credited_at, due_at, remind_at, collected_at, principal, updated_at) on loans to tern_app;
grant select, insert on loan_repayments to tern_app;
grant execute on function loan_round_up to tern_app;

-- Products of the installation: their terms are in seeds/loan/plan.json.
insert into loan_products
select product.*
from jsonb_array_elements(current_setting('migration.seeds')::jsonb -> 'plan') as plan(terms)
cross join (values (timestamptz '2026-09-01T00:00:00Z')) as start(at)
cross join lateral jsonb_populate_record(null::loan_products, product_columns(plan.terms) || jsonb_build_object(
  'id', product_begin('loan', plan.terms, at), 'version', 1, 'state', 'open', 'created_at', at, 'updated_at', at)) product;
