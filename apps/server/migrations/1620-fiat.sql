-- feature: funding
-- Fiat currencies with their bounds, bank cards, incoming wires and payouts to a card.


-- Currencies and cards ----------------------------------------------------------------------------

-- The rows are in seeds/fiat; two operators change bounds and fees.
create table fiat_currencies (
  asset text primary key references assets (code),
  -- The order in which they are shown.
  position smallint not null unique,
  wire_min numeric(38, 18) not null check (wire_min > 0),
  wire_max numeric(38, 18) not null check (wire_max >= wire_min),
  -- Before the fee.
  payout_min numeric(38, 18) not null check (payout_min > 0),
  payout_max numeric(38, 18) not null check (payout_max >= payout_min),
  payout_fee numeric(38, 18) not null check (payout_fee >= 0 and payout_fee < payout_min),
  takes_wires boolean not null default true,
  takes_payouts boolean not null default true,
  -- One operator may pause what two have approved (ADR 25).
  wires_paused boolean not null default false,
  payouts_paused boolean not null default false
);

-- `wire` is [minimum, maximum], `payout` is [minimum, maximum, fee].
insert into fiat_currencies (position, asset, wire_min, wire_max, payout_min, payout_max, payout_fee)
select position, asset, wire[1], wire[2], payout[1], payout[2], payout[3]
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'currencies')
  as seed (position smallint, asset text, wire numeric[], payout numeric[]);

-- The numbers of cards and accounts are sealed with the key of the deployment, which is not in the database (ADR 72): `s1:`, the sealed
-- number, `:`, the ends that may be shown. The same number of a member is the same text, so that what compares numbers compares on.
create table bank_cards (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  bank_name text not null,
  account_name text not null,
  card_number text not null,
  bank_address text not null,
  -- The account number where a country has no IBAN.
  iban text not null,
  payee_address text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  -- It waits like a new withdrawal address before it may be paid to.
  usable_from timestamptz not null default now(),
  constraint bank_cards_once unique (member_id, card_number, iban),
  constraint bank_cards_sealed check (
    card_number ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$' and iban ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$'
  )
);
create index bank_cards_of_member on bank_cards (member_id, id desc);

grant select on fiat_currencies to tern_app;
grant update (wire_min, wire_max, payout_min, payout_max, payout_fee, takes_wires, takes_payouts, wires_paused,
  payouts_paused) on fiat_currencies to tern_app;
grant select, insert, delete on bank_cards to tern_app;


-- Wires -------------------------------------------------------------------------------------------

create table wires (
  id bigint generated always as identity (start with 30001) primary key,
  member_id bigint not null references members (id),
  asset text not null references fiat_currencies (asset),
  -- Announced by the member.
  amount numeric(38, 18) not null check (amount > 0),
  email text not null,
  reference text not null unique,
  -- The amount on the bank statement, recorded by an operator.
  received numeric(38, 18) check (received > 0),
  bank_reference text not null default '',
  payer text not null default '',
  -- reviewed: waits for its receipt and for operators. The others are final.
  state text not null default 'reviewed' check (state in ('reviewed', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  check (state <> 'rejected' or reason <> ''),
  check (state <> 'completed' or received is not null),
  -- A member cannot cancel a wire that has arrived: operators credit it or send it back.
  check (state <> 'cancelled' or received is null)
);
create index wires_of_member on wires (member_id, id desc);
-- One bank transfer is credited once.
create unique index wires_bank_reference on wires (asset, bank_reference_key(bank_reference))
  where bank_reference <> '' and state <> 'rejected';
create view wire_receipts as
select w.asset, bank_reference_key(w.bank_reference) as bank_key from wires w where w.bank_reference <> '' and w.state <> 'rejected';

-- Every new one is under review.
create trigger wires_begin_reviewed before insert on wires for each row
  when (new.state <> 'reviewed')
  execute function refuse_write('a new wire or payout must be under review', 'fiat_begin_reviewed');

create function wires_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a wire that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.member_id <> old.member_id or new.asset <> old.asset or new.amount <> old.amount or new.email <> old.email
    or new.reference <> old.reference then
    raise exception 'the announced facts of a wire do not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> 'reviewed' and (new.received is distinct from old.received or new.bank_reference <> old.bank_reference
    or new.payer <> old.payer) then
    raise exception 'the receipt of a wire is recorded before its decision' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger wires_guard_change before update on wires for each row execute function wires_refuse_change();
-- After the guard of the states, which comes first by name.
create trigger wires_only_agreed before update on wires for each row
  when (new.state <> old.state and new.state = 'completed') execute function funding_refuse_unagreed('wire', '');

-- The postings that a completed wire requires of the ledger (ADR 9).
create view fiat_wire_required_lines as
select ledger_kind('depositSuccess') as kind, 'wire:' || w.id as reference, w.id as subject_id, l.owner_id, w.asset, l.amount as available,
  0::numeric as held
from wires w
cross join lateral (values (w.member_id, w.received), (ledger_house_account('custody'), -w.received)) as l(owner_id, amount)
where w.state = 'completed' and exists (select from reviews_agreed a where a.kind = 'wire' and a.subject_id = w.id);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('depositSuccess'), 'wire', 'funding', 'a wire was approved by two operators', 'fiat_wire_required_lines');

