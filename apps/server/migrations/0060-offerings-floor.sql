-- feature: kernel
-- The house account `offerings` has a floor like those that back promises (0007): new coins are sold only as far as it has them (0058).

-- Rows from before may be below zero: any posting to them has to end above it.
alter table ledger_balances drop constraint ledger_balances_floor;
alter table ledger_balances add constraint ledger_balances_floor check (
  owner_id < 0 and owner_id not in (-5, -10, -11, -12, -13) or (available >= 0 and held >= 0 and locked >= 0 and staked >= 0 and financed >= 0 and loan <= 0)
) not valid;
