-- feature: kernel
-- All wallets of the exchange, and the block of each payout: what they have is compared with the ledger (ADR 112).

-- The exchange's other wallets, as the rails were configured with: one that was removed stays, for entries have it as their fact.
create table rail_treasury_wallets (
  network text not null references networks (code),
  address text not null,
  -- Null: the rails are configured with it now.
  removed_at timestamptz,
  primary key (network, address)
);

-- All wallets of the exchange: those that pay, the treasury's, and the addresses of deposits.
create view rail_own_addresses as
select network, address from rail_wallets union select network, address from rail_treasury_wallets where removed_at is null union select network, address from rail_house_addresses
union select network, address from rail_addresses;

-- Of the transaction in the chain; null until it ended, and of an older version.
alter table rail_transfers add column mined_height bigint check (mined_height is null or mined_height >= 0 and state <> 'signed');
create index rail_transfers_by_end on rail_transfers (network, asset, updated_at) where state = 'completed';

grant select on rail_own_addresses to tern_app;
grant select, insert, update (removed_at) on rail_treasury_wallets to tern_app;
grant update (mined_height) on rail_transfers to tern_app;
