-- feature: funding
-- The address book, and crypto withdrawals: each is paid out or returned in full.


-- Withdrawals -------------------------------------------------------------------------------------

create table withdrawal_addresses (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  asset text not null,
  network text not null,
  address text not null,
  memo text not null,
  name text not null,
  remark text not null,
  usable_from timestamptz not null,
  created_at timestamptz not null,
  foreign key (asset, network) references asset_networks (asset, network),
  constraint withdrawal_addresses_once unique (member_id, asset, network, address, memo)
);
create index withdrawal_addresses_of_member on withdrawal_addresses (member_id, id desc);

create table withdrawals (
  id bigint generated always as identity (start with 20001) primary key,
  member_id bigint not null references members (id),
  asset text not null,
  network text not null,
  address text not null,
  memo text not null,
  amount numeric(38, 18) not null check (amount > 0),
  fee numeric(38, 18) not null check (fee >= 0 and fee < amount),
  -- reviewed: waits for operators. approved: waits for its rail. sending: the rail may have started; it is asked by
  -- reference, so that nothing is sent twice. The others are final.
  state text not null default 'reviewed'
    check (state in ('reviewed', 'approved', 'sending', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  txid text not null default '',
  next_attempt_at timestamptz,
  -- Since when its rail has not answered, and the error; null and empty while it answers.
  silent_since timestamptz,
  silence text not null default '',
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  foreign key (asset, network) references asset_networks (asset, network),
  check (state <> 'rejected' or reason <> ''),
  constraint withdrawals_silence check (silent_since is not null or silence = '')
);
create index withdrawals_of_member on withdrawals (member_id, id desc);
create index withdrawals_to_send on withdrawals (next_attempt_at, id) where state in ('approved', 'sending');
create index withdrawals_silent on withdrawals (silent_since, id) where state = 'sending' and silent_since is not null;
-- For the public figures.
create index withdrawals_ended on withdrawals (updated_at) where state in ('completed', 'rejected', 'cancelled');
create index withdrawals_by_txid on withdrawals (lower(txid)) where txid <> '';

-- Every new withdrawal is under review.
create trigger withdrawals_begin_reviewed before insert on withdrawals for each row
  when (new.state <> 'reviewed')
  execute function refuse_write('a new withdrawal must be under review', 'withdrawals_begin_reviewed');

create function withdrawals_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state in ('completed', 'rejected', 'cancelled') then
    raise exception 'a withdrawal that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.member_id <> old.member_id or new.asset <> old.asset or new.network <> old.network
    or new.address <> old.address or new.memo <> old.memo or new.amount <> old.amount or new.fee <> old.fee then
    raise exception 'the amount and destination of a withdrawal do not change' using errcode = 'insufficient_privilege';
  end if;
  if not (new.state = old.state
    or (old.state = 'reviewed' and new.state in ('approved', 'rejected', 'cancelled'))
    or (old.state = 'approved' and new.state = 'sending')
    -- Rejected: the rail will certainly never send it.
    or (old.state = 'sending' and new.state in ('completed', 'rejected'))) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger withdrawals_guard_change before update on withdrawals
  for each row execute function withdrawals_refuse_change();
-- After the guard of the states, which comes first by name.
create trigger withdrawals_only_agreed before update on withdrawals for each row
  when (new.state <> old.state and new.state in ('approved', 'sending')) execute function funding_refuse_unagreed('withdrawal', 'held');

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


-- Manual resolutions ------------------------------------------------------------------------------

-- What two operators decide about a transfer whose rail does not answer (ADR 31).
create table withdrawal_resolutions (
  id bigint generated always as identity (start with 101) primary key,
  withdrawal_id bigint not null references withdrawals (id),
  outcome text not null check (outcome in ('unsent', 'sent')),
  -- sent: the transaction that paid. unsent: the transaction that replaced the signed one.
  txid text not null,
  -- What the member reads: the key of a text.
  message text not null default 'message.resolvedByStaff' check (message <> ''),
  -- For operators.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- When the rail is next asked whether it agrees; null once it has answered, or cannot be asked.
  next_look_at timestamptz,
  check (outcome = 'unsent' or txid <> ''),
  check ((state = 'proposed') = (decided_at is null)),
  check (state = 'carried' or next_look_at is null)
);
create unique index withdrawal_resolutions_one on withdrawal_resolutions (withdrawal_id) where state <> 'dropped';
-- One transaction pays one withdrawal.
create unique index withdrawal_resolutions_payment on withdrawal_resolutions (txid) where outcome = 'sent' and state <> 'dropped';
create index withdrawal_resolutions_to_look on withdrawal_resolutions (next_look_at, id) where next_look_at is not null;
create index withdrawal_resolutions_open on withdrawal_resolutions (id) where state = 'proposed';

create function withdrawal_resolutions_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.withdrawal_id, new.outcome, new.txid, new.message, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.withdrawal_id, old.outcome, old.txid, old.message, old.reason, old.proposed_by, old.created_at) then
    raise exception 'a proposed resolution does not change' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'proposed' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at) then
    raise exception 'a decided resolution does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger withdrawal_resolutions_stay before update on withdrawal_resolutions
  for each row execute function withdrawal_resolutions_refuse_change();