grant select, insert, update on wires to tern_app;
grant select on fiat_wire_required_lines to tern_app;


-- Payouts -----------------------------------------------------------------------------------------

create table payouts (
  id bigint generated always as identity (start with 40001) primary key,
  member_id bigint not null references members (id),
  -- Paid by the member, held until it ends.
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  currency text not null references fiat_currencies (asset),
  -- The estimate that the member was shown at submission.
  quoted_rate numeric(38, 18) not null,
  quoted_received numeric(38, 18) not null,
  -- In the currency, after the fee: instead of paying less, everything is returned (ADR 29).
  least_received numeric(38, 18) not null,
  rate numeric(38, 18) not null check (rate > 0),
  spread numeric(38, 18) not null check (spread >= 0 and spread < 1),
  -- [{symbol, seq, price}]: the reference ticks behind the rate.
  legs jsonb not null,
  -- In the currency.
  fee numeric(38, 18) not null check (fee >= 0),
  received numeric(38, 18) not null check (received > 0),
  -- A copy: the member may remove the card.
  bank_name text not null,
  account_name text not null,
  card_number text not null,
  bank_address text not null,
  iban text not null,
  payee_address text not null,
  country text not null,
  -- reviewed: waits for operators. approved: waits for the bank. completed: the bank has it. returned: two operators agreed that it came
  -- back. The others are final: returned in full.
  state text not null default 'reviewed'
    check (state in ('reviewed', 'approved', 'completed', 'returned', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  bank_reference text not null default '',
  value_date date,
  returned numeric(38, 18) check (returned > 0),
  check (state <> 'rejected' or reason <> ''),
  constraint payouts_quoted_rate check (quoted_rate > 0),
  constraint payouts_least_received check (least_received >= 0 and least_received <= quoted_received),
  constraint payouts_never_below_least check (received >= least_received),
  constraint payouts_returned check (returned is null or (state = 'returned' and returned <= received)),
  -- As in bank_cards.
  constraint payouts_sealed check (
    card_number ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$' and iban ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$'
  )
);
comment on column payouts.rate is 'Currency per unit of the asset, after the spread: of the submission until it is approved, then of the approval.';
comment on column payouts.received is 'In the currency, after the fee: the estimate until it is approved, then the paid amount.';
comment on column payouts.bank_reference is 'Of the bank that sent it; empty before that.';
comment on column payouts.value_date is 'When the bank debits it.';
comment on column payouts.returned is 'In the currency, less the charges of banks; null where it was never sent, or did not return.';
create index payouts_of_member on payouts (member_id, id desc);
-- For the public figures.
create index payouts_ended on payouts (updated_at) where state in ('completed', 'rejected', 'cancelled');
create index payouts_to_card on payouts (member_id, card_number, iban) where state = 'completed';
create index payouts_to_send on payouts (decided_at, id) where state = 'approved';
-- One transfer of the bank is one payout.
create unique index payouts_bank_reference on payouts (currency, bank_reference_key(bank_reference)) where bank_reference <> '';

-- Every new one is under review.
create trigger payouts_begin_reviewed before insert on payouts for each row
  when (new.state <> 'reviewed')
  execute function refuse_write('a new wire or payout must be under review', 'fiat_begin_reviewed');

-- Only the approval sets rate, ticks and received amount. Operators record the reference of the bank when it has the payout (ADR 29).
create function payouts_refuse_change() returns trigger language plpgsql as $$
begin
  if not (old.state = 'reviewed' and new.state in ('reviewed', 'approved', 'rejected', 'cancelled')
    or old.state = 'approved' and new.state in ('completed', 'returned')
    or old.state = 'completed' and new.state = 'returned') then
    raise exception 'a payout that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.member_id, new.asset, new.amount, new.currency, new.spread, new.fee, new.quoted_rate, new.quoted_received,
      new.least_received, new.bank_name, new.account_name, new.card_number, new.bank_address, new.iban, new.payee_address,
      new.country)
    is distinct from (old.member_id, old.asset, old.amount, old.currency, old.spread, old.fee, old.quoted_rate,
      old.quoted_received, old.least_received, old.bank_name, old.account_name, old.card_number, old.bank_address, old.iban,
      old.payee_address, old.country) then
    raise exception 'the amount and recipient of a payout do not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> 'approved' and (new.rate, new.legs, new.received) is distinct from (old.rate, old.legs, old.received) then
    raise exception 'only the approval of a payout sets its rate' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'completed' and (new.bank_reference = '' or new.value_date is null)
    or new.state <> 'completed' and (new.bank_reference, new.value_date) is distinct from (old.bank_reference, old.value_date) then
    raise exception 'a payout is sent with the reference and value date of the bank, which stay'
      using errcode = 'insufficient_privilege', constraint = 'payouts_sent_once';
  end if;
  -- Null where it was never sent.
  if new.state = 'returned' and (new.returned is null) <> (old.state = 'approved') then
    raise exception 'a sent payout returns with the amount that came back' using errcode = 'insufficient_privilege',
      constraint = 'payouts_returned_amount';
  end if;
  return new;
end
$$;
create trigger payouts_guard_change before update on payouts for each row execute function payouts_refuse_change();
-- After the guard of the states, which comes first by name.
create trigger payouts_only_agreed before update on payouts for each row
  when (new.state <> old.state and new.state in ('approved', 'completed')) execute function funding_refuse_unagreed('payout', 'held');

create function payouts_keep_to_saved() returns trigger language plpgsql as $$
begin
  if address_lock_is_on(new.member_id, new.created_at) and not exists (
    select from bank_cards c
    where c.member_id = new.member_id and c.card_number = new.card_number and c.iban = new.iban
      and c.created_at <= new.created_at - interval '24 hours'
  ) then
    raise exception 'payouts go to saved cards only'
      using errcode = 'check_violation', constraint = 'payouts_keep_to_saved';
  end if;
  return new;
end
$$;
create trigger payouts_keep_to_saved before insert on payouts
  for each row execute function payouts_keep_to_saved();

-- What the bank returns comes back to the member when two operators agree (ADR 29).
create table payout_returns (
  id bigint generated always as identity (start with 101) primary key,
  payout_id bigint not null references payouts (id),
  -- What came back in the currency; null where the bank never sent it: what is held returns.
  amount numeric(38, 18) check (amount > 0),
  -- Of the transfer that brought it back, or of the bank's refusal.
  bank_reference text not null check (bank_reference <> ''),
  -- For operators.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null
);
create unique index payout_returns_one on payout_returns (payout_id) where state <> 'dropped';

create function payout_returns_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' then
    raise exception 'a decided return does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger payout_returns_stay before update on payout_returns
  for each row execute function payout_returns_refuse_change();
grant select, insert on payout_returns to tern_app;
grant update (state) on payout_returns to tern_app;

-- The returns that two operators agreed on.
create view payout_returns_agreed as
select r.payout_id, r.amount from payout_returns r
where r.state = 'carried' and exists (select from reviews_agreed a where a.kind = 'payback' and a.subject_id = r.id);
grant select on payout_returns_agreed to tern_app;

create function payouts_refuse_unreturned() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from payout_returns_agreed r where r.payout_id = new.id and r.amount is not distinct from new.returned) then
    raise exception 'two operators have not agreed on the return of payout %', new.id
      using errcode = 'insufficient_privilege', constraint = 'payouts_only_returned';
  end if;
  return new;
