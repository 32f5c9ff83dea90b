-- feature: kernel
-- Rails to real chains: members' deposit addresses, how far each chain was read, and the one signed transaction of each transfer (ADR 30).

-- The last block read for deposits. Without a height, reading has not started.
create table rail_chains (
  network text primary key references networks (code),
  chain_id bigint not null check (chain_id > 0),
  height bigint check (height >= 0),
  hash text,
  updated_at timestamptz not null,
  check ((height is null) = (hash is null))
);

-- The next derivation path under the operator's seed. Keys are never stored.
create sequence rail_address_paths as int minvalue 0 start 0;

create table rail_addresses (
  network text not null references networks (code),
  member_id bigint not null references members (id),
  path_index int not null unique check (path_index >= 0),
  address text not null,
  created_at timestamptz not null,
  primary key (network, member_id)
);
create unique index rail_addresses_of_network on rail_addresses (network, lower(address));

-- Where the operator sends money for the house over a network; it belongs to no member.
create table rail_house_addresses (
  network text primary key references networks (code),
  path_index int not null unique check (path_index >= 0),
  address text not null,
  created_at timestamptz not null
);
create unique index rail_house_addresses_of_network on rail_house_addresses (network, lower(address));

-- The paying wallets. A wallet's row is locked while a nonce is assigned.
create table rail_wallets (
  network text not null references networks (code),
  address text not null,
  next_nonce bigint not null default 0 check (next_nonce >= 0),
  primary key (network, address)
);

create table rail_transfers (
  reference text primary key,
  network text not null references networks (code),
  asset text not null references assets (code),
  address text not null,
  amount numeric(38, 18) not null check (amount > 0),
  -- signed: this transaction alone may make the transfer. completed, refused: final.
  state text not null check (state in ('signed', 'completed', 'refused')),
  reason text not null default '',
  sender text,
  nonce bigint check (nonce >= 0),
  txid text unique,
  -- The signed transaction, broadcast as often as needed.
  signed text,
  -- When operators resolved it manually: no longer broadcast, no longer counted against its wallet (ADR 31).
  given_up_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (network, sender) references rail_wallets (network, address),
  unique (network, sender, nonce),
  check (num_nulls(sender, nonce, txid, signed) in (0, 4)),
  check (state = 'refused' or signed is not null),
  check ((state = 'refused') = (reason <> ''))
);
create index rail_transfers_pending on rail_transfers (network, sender, asset) where state = 'signed';

create function rail_transfers_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.reference, new.network, new.asset, new.address, new.amount, new.created_at)
    is distinct from (old.reference, old.network, old.asset, old.address, old.amount, old.created_at)
    or (new.sender, new.nonce, new.txid, new.signed) is distinct from (old.sender, old.nonce, old.txid, old.signed) then
    raise exception 'a signed transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'signed' then
    raise exception 'an ended transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger rail_transfers_unchanged before update on rail_transfers
  for each row execute function rail_transfers_refuse_change();

grant select, insert, update on rail_chains, rail_wallets to tern_app;
grant usage on sequence rail_address_paths to tern_app;
grant select, insert on rail_addresses, rail_house_addresses, rail_transfers to tern_app;
grant update (state, reason, given_up_at, updated_at) on rail_transfers to tern_app;
