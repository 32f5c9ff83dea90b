-- feature: kernel
-- What each day changed in the accounts of the exchange, by kind and market: revenue by day, and what was held at the end of a day.

create table ledger_exchange_days (
  -- UTC, by effective time.
  day date not null,
  asset text not null,
  -- Sub-accounts count as the account that they belong to.
  account bigint not null,
  kind smallint not null,
  -- The instrument of a round of orders; 0: none.
  market smallint not null,
  amount numeric(38, 18) not null,
  primary key (day, asset, account, kind, market)
) with (fillfactor = 80);
create index ledger_exchange_days_of_account on ledger_exchange_days (account, asset, day);

-- How far the journal has been counted.
create table ledger_exchange_days_progress (
  is_only boolean primary key default true check (is_only),
  counted_through bigint not null default 0
);
insert into ledger_exchange_days_progress default values;

-- Counts up to `lines_max` more postings and returns how many it passed; 0 when it has to wait.
--
-- It stays behind ledger_count_records(), which knows up to which id no posting can still appear.
--
-- Locks    ledger_exchange_days_progress: one caller counts, the others get 0.
create function ledger_count_exchange_days(lines_max integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  counted bigint;
  through bigint;
begin
  select counted_through into counted from ledger_exchange_days_progress for update skip locked;
  if not found then
    return 0;
  end if;
  select least(counted + lines_max, p.counted_through) into through from ledger_record_progress p;
  if through <= counted then
    return 0;
  end if;
  insert into ledger_exchange_days as d (day, asset, account, kind, market, amount)
  select (p.effective_at at time zone 'utc')::date, p.asset, ledger_account_of(p.owner_id), p.kind, m.market, sum(p.total)
  from ledger_postings p
  cross join lateral (
    -- A round names its market: round:<instrument>:<epoch>:<number>.
    select case when p.kind = ledger_kind('spotRound')
      then (select split_part(e.reference, ':', 2)::smallint from ledger_entries e where e.id = p.entry_id) else 0::smallint end as market
  ) m
  where p.id > counted and p.id <= through and p.owner_id < 0
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (day, asset, account, kind, market) do update set amount = d.amount + excluded.amount;
  update ledger_exchange_days_progress set counted_through = through;
  return through - counted;
end
$$;

grant select on ledger_exchange_days, ledger_exchange_days_progress to tern_app;
grant execute on function ledger_count_exchange_days to tern_app;
