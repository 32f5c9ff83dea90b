-- feature: kernel
-- A database belongs to one mode for good, and in live mode the house has no money but what it received (rules §2, ADR 62).

-- Null until the first start, which decides it.
alter table deployment_mode add column decided_at timestamptz;
-- Earlier versions started in paper mode only.
update deployment_mode set decided_at = now() where exists (select from members) or exists (select from ledger_entries);

create function deployment_mode_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.decided_at is not null then
    raise exception 'the mode of a database is final' using errcode = 'insufficient_privilege', constraint = 'deployment_mode_is_final';
  end if;
  if new.mode = 'live' and exists (select from ledger_entries) then
    raise exception 'a journal of paper money cannot become live' using errcode = 'check_violation', constraint = 'deployment_mode_is_final';
  end if;
  return new;
end
$$;
create trigger deployment_mode_final before update or delete on deployment_mode
  for each row execute function deployment_mode_refuse_change();
create trigger deployment_mode_stays before truncate on deployment_mode
  for each statement execute function deployment_mode_refuse_change();

create function is_live() returns boolean language sql stable parallel safe as $$
  select exists (select from deployment_mode m where m.mode = 'live')
$$;

-- In live mode nothing is issued, and the house trades and rewards only with what its accounts have: liquidity (-3), rewards (-6),
-- paperIssuance (-7). In paper mode these accounts have no floor.
create function ledger_refuse_unbacked() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from deployment_mode where mode = 'live') then
    raise exception 'in live mode the house account % has not enough %', new.owner_id, new.asset
      using errcode = 'check_violation', constraint = 'ledger_balances_floor';
  end if;
  return null;
end
$$;
create trigger ledger_balances_live_floor after insert or update on ledger_balances for each row
  when (new.owner_id in (-3, -6, -7) and new.available < 0) execute function ledger_refuse_unbacked();

-- The house's side of a credit or debit by two operators: paper money is issued for it, real money is taken from the liquidity.
create function ledger_adjustment_account() returns bigint language sql stable parallel safe as $$
  select ledger_house_account(case when is_live() then 'liquidity' else 'paperIssuance' end)
$$;

-- The address of a network where the operator sends money for the house; it belongs to no member.
create table rail_house_addresses (
  network text primary key references networks (code),
  path_index int not null unique check (path_index >= 0),
  address text not null,
  created_at timestamptz not null
);
create unique index rail_house_addresses_of_network on rail_house_addresses (network, lower(address));

grant select, insert on rail_house_addresses to tern_app;
grant execute on function is_live, ledger_adjustment_account to tern_app;
