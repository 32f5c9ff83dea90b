-- feature: kernel
-- Transactions of TRON have no nonce: each is taken once, and only until it expires by the time of blocks (ADR 118). A transfer is signed
-- again only after that.

-- Of the block that was read last; null where no transaction expires.
alter table rail_chains add column block_time timestamptz;

-- The block that the transaction refers to: it can be in later ones only. Of TRON the nonce is the number of the wallet's transfer.
alter table rail_transfers add column reference_height bigint check (reference_height >= 0);
alter table rail_transfers add column expires_at timestamptz;
alter table rail_transfers add constraint rail_transfers_expiry
  check ((reference_height is null) = (expires_at is null) and (expires_at is null or signed is not null));

alter table rail_replacements add column reference_height bigint check (reference_height >= 0);
alter table rail_replacements add column expires_at timestamptz;
alter table rail_replacements add constraint rail_replacements_expiry check ((reference_height is null) = (expires_at is null));

-- A transaction follows one that expires only if it expires itself, and not before blocks up to that time were read. Nothing follows one
-- that another may still overtake.
create function rail_replacements_refuse_early() returns trigger language plpgsql as $$
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
  if before is not null and not exists (
    select from rail_chains c where c.network = new.network and c.block_time >= before
  ) then
    raise exception 'the transaction before may still be taken'
      using errcode = 'check_violation', constraint = 'rail_replacements_after_expiry';
  end if;
  return new;
end
$$;
-- After rail_replacements_in_time, which locks the transfer: triggers fire by their names.
create trigger rail_replacements_late_enough before insert on rail_replacements
  for each row execute function rail_replacements_refuse_early();

-- Whether all blocks that may take a transaction of the transfer were read; null where none expires, or nothing is stored.
create function rail_transfer_is_expired(of_reference text) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select case when t.expires_at is not null then coalesce((
    select c.block_time >= greatest(t.expires_at, (select max(r.expires_at) from rail_replacements r where r.reference = t.reference))
    from rail_chains c where c.network = t.network), false) end
  from rail_transfers t where t.reference = of_reference
$$;
grant execute on function rail_transfer_is_expired(text) to tern_app;
