-- feature: funding
-- What all wallets of a chain have at a block, beside what the ledger says is held there (ADR 112). Coins that are in a block and not in
-- the ledger, or the other way round, are named: deposits, payouts, network fees.

-- The block that contains it; null: seen by an older version.
alter table deposits_seen add column height bigint check (height >= 0);
create index deposits_seen_by_time on deposits_seen (network, asset, seen_at);
create index deposits_seen_with_fault on deposits_seen (network, asset) where fault is not null;
create index network_fees_by_time on network_fees (network, seen_at);

-- Why the wallets and the ledger differ: what is in blocks up to a height and was not booked before a time, less what was booked by then
-- and is in later blocks. `arrived`: deposits, with those that belong to nobody; `paid`: payouts; `fees`: network fees.
create function wallet_items(of_network text, of_asset text, at_height bigint, booked_before timestamptz)
returns table (arrived numeric, paid numeric, fees numeric) language sql stable as $$
  select (
      select coalesce(sum(case when s.height <= at_height then s.amount else -s.amount end), 0)
      from (
        select c.amount, coalesce(c.height, 0) as height,
          case when c.fault is null then c.seen_at else coalesce(c.house_at, d.decided_at) end as booked_at
        from deposits_seen c left join deposits d on d.id = c.deposit_id
        where c.network = of_network and c.asset = of_asset and (c.fault is not null or c.seen_at >= booked_before - interval '2 days')
      ) s where (s.height <= at_height) = (s.booked_at < booked_before is not true)
    ), (
      select coalesce(sum(case when t.mined_height <= at_height then t.amount else -t.amount end), 0)
      from rail_transfers t join withdrawals w on w.id = split_part(t.reference, ':', 2)::bigint
      where t.network = of_network and t.asset = of_asset and t.state = 'completed' and t.mined_height is not null
        and t.updated_at >= booked_before - interval '2 days'
        and (t.mined_height <= at_height) = ((w.state = 'completed' and w.updated_at < booked_before) is not true)
    ), (
      select coalesce(sum(case when f.height <= at_height then f.amount else -f.amount end), 0)
      from network_fees f
      where f.network = of_network and f.asset = of_asset
        and (f.booked_at is null or f.booked_at >= booked_before or f.seen_at >= booked_before - interval '2 days')
        and (f.height <= at_height) = (f.booked_at < booked_before is not true)
    )
$$;

create table wallet_counts (
  network text not null references networks (code),
  asset text not null references assets (code),
  -- The block is the newest before this time.
  until timestamptz not null,
  height bigint not null check (height >= 0),
  block text not null,
  -- What the paying wallets have of it, and all wallets.
  hot numeric(38, 18) not null check (hot >= 0),
  held numeric(38, 18) not null check (held >= hot),
  counted_at timestamptz not null,
  -- What the ledger said when it was counted, and what explains that the wallets say something else.
  ledger numeric(38, 18) not null,
  arrived numeric(38, 18) not null,
  paid numeric(38, 18) not null,
  fees numeric(38, 18) not null,
  difference numeric(38, 18) not null generated always as (held - ledger - arrived + paid + fees) stored,
  primary key (network, asset, until)
);
create index wallet_counts_by_time on wallet_counts (network, until);

create function wallet_counts_compare() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- All that is booked by now, in one statement: what is booked between two would be missing in both, or in both.
  select i.arrived, i.paid, i.fees, coalesce((
      select -sum(b.available) from ledger_balances b join networks n on n.code = new.network
      where b.owner_id = ledger_custody_account(n.id) and b.asset = new.asset
    ), 0)
    into new.arrived, new.paid, new.fees, new.ledger
    from wallet_items(new.network, new.asset, new.height, new.counted_at + interval '1 day') i;
  return new;
end
$$;
create trigger wallet_counts_compared before insert on wallet_counts for each row execute function wallet_counts_compare();
create trigger wallet_counts_append_only before update or delete or truncate on wallet_counts
  for each statement execute function refuse_write('a count of wallets does not change');

grant select on wallet_counts to tern_app;
grant insert (network, asset, until, height, block, hot, held, counted_at) on wallet_counts to tern_app;
grant insert (height) on deposits_seen to tern_app;
