-- feature: kernel
-- Sub-accounts of the house: fees, rounding and liquidity on ten rows each, so that programs that post rounds of orders at the
-- same time do not wait for each other (ADR 68). Number 0 is the account itself; the owner id of number n is 100 n lower.

-- The account that an owner id belongs to: itself, unless it is a sub-account. As in packages/ledger/src/sub-accounts.ts.
create function ledger_account_of(owner bigint) returns bigint language sql immutable parallel safe as $$
  select case when owner > -1000 and owner % 100 in (-1, -2, -3) then owner % 100 else owner end
$$;
grant execute on function ledger_account_of to tern_app;

-- In live mode no sub-account of the liquidity (-3) may be below zero either (0080).
create or replace trigger ledger_balances_live_floor after insert or update on ledger_balances for each row
  when (new.owner_id < 0 and new.available < 0
    and new.owner_id in (-3, -103, -203, -303, -403, -503, -603, -703, -803, -903, -6, -7))
  execute function ledger_refuse_unbacked();
