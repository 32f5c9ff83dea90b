-- feature: funding
-- A bank transfer is a member's wire or a receipt of the house, not both. It stands behind the products, because it reads the receipts of
-- the house.

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
