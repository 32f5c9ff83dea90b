-- feature: kernel
-- The networks for deposits and withdrawals of each asset, with bounds and fees. The rows are in seeds/networks; two operators change
-- bounds and fees.

create table networks (
  id smallint not null unique check (id > 0),
  code text primary key,
  name text not null,
  -- Decides how addresses and memos are read and checked (packages/addresses).
  family text not null check (family in ('bitcoin', 'litecoin', 'dogecoin', 'evm', 'tron', 'solana', 'ripple',
    'cardano', 'cosmos', 'move', 'stellar', 'ton', 'eos')),
  confirmations int not null check (confirmations > 0),
  -- Whether a transfer may need a memo or tag to reach its owner.
  has_memo boolean not null default false
);

create table asset_networks (
  asset text not null references assets (code),
  network text not null references networks (code),
  deposit_min numeric(38, 18) not null check (deposit_min > 0),
  deposit_max numeric(38, 18) not null check (deposit_max >= deposit_min),
  deposit_fee numeric(38, 18) not null check (deposit_fee >= 0 and deposit_fee < deposit_min),
  withdraw_min numeric(38, 18) not null check (withdraw_min > 0),
  withdraw_max numeric(38, 18) not null check (withdraw_max >= withdraw_min),
  withdraw_fee numeric(38, 18) not null check (withdraw_fee >= 0 and withdraw_fee < withdraw_min),
  takes_deposits boolean not null default true,
  takes_withdrawals boolean not null default true,
  -- Paused by one operator for a while, without a version that two approved (ADR 25).
  deposits_paused boolean not null default false,
  withdrawals_paused boolean not null default false,
  -- Of a token: coins sent there are lost, so no withdrawal goes there. Those that an EVM rail is configured with are refused too.
  contract text check (contract <> ''),
  -- The order in which networks of an asset are shown.
  position smallint not null,
  primary key (asset, network)
);

insert into networks (id, code, name, family, confirmations, has_memo)
select id, code, name, family, confirmations, coalesce(memo, false)
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'networks')
  as seed (id smallint, code text, name text, family text, confirmations int, memo boolean);

-- `deposit` and `withdraw` are [minimum, maximum, fee].
insert into asset_networks (asset, network, position, deposit_min, deposit_max, deposit_fee, withdraw_min, withdraw_max,
  withdraw_fee, contract)
select asset, network, position, deposit[1], deposit[2], deposit[3], withdraw[1], withdraw[2], withdraw[3], contract
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'asset-networks')
  as seed (asset text, network text, position smallint, deposit numeric[], withdraw numeric[], contract text);

grant select on networks, asset_networks to tern_app;
grant update (deposit_min, deposit_max, deposit_fee, withdraw_min, withdraw_max, withdraw_fee, takes_deposits,
  takes_withdrawals, deposits_paused, withdrawals_paused) on asset_networks to tern_app;
