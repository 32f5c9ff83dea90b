-- feature: deposit
-- Deposits over chains: told by members and reviewed, or seen on their network and credited once (rules §6, §12).

-- Whose an address is. A rail gives a member the same one whenever it is asked.
create table deposit_addresses (
  network text not null references networks (code),
  address text not null,
  member_id bigint not null references members (id),
  created_at timestamptz not null,
  primary key (network, address)
);
create index deposit_addresses_of_member on deposit_addresses (member_id, network);

create table deposits (
  id bigint generated always as identity (start with 20001) primary key,
  member_id bigint not null references members (id),
  asset text not null,
  network text not null,
  address text not null,
  amount numeric(38, 18) not null check (amount > 0),
  fee numeric(38, 18) not null check (fee >= 0 and fee < amount),
  source text not null check (source in ('member', 'network')),
  image_id bigint unique references images (id),
  txid text not null default '',
  -- reviewed: waits for people. The rest is final.
  state text not null check (state in ('reviewed', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  foreign key (asset, network) references asset_networks (asset, network),
  check ((source = 'member') = (image_id is not null)),
  check (source = 'member' or state = 'completed'),
  check ((state = 'reviewed') = (decided_at is null)),
  check (state <> 'rejected' or reason <> '')
);
create index deposits_of_member on deposits (member_id, id desc);
create index deposits_under_review on deposits (member_id) where state = 'reviewed';

create function deposits_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a deposit that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.member_id, new.asset, new.network, new.address, new.amount, new.fee, new.source, new.image_id, new.txid,
      new.created_at)
    is distinct from (old.id, old.member_id, old.asset, old.network, old.address, old.amount, old.fee, old.source, old.image_id,
      old.txid, old.created_at) then
    raise exception 'what was told of a deposit does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger deposits_only_go_on before update on deposits
  for each row execute function deposits_refuse_change();

-- Every transfer that a rail has reported, once each, also those that could be credited to nobody.
create table deposits_seen (
  -- Network, transaction and place in it.
  reference text primary key,
  network text not null,
  asset text not null,
  address text not null,
  amount numeric(38, 18) not null,
  txid text not null,
  deposit_id bigint unique references deposits (id),
  -- Why it was not credited.
  fault text check (fault in ('unknown-address', 'unknown-asset', 'not-above-fee')),
  seen_at timestamptz not null,
  check ((deposit_id is null) = (fault is not null))
);
create index deposits_seen_at_address on deposits_seen (network, address, asset);

grant select, insert on deposit_addresses, deposits_seen to tern_app;
grant select, insert, update on deposits to tern_app;