end
$$;
create trigger payouts_only_returned before update on payouts for each row
  when (new.state = 'returned') execute function payouts_refuse_unreturned();

-- The postings that a payout requires of the ledger (ADR 9): held at submission; then returned in full, or paid to the
-- liquidity account. That account provides the currency: the bank account receives the payout, the house its fee and the
-- remainder of rounding. What was never sent returns as it was held; what was sent returns in its currency, from the bank. If asset and currency are the same, the member's held amount pays these directly.
create view fiat_payout_required_lines as
select l.kind, 'payout:' || o.id as reference, o.id as subject_id, l.owner_id, l.asset, sum(l.available) as available, sum(l.held) as held
from payouts o
cross join lateral (
  select ledger_kind('withdrawal') as kind, o.member_id as owner_id, o.asset, -o.amount as available, o.amount as held
  union all
  select ledger_kind('withdrawalReturn'), o.member_id, o.asset, o.amount, -o.amount
  where o.state in ('rejected', 'cancelled') or (o.state = 'returned' and o.returned is null
    and exists (select from payout_returns_agreed r where r.payout_id = o.id and r.amount is null))
  union all
  select ledger_kind('withdrawalReturn'), b.owner_id, o.currency, b.available, 0
  from (values (o.member_id, o.returned), (ledger_house_account('custody'), -o.returned)) as b(owner_id, available)
  where o.state = 'returned' and exists (select from payout_returns_agreed r where r.payout_id = o.id and r.amount = o.returned)
  union all
  select ledger_kind('withdrawalSuccess'), p.owner_id, p.asset, p.available, p.held
  from (values
    (o.member_id, o.asset, 0, -o.amount),
    (ledger_house_account('liquidity'), o.asset, case when o.asset = o.currency then 0 else o.amount end, 0),
    (ledger_house_account('liquidity'), o.currency, case when o.asset = o.currency then 0 else -trunc(o.amount * o.rate, 18) end, 0),
    (ledger_house_account('custody'), o.currency, o.received, 0),
    (ledger_house_account('fees'), o.currency, o.fee, 0),
    (ledger_house_account('rounding'), o.currency, case when o.asset = o.currency then 0 else trunc(o.amount * o.rate, 18) - o.received - o.fee end, 0)
  ) as p(owner_id, asset, available, held)
  where (o.state = 'completed' or o.returned is not null)
    and exists (select from reviews_agreed a where a.kind = 'payout' and a.subject_id = o.id)
) as l
group by l.kind, o.id, l.owner_id, l.asset
having (sum(l.available), sum(l.held)) <> (0, 0);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('withdrawal'), 'payout', 'funding', 'a payout of this amount was submitted', 'fiat_payout_required_lines'),
  (ledger_kind('withdrawalReturn'), 'payout', 'funding', 'the payout was rejected or cancelled', 'fiat_payout_required_lines'),
  (ledger_kind('withdrawalSuccess'), 'payout', 'funding', 'the payout was approved by two operators and completed', 'fiat_payout_required_lines');

grant select, insert, update on payouts to tern_app;
grant select on fiat_payout_required_lines to tern_app;