-- Later answers of rails that contradict a manual resolution.
create table withdrawal_discrepancies (
  id bigint generated always as identity (start with 101) primary key,
  resolution_id bigint not null unique references withdrawal_resolutions (id),
  said text not null check (said in ('completed', 'refused')),
  txid text not null,
  reason text not null,
  created_at timestamptz not null
);


-- The ledger --------------------------------------------------------------------------------------

-- The withdrawals that a rail may send: two operators approved them, and the ledger holds their amount.
create view withdrawals_agreed as
select w.id from withdrawals w
where exists (select from reviews_agreed a where a.kind = 'withdrawal' and a.subject_id = w.id)
  and exists (select from ledger_entries e where e.kind = ledger_kind('withdrawal') and e.reference = 'withdrawal:' || w.id);

-- The postings that a withdrawal requires of the ledger: its amount is held, then paid out or returned (ADR 9).
create view withdrawal_required_lines as
select l.kind, 'withdrawal:' || w.id as reference, w.id as subject_id, l.owner_id, w.asset, l.available, l.held
from withdrawals w
join networks n on n.code = w.network
cross join lateral (
  select ledger_kind('withdrawal') as kind, w.member_id as owner_id, -w.amount as available, w.amount as held
  union all
  select ledger_kind('withdrawalReturn'), w.member_id, w.amount, -w.amount where w.state in ('rejected', 'cancelled')
  union all
  select ledger_kind('withdrawalSuccess'), p.owner_id, p.available, p.held
  from (values
    (w.member_id, 0, -w.amount), (ledger_custody_account(n.id), w.amount - w.fee, 0), (ledger_house_account('fees'), w.fee, 0)
  ) as p(owner_id, available, held)
  where w.state = 'completed' and (p.available, p.held) <> (0, 0)
    -- Two operators approved it, or decided that a transaction has paid it.
    and (exists (select from reviews_agreed a where a.kind = 'withdrawal' and a.subject_id = w.id) or exists (
      select from withdrawal_resolutions r where r.withdrawal_id = w.id and r.outcome = 'sent' and r.state = 'carried'
        and exists (select from reviews_agreed a where a.kind = 'verdict' and a.subject_id = r.id)
    ))
) as l;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('withdrawal'), 'withdrawal', 'funding', 'a withdrawal of this amount was submitted', 'withdrawal_required_lines'),
  (ledger_kind('withdrawalReturn'), 'withdrawal', 'funding', 'the withdrawal was rejected or cancelled', 'withdrawal_required_lines'),
  (ledger_kind('withdrawalSuccess'), 'withdrawal', 'funding', 'the withdrawal was approved by two operators and completed', 'withdrawal_required_lines');

grant select, insert, delete on withdrawal_addresses to tern_app;
grant select, insert, update on withdrawals to tern_app;
grant select, insert on withdrawal_resolutions, withdrawal_discrepancies to tern_app;
grant update (state, decided_at, next_look_at) on withdrawal_resolutions to tern_app;
grant select on withdrawal_required_lines, withdrawals_agreed to tern_app;
