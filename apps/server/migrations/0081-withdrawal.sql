-- feature: withdrawal
-- The address book and crypto withdrawals: each is paid out or returned in full (rules §2, §6).

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
  -- reviewed: waits for people. approved: they agreed, the rail has not begun. sending: the rail may have begun, its
  -- outcome is looked up by reference and nothing is sent twice. The rest is final.
  state text not null default 'reviewed'
    check (state in ('reviewed', 'approved', 'sending', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  txid text not null default '',
  next_attempt_at timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  foreign key (asset, network) references asset_networks (asset, network),
  check (state <> 'rejected' or reason <> '')
);
create index withdrawals_of_member on withdrawals (member_id, id desc);
create index withdrawals_to_send on withdrawals (next_attempt_at, id) where state in ('approved', 'sending');

create function withdrawals_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state in ('completed', 'rejected', 'cancelled') then
    raise exception 'a withdrawal that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.member_id <> old.member_id or new.asset <> old.asset or new.network <> old.network
    or new.address <> old.address or new.memo <> old.memo or new.amount <> old.amount or new.fee <> old.fee then
    raise exception 'what a withdrawal pays to whom does not change' using errcode = 'insufficient_privilege';
  end if;
  if not (new.state = old.state
    or (old.state = 'reviewed' and new.state in ('approved', 'rejected', 'cancelled'))
    or (old.state = 'approved' and new.state = 'sending')
    -- A rail that certainly did not send lets the money go back.
    or (old.state = 'sending' and new.state in ('completed', 'rejected'))) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger withdrawals_only_go_on before update on withdrawals
  for each row execute function withdrawals_refuse_change();

grant select, insert, delete on withdrawal_addresses to tern_app;
grant select, insert, update on withdrawals to tern_app;
