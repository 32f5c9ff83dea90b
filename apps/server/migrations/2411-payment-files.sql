-- feature: funding
-- Files of approved payouts for a bank (ADR 100). A file has the numbers of payouts only: it is written anew each time it is downloaded.

create table payment_files (
  id bigint generated always as identity (start with 201) primary key,
  asset text not null references fiat_currencies (asset),
  account text not null check (account ~ '^[A-Z0-9]{4,40}$'),
  payments integer not null check (payments between 1 and 500),
  total numeric(38, 18) not null check (total > 0),
  -- made: not at the bank. sent: an operator or a statement says that the bank has it. withdrawn: its payouts may go into another one.
  state text not null default 'made' check (state in ('made', 'sent', 'withdrawn')),
  made_by bigint not null references operators (id),
  made_at timestamptz not null,
  -- Null also for a file of which a statement showed a payment.
  ended_by bigint references operators (id),
  ended_at timestamptz,
  check ((state = 'made') = (ended_at is null))
);
create table payment_file_payouts (
  file_id bigint not null references payment_files (id),
  payout_id bigint not null references payouts (id),
  amount numeric(38, 18) not null check (amount > 0),
  is_withdrawn boolean not null default false,
  primary key (file_id, payout_id)
);
-- A payout is in one file.
create unique index payment_file_payouts_once on payment_file_payouts (payout_id) where not is_withdrawn;

create function payment_files_refuse_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if old.state <> 'made' or new.state = 'made' or (new.asset, new.account, new.payments, new.total, new.made_by, new.made_at)
    is distinct from (old.asset, old.account, old.payments, old.total, old.made_by, old.made_at) then
    raise exception 'a payment file is sent or withdrawn once, and does not change'
      using errcode = 'insufficient_privilege', constraint = 'payment_files_stay';
  end if;
  if new.state = 'withdrawn' then
    update payment_file_payouts set is_withdrawn = true where file_id = new.id;
  end if;
  return new;
end
$$;
create trigger payment_files_stay before update on payment_files for each row execute function payment_files_refuse_change();

-- Locks the payout, so that it cannot be sent by hand or returned meanwhile.
create function payment_file_payouts_refuse_unready() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  perform from payouts o where o.id = new.payout_id for update;
  if new.is_withdrawn or not exists (
    select from payouts o join payment_files f on f.id = new.file_id
    where o.id = new.payout_id and o.state = 'approved' and o.currency = f.asset and o.received = new.amount and f.state = 'made'
      and not exists (select from payout_returns r where r.payout_id = o.id and r.state <> 'dropped')
  ) then
    raise exception 'only an approved payout goes into a file' using errcode = 'check_violation', constraint = 'payment_file_payouts_ready';
  end if;
  return new;
end
$$;
create trigger payment_file_payouts_ready before insert on payment_file_payouts
  for each row execute function payment_file_payouts_refuse_unready();

-- At the end of the transaction: number and sum are those of its payouts.
create function payment_files_refuse_untied() returns trigger language plpgsql as $$
begin
  if (new.payments, new.total) is distinct from row(
    (select count(*)::integer from payment_file_payouts p where p.file_id = new.id),
    (select sum(p.amount) from payment_file_payouts p where p.file_id = new.id)
  ) then
    raise exception 'the file has another number or sum of payments' using errcode = 'check_violation', constraint = 'payment_files_tied';
  end if;
  return null;
end
$$;
create constraint trigger payment_files_tied after insert on payment_files deferrable initially deferred
  for each row execute function payment_files_refuse_untied();

-- What stands in a file that the bank may still get is neither sent by hand nor returned: it would be paid twice.
create function payouts_refuse_in_file() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_file_payouts p join payment_files f on f.id = p.file_id
    where p.payout_id = new.id and not p.is_withdrawn and f.state = 'made'
  ) then
    raise exception 'payout % is in a payment file that was neither sent nor withdrawn', new.id
      using errcode = 'check_violation', constraint = 'payouts_in_file';
  end if;
  return new;
end
$$;
create trigger payouts_not_in_open_file before update on payouts for each row
  when (old.state = 'approved' and new.state <> 'approved') execute function payouts_refuse_in_file();

grant select on payment_files, payment_file_payouts to tern_app;
grant insert (asset, account, payments, total, made_by, made_at), update (state, ended_by, ended_at) on payment_files to tern_app;
grant insert (file_id, payout_id, amount) on payment_file_payouts to tern_app;
