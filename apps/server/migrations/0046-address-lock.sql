-- feature: funding
-- Withdrawals to saved addresses only: on immediately, off a day later. The database itself refuses what the lock forbids.

create table address_locks (
  member_id bigint primary key references members (id),
  on_since timestamptz not null,
  -- When the member turned it off, and when that takes effect; null while it stays on.
  off_asked_at timestamptz,
  off_at timestamptz,
  constraint address_locks_wait check (
    (off_at is null) = (off_asked_at is null) and off_at >= off_asked_at + interval '24 hours' and off_asked_at >= on_since
  )
);

create function address_locks_refuse_sooner() returns trigger language plpgsql as $$
begin
  if new.member_id <> old.member_id or (old.off_at is not null and new.off_at < old.off_at) then
    raise exception 'a lock on addresses does not end sooner' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger address_locks_stay before update on address_locks
  for each row execute function address_locks_refuse_sooner();

-- Whether a member's lock is on at a time. The row stays locked, so that it cannot change until the withdrawal is written.
create function address_lock_is_on(owner_id bigint, at_time timestamptz) returns boolean language plpgsql as $$
declare
  ends_at timestamptz;
begin
  select l.off_at into ends_at from address_locks l where l.member_id = owner_id for share;
  return found and (ends_at is null or ends_at > at_time);
end
$$;

create function withdrawals_keep_to_saved() returns trigger language plpgsql as $$
begin
  if address_lock_is_on(new.member_id, new.created_at) and not exists (
    select from withdrawal_addresses a
    where a.member_id = new.member_id and a.asset = new.asset and a.network = new.network and a.address = new.address
      and a.memo = new.memo and a.created_at <= new.created_at - interval '24 hours'
  ) then
    raise exception 'withdrawals go to saved addresses only'
      using errcode = 'check_violation', constraint = 'withdrawals_keep_to_saved';
  end if;
  return new;
end
$$;
create trigger withdrawals_keep_to_saved before insert on withdrawals
  for each row execute function withdrawals_keep_to_saved();

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

grant select, insert, update on address_locks to tern_app;
grant execute on function address_lock_is_on to tern_app;
