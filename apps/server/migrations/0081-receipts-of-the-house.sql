-- feature: products
-- Money of the house in live mode: a receipt at the bank, with its reference, approved by two operators. Receipts over a network are in
-- 0083. The accounts `contracts`, which backs short contracts, and `rewards` are funded too.

alter table house_fundings drop constraint house_fundings_account_check;
alter table house_fundings add constraint house_fundings_account_check
  check (account in ('yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards'));

-- The bank's reference of the receipt. Empty: paper money.
alter table house_fundings add column bank_reference text not null default '';
grant insert (bank_reference) on house_fundings to tern_app;

-- One bank transfer counts once, as for wires (0027): capitals, blanks, punctuation and invisible characters do not matter.
create function bank_reference_key(reference text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(normalize(reference, NFKC), '[[:space:][:punct:]\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'))
$$;
create view house_receipts as
select f.id, f.asset, bank_reference_key(f.bank_reference) as bank_key from house_fundings f
where f.bank_reference <> '' and not exists (
  select from reviews r where r.kind = 'funding' and r.subject_id = f.id and r.state = 'rejected'
);

-- Bank transfers are recorded one after the other, so that two at once cannot both pass. `wire_receipts` is in 0083.
create table bank_receipts_lock (
  is_only boolean primary key default true check (is_only)
);
insert into bank_receipts_lock default values;

create function house_fundings_refuse_unbacked() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if is_live() <> (new.bank_reference <> '') then
    raise exception 'in live mode a funding names its receipt, in paper mode it has none'
      using errcode = 'check_violation', constraint = 'house_fundings_receipt';
  end if;
  if new.bank_reference = '' then
    return new;
  end if;
  perform from bank_receipts_lock for update;
  if exists (
    select from (select h.asset, h.bank_key from house_receipts h union all select w.asset, w.bank_key from wire_receipts w) r
    where r.asset = new.asset and r.bank_key = bank_reference_key(new.bank_reference)
  ) then
    raise exception 'the bank transfer was recorded before' using errcode = 'unique_violation', constraint = 'house_fundings_receipt_once';
  end if;
  return new;
end
$$;
-- What the installation begins with is inserted before the mode is decided, and is never granted in live mode.
create trigger house_fundings_receipt before insert on house_fundings for each row
  when (not new.is_beginning) execute function house_fundings_refuse_unbacked();

-- The postings that a funding requires (ADR 9): issued in paper mode, received at the bank in live mode.
create or replace view house_funding_required_lines as
select ledger_kind('increase') as kind, 'funding:' || f.id as reference, f.id as subject_id, l.owner_id, f.asset, l.amount as available
from house_fundings f
cross join lateral (values
  (ledger_house_account(f.account), f.amount),
  (ledger_house_account(case when f.bank_reference = '' then 'paperIssuance' else 'custody' end), -f.amount)
) as l(owner_id, amount)
where (f.bank_reference <> '') = is_live()
  and (f.granted_at is not null or exists (select from reviews_agreed a where a.kind = 'funding' and a.subject_id = f.id));
