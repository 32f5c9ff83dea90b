-- feature: catalogue
-- Money of the house, from which products are paid and against which members trade: paper money in paper mode; in live mode receipts at the
-- bank, each with its reference. Receipts over a network are assigned by operators (unmatched_proposals). A new coin is sold only as far as
-- the account `offerings` has it, so that what members own together is covered (ledger_balances_floor).

-- Money moved to an account of the house: proposed by one operator and approved by another.
create table house_fundings (
  id bigint generated always as identity primary key,
  account text not null check (account in ('yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards')),
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  reason text not null check (reason <> ''),
  -- The bank's reference of the receipt. Empty: paper money.
  bank_reference text not null default '',
  -- Part of the installation: posted at the first start, without approval. Only the owner of the database can write one.
  is_beginning boolean not null default false,
  granted_at timestamptz,
  -- Null: part of the installation.
  proposed_by bigint references operators (id),
  -- The proposer's idempotency key.
  request_id text,
  created_at timestamptz not null,
  constraint house_fundings_request unique (proposed_by, request_id),
  constraint house_fundings_author check (is_beginning = (proposed_by is null)),
  constraint house_fundings_granted check (is_beginning or granted_at is null)
);
create index house_fundings_ungranted on house_fundings (id) where is_beginning and granted_at is null;

create trigger house_fundings_granted_once before update on house_fundings for each row
  when (old.granted_at is not null or (new.id, new.account, new.asset, new.amount, new.reason, new.is_beginning, new.proposed_by,
    new.request_id, new.created_at) is distinct from (old.id, old.account, old.asset, old.amount, old.reason, old.is_beginning,
    old.proposed_by, old.request_id, old.created_at))
  execute function refuse_write('a proposed funding does not change');
create trigger house_fundings_stay before delete or truncate on house_fundings
  for each statement execute function refuse_write('a proposed funding does not change');

-- One bank transfer counts once, as for wires.
create view house_receipts as
select f.id, f.asset, bank_reference_key(f.bank_reference) as bank_key from house_fundings f
where f.bank_reference <> '' and not exists (
  select from reviews r where r.kind = 'funding' and r.subject_id = f.id and r.state = 'rejected'
);

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
create view house_funding_required_lines as
select ledger_kind('increase') as kind, 'funding:' || f.id as reference, f.id as subject_id, l.owner_id, f.asset, l.amount as available
from house_fundings f
cross join lateral (values
  (ledger_house_account(f.account), f.amount),
  (ledger_house_account(case when f.bank_reference = '' then 'paperIssuance' else 'custody' end), -f.amount)
) as l(owner_id, amount)
where (f.bank_reference <> '') = is_live()
  and (f.granted_at is not null or exists (select from reviews_agreed a where a.kind = 'funding' and a.subject_id = f.id));

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('increase'), 'funding', 'catalogue', 'two operators approved paper money for a house account, or the installation has it',
    'house_funding_required_lines');

-- Paper money of the installation, posted at the first start in paper mode: by the seeds here, and with offerings of paper mode.
create function house_funding_begin(to_account text, of_asset text, of_amount numeric, at timestamptz) returns void language sql as $$
  insert into house_fundings (account, asset, amount, reason, is_beginning, created_at)
  values (to_account, of_asset, of_amount, 'Part of the installation.', true, at)
$$;

-- seeds/house-fundings: accounts.json for yields and loans; liquidity.json about 50 million USDT of each asset with a price.
select house_funding_begin(seed.account, seed.asset, seed.amount, '2026-09-01T00:00:00Z')
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'accounts') as seed (account text, asset text, amount numeric);
select house_funding_begin('liquidity', seed.asset, seed.amount, '2026-11-23T00:00:00Z')
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'liquidity') as seed (asset text, amount numeric);

grant select on house_fundings, house_funding_required_lines to tern_app;
grant insert (account, asset, amount, reason, bank_reference, proposed_by, request_id, created_at) on house_fundings to tern_app;
-- The program grants the beginnings, in paper mode.
grant update (granted_at) on house_fundings to tern_app;
