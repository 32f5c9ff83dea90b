-- feature: funding
-- What the requests of all kinds share: wires, payouts, deposits and withdrawals. What leaves the house, and what is credited to a request,
-- was approved by two operators first, whatever the program writes (ADR 9). A rail is asked to send before the ledger is, so the ledger's
-- own guard would come too late.

-- Arguments: the kind of review, which is also the word of its entries; `held` where the amount was set aside at submission.
create function funding_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from reviews_agreed a where a.kind = tg_argv[0] and a.subject_id = new.id) then
    raise exception 'two operators have not approved % %', tg_argv[0], new.id
      using errcode = 'insufficient_privilege', constraint = 'funding_agreed';
  end if;
  if tg_argv[1] = 'held' and not exists (
    select from ledger_entries e where e.kind = ledger_kind('withdrawal') and e.reference = tg_argv[0] || ':' || new.id
  ) then
    raise exception 'the ledger holds nothing for % %', tg_argv[0], new.id
      using errcode = 'insufficient_privilege', constraint = 'funding_held';
  end if;
  return new;
end
$$;


-- Withdrawals to saved addresses only -------------------------------------------------------------

-- On immediately, off a day later. The database itself refuses what the lock forbids.
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

grant select, insert, update on address_locks to tern_app;
grant execute on function address_lock_is_on to tern_app;


-- Bank transfers ----------------------------------------------------------------------------------

-- One transfer of a bank counts once, however its reference is written: capitals, blanks, punctuation, full-width forms and invisible
-- characters are ignored.
create function bank_reference_key(reference text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(normalize(reference, NFKC), '[[:space:][:punct:]\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'))
$$;

-- Members' wires and receipts of the house are recorded one after the other, so that two at once cannot both pass.
create table bank_receipts_lock (
  is_only boolean primary key default true check (is_only)
);
insert into bank_receipts_lock default values;

-- For the indexes of references.
grant execute on function bank_reference_key to tern_app;
