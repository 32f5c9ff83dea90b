-- feature: kernel
-- What a transaction that expires may burn, in the chain's smallest units, is kept back until it has ended (ADR 118).
alter table rail_transfers
  add column fee_limit bigint check (fee_limit >= 0),
  add column account_fee bigint check (account_fee >= 0),
  add constraint rail_transfers_cost check (num_nulls(expires_at, fee_limit, account_fee) in (0, 3));
alter table rail_replacements
  add column fee_limit bigint check (fee_limit >= 0),
  add column account_fee bigint check (account_fee >= 0),
  add constraint rail_replacements_cost check (num_nulls(expires_at, fee_limit, account_fee) in (0, 3));

-- One transaction belongs to one transfer, whether it was signed first or after another expired.
create function rail_transfers_refuse_known() returns trigger language plpgsql as $$
begin
  perform from rail_wallets w where w.network = new.network and w.address = new.sender for update;
  if exists (select from rail_replacements r where r.txid = new.txid) then
    raise exception 'the transaction is known' using errcode = 'unique_violation', constraint = 'rail_transfers_txid_key';
  end if;
  return new;
end
$$;
create trigger rail_transfers_new before insert on rail_transfers
  for each row when (new.expires_at is not null) execute function rail_transfers_refuse_known();

create or replace function rail_replacements_refuse_early() returns trigger language plpgsql as $$
declare
  before timestamptz;
begin
  select coalesce(
      (select r.expires_at from rail_replacements r where r.reference = new.reference order by r.attempt desc limit 1), t.expires_at)
    into before from rail_transfers t where t.reference = new.reference;
  if (before is null) <> (new.expires_at is null) then
    raise exception 'a transfer expires in all its transactions or in none'
      using errcode = 'check_violation', constraint = 'rail_replacements_expiry';
  end if;
  if before is null then
    return new;
  end if;
  if not exists (select from rail_chains c where c.network = new.network and c.block_time >= before) then
    raise exception 'the transaction before may still be taken'
      using errcode = 'check_violation', constraint = 'rail_replacements_after_expiry';
  end if;
  -- Nothing else is signed with this wallet meanwhile.
  perform from rail_wallets w where w.network = new.network and w.address = new.sender for update;
  if exists (select from rail_transfers t where t.txid = new.txid) then
    raise exception 'the transaction is known' using errcode = 'unique_violation', constraint = 'rail_replacements_pkey';
  end if;
  return new;
end
$$;
