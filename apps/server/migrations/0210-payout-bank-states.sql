-- feature: funding
-- An approved payout is sent once the bank has it: an operator records its reference. What the bank returns comes back to the
-- member when two operators agree (ADR 29).

alter table payouts drop constraint payouts_state_check;
alter table payouts add constraint payouts_state_check
  check (state in ('reviewed', 'approved', 'completed', 'returned', 'rejected', 'cancelled'));
alter table payouts add column bank_reference text not null default '';
alter table payouts add column value_date date;
alter table payouts add column returned numeric(38, 18) check (returned > 0);
alter table payouts add constraint payouts_returned check (returned is null or (state = 'returned' and returned <= received));
comment on column payouts.bank_reference is 'Of the bank that sent it; empty before that, and for those completed before banks were recorded.';
comment on column payouts.value_date is 'When the bank debits it.';
comment on column payouts.returned is 'In the currency, less the charges of banks; null where it was never sent, or did not return.';
-- One transfer of the bank is one payout: written in any way, as for wires.
create unique index payouts_bank_reference on payouts (
  currency,
  upper(regexp_replace(normalize(bank_reference, NFKC), '[[:space:][:punct:]\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'))
) where bank_reference <> '';
create index payouts_to_send on payouts (decided_at, id) where state = 'approved';

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

create or replace function payouts_refuse_change() returns trigger language plpgsql as $$
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

drop trigger payouts_only_agreed on payouts;
create trigger payouts_only_agreed before update on payouts for each row
  when (new.state <> old.state and new.state in ('approved', 'completed')) execute function funding_refuse_unagreed('payout', 'held');

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

-- As in 0027. What was never sent returns as it was held; what was sent returns in its currency, from the bank.
create or replace view fiat_payout_required_lines as
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
