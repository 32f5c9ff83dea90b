-- feature: kernel
-- A bank transfer that was recorded as capital is no receipt of the treasury and no member's wire: as in 1710-house-fundings.sql and
-- 1970-bank-receipts.sql, with the capital.

create or replace function house_fundings_refuse_unbacked() returns trigger language plpgsql
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
    select from (select h.asset, h.bank_key from house_receipts h union all select w.asset, w.bank_key from wire_receipts w
      union all select t.asset, t.bank_key from treasury_receipts t) r
    where r.asset = new.asset and r.bank_key = bank_reference_key(new.bank_reference)
  ) then
    raise exception 'the bank transfer was recorded before' using errcode = 'unique_violation', constraint = 'house_fundings_receipt_once';
  end if;
  return new;
end
$$;

create or replace function wires_refuse_receipt() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  perform from bank_receipts_lock for update;
  if exists (
    select from (select h.asset, h.bank_key from house_receipts h union all select t.asset, t.bank_key from treasury_receipts t) r
    where r.asset = new.asset and r.bank_key = bank_reference_key(new.bank_reference)
  ) then
    raise exception 'the bank transfer is a receipt of the house' using errcode = 'unique_violation', constraint = 'wires_bank_reference';
  end if;
  return new;
end
$$;
