-- feature: kernel
-- Over which networks an asset comes in and goes out, with bounds and fees (rules §6). Seeded here, changed by operators.

create table networks (
  id smallint not null unique check (id > 0),
  code text primary key,
  name text not null,
  -- How an address of it is checked.
  family text not null check (family in ('bitcoin', 'litecoin', 'dogecoin', 'evm', 'tron', 'solana', 'ripple',
    'cardano', 'cosmos', 'move')),
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
  -- The order in which networks of an asset are shown.
  position smallint not null,
  primary key (asset, network)
);

grant select on networks, asset_networks to tern_app;
grant update (deposit_min, deposit_max, deposit_fee, withdraw_min, withdraw_max, withdraw_fee, takes_deposits,
  takes_withdrawals) on asset_networks to tern_app;

insert into networks (id, code, name, family, confirmations, has_memo) values
  (1, 'BTC', 'Bitcoin', 'bitcoin', 2, false),
  (2, 'LTC', 'Litecoin', 'litecoin', 6, false),
  (3, 'DOGE', 'Dogecoin', 'dogecoin', 12, false),
  (4, 'ERC20', 'Ethereum (ERC-20)', 'evm', 12, false),
  (5, 'BEP20', 'BNB Smart Chain (BEP-20)', 'evm', 15, false),
  (6, 'ARBITRUM', 'Arbitrum One', 'evm', 20, false),
  (7, 'OPTIMISM', 'OP Mainnet', 'evm', 20, false),
  (8, 'AVAXC', 'Avalanche C-Chain', 'evm', 20, false),
  (9, 'ETC', 'Ethereum Classic', 'evm', 400, false),
  (10, 'TRC20', 'TRON (TRC-20)', 'tron', 20, false),
  (11, 'SOL', 'Solana', 'solana', 32, false),
  (12, 'XRP', 'XRP Ledger', 'ripple', 2, true),
  (13, 'ADA', 'Cardano', 'cardano', 15, false),
  (14, 'ATOM', 'Cosmos Hub', 'cosmos', 10, true),
  (15, 'APT', 'Aptos', 'move', 10, false),
  (16, 'SUI', 'Sui', 'move', 10, false);

insert into asset_networks (asset, network, position, deposit_min, deposit_max, deposit_fee, withdraw_min, withdraw_max,
  withdraw_fee) values
  ('USDT', 'TRC20', 1, 5, 1000000, 0, 10, 500000, 1),
  ('USDT', 'ERC20', 2, 10, 1000000, 0, 20, 500000, 5),
  ('USDT', 'BEP20', 3, 5, 1000000, 0, 10, 500000, 0.5),
  ('USDT', 'SOL', 4, 5, 1000000, 0, 10, 500000, 1),
  ('BTC', 'BTC', 1, 0.0002, 100, 0, 0.001, 10, 0.0002),
  ('ETH', 'ERC20', 1, 0.002, 1000, 0, 0.01, 200, 0.001),
  ('ETH', 'ARBITRUM', 2, 0.001, 1000, 0, 0.005, 200, 0.0001),
  ('ETH', 'OPTIMISM', 3, 0.001, 1000, 0, 0.005, 200, 0.0001),
  ('SOL', 'SOL', 1, 0.02, 10000, 0, 0.1, 5000, 0.01),
  ('XRP', 'XRP', 1, 1, 1000000, 0, 20, 500000, 0.2),
  ('BNB', 'BEP20', 1, 0.005, 5000, 0, 0.02, 1000, 0.0005),
  ('DOGE', 'DOGE', 1, 10, 5000000, 0, 50, 2000000, 4),
  ('ADA', 'ADA', 1, 2, 1000000, 0, 10, 500000, 0.8),
  ('TRX', 'TRC20', 1, 5, 5000000, 0, 20, 2000000, 1),
  ('LTC', 'LTC', 1, 0.01, 10000, 0, 0.05, 5000, 0.001),
  ('LINK', 'ERC20', 1, 0.5, 100000, 0, 2, 50000, 0.3),
  ('AVAX', 'AVAXC', 1, 0.05, 50000, 0, 0.2, 20000, 0.01),
  ('ATOM', 'ATOM', 1, 0.1, 100000, 0, 1, 50000, 0.05),
  ('UNI', 'ERC20', 1, 0.5, 100000, 0, 2, 50000, 0.4),
  ('SHIB', 'ERC20', 1, 200000, 50000000000, 0, 1000000, 20000000000, 250000),
  ('PEPE', 'ERC20', 1, 200000, 50000000000, 0, 1000000, 20000000000, 300000),
  ('ETC', 'ETC', 1, 0.1, 50000, 0, 0.5, 20000, 0.05),
  ('APT', 'APT', 1, 0.2, 100000, 0, 1, 50000, 0.05),
  ('ARB', 'ARBITRUM', 1, 1, 500000, 0, 5, 200000, 0.5),
  ('OP', 'OPTIMISM', 1, 1, 500000, 0, 5, 200000, 0.3),
  ('SUI', 'SUI', 1, 0.5, 500000, 0, 2, 200000, 0.1),
  ('AAVE', 'ERC20', 1, 0.02, 10000, 0, 0.1, 5000, 0.03);
