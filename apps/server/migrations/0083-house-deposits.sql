-- feature: funding
-- Two operators assign an unmatched transfer to an account of the house: so real money reaches it over a network, each transfer once.

alter table unmatched_proposals drop constraint unmatched_proposals_act_check;
alter table unmatched_proposals add constraint unmatched_proposals_act_check check (act in ('credit', 'dismiss', 'house'));
alter table unmatched_proposals add column account text
  check (account in ('yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards'));
alter table unmatched_proposals add constraint unmatched_proposals_account check ((act = 'house') = (account is not null));

alter table deposits_seen add column house_at timestamptz;
alter table deposits_seen drop constraint deposits_seen_settled;
alter table deposits_seen add constraint deposits_seen_settled check (num_nonnulls(deposit_id, dismissed_at, house_at) <= 1);
alter table deposits_seen drop constraint deposits_seen_fault;
alter table deposits_seen add constraint deposits_seen_fault
  check (fault is not null or (deposit_id is not null and dismissed_at is null and house_at is null));
drop index deposits_seen_unmatched;
create index deposits_seen_unmatched on deposits_seen (seen_at, reference)
  where deposit_id is null and dismissed_at is null and house_at is null;
create or replace function deposits_seen_refuse_change() returns trigger language plpgsql as $$
begin
  if old.deposit_id is not null or old.dismissed_at is not null or old.house_at is not null then
    raise exception 'a settled transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.reference, new.network, new.asset, new.address, new.amount, new.txid, new.fault, new.seen_at)
    is distinct from (old.reference, old.network, old.asset, old.address, old.amount, old.txid, old.fault, old.seen_at) then
    raise exception 'a seen transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- The postings that a transfer to the house requires (ADR 9); the part below the asset's smallest unit goes to the rounding account.
create view house_deposit_required_lines as
select ledger_kind('increase') as kind, 'housedeposit:' || p.id as reference, p.id as subject_id, l.owner_id, s.asset, l.amount as available
from unmatched_proposals p
join deposits_seen s on s.reference = p.reference
join networks n on n.code = s.network
join assets a on a.code = s.asset
cross join lateral (select trunc(s.amount, a.scale) as whole) w
cross join lateral (values
  (ledger_house_account(p.account), w.whole), (ledger_house_account('rounding'), s.amount - w.whole), (ledger_custody_account(n.id), -s.amount)
) as l(owner_id, amount)
where p.act = 'house' and p.state = 'carried'
  -- What arrived at a member's address is never the house's.
  and exists (select from rail_house_addresses h where h.network = s.network and h.address = s.address)
  and s.house_at is not null and w.whole > 0 and l.amount <> 0
  and exists (select from reviews_agreed r where r.kind = 'stray' and r.subject_id = p.id);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('increase'), 'housedeposit', 'funding', 'two operators assigned a transfer that a rail saw to a house account', 'house_deposit_required_lines');

-- A bank transfer is a member's wire or a receipt of the house (0081), not both.
create function wires_refuse_receipt() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  perform from bank_receipts_lock for update;
  if exists (select from house_receipts h where h.asset = new.asset and h.bank_key = bank_reference_key(new.bank_reference)) then
    raise exception 'the bank transfer is a receipt of the house' using errcode = 'unique_violation', constraint = 'wires_bank_reference';
  end if;
  return new;
end
$$;
create trigger wires_no_receipt before insert or update on wires for each row
  when (new.bank_reference <> '' and new.state <> 'rejected') execute function wires_refuse_receipt();
create view wire_receipts as
select w.asset, bank_reference_key(w.bank_reference) as bank_key from wires w where w.bank_reference <> '' and w.state <> 'rejected';

grant insert (account) on unmatched_proposals to tern_app;
grant update (house_at) on deposits_seen to tern_app;
grant select on house_deposit_required_lines to tern_app;
