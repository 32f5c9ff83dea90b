-- feature: funding
-- What leaves over networks within 24 hours has a cap, of each coin and of all together in USDT (ADR 106). One operator lowers a cap,
-- two raise it; the database counts, and refuses to send what is above it.

-- Caps as proposed. Of all coins: an empty asset. Without an amount: no cap.
create table outflow_cap_changes (
  id bigint generated always as identity (start with 101) primary key,
  asset text not null,
  cap numeric(38, 18) check (cap >= 0),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'proposed') = (decided_at is null))
);
create unique index outflow_cap_changes_one on outflow_cap_changes (asset) where state = 'proposed';

create function outflow_cap_changes_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.id, new.asset, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.asset, old.reason, old.proposed_by, old.created_at) or new.cap is distinct from old.cap then
    raise exception 'a proposed cap does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger outflow_cap_changes_stay before update on outflow_cap_changes
  for each row execute function outflow_cap_changes_refuse_change();

-- Locked before caps and sums are read, until the end of the transaction: two withdrawals never count on the same room.
create table outflow_lock (is_only boolean primary key default true check (is_only));
insert into outflow_lock default values;

-- In force. Without a row: no cap.
create table outflow_caps (
  asset text primary key,
  cap numeric(38, 18),
  change_id bigint not null unique references outflow_cap_changes (id),
  since timestamptz not null
);

-- As in its change, the newer one; higher than before only as two operators agreed.
create function outflow_caps_refuse_raise() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  before numeric;
begin
  perform from outflow_lock for update;
  if not exists (
    select from outflow_cap_changes c where c.id = new.change_id and c.asset = new.asset and c.cap is not distinct from new.cap
  ) or (tg_op = 'UPDATE' and (new.asset <> old.asset or new.change_id <= old.change_id)) then
    raise exception 'the cap is not as it was proposed' using errcode = 'check_violation', constraint = 'outflow_caps_as_proposed';
  end if;
  before := case when tg_op = 'UPDATE' then old.cap end;
  if (new.cap is null or new.cap > before) and not exists (
    select from reviews_agreed a where a.kind = 'cap' and a.subject_id = new.change_id
  ) then
    raise exception 'two operators have not agreed to the cap'
      using errcode = 'check_violation', constraint = 'outflow_caps_two_people';
  end if;
  return new;
end
$$;
create trigger outflow_caps_raised_by_two before insert or update on outflow_caps
  for each row execute function outflow_caps_refuse_raise();

-- One withdrawal that may leave above the cap, as two operators agreed.
create table outflow_releases (
  id bigint generated always as identity (start with 101) primary key,
  withdrawal_id bigint not null references withdrawals (id),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'proposed') = (decided_at is null))
);
create unique index outflow_releases_one on outflow_releases (withdrawal_id) where state <> 'dropped';

create function outflow_releases_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.id, new.withdrawal_id, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.withdrawal_id, old.reason, old.proposed_by, old.created_at) then
    raise exception 'a proposed release does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger outflow_releases_stay before update on outflow_releases
  for each row execute function outflow_releases_refuse_change();

-- What was given to the rails. Only the guard of withdrawals writes here.
create table outflows (
  withdrawal_id bigint primary key references withdrawals (id),
  asset text not null,
  -- That leaves: without the fee.
  amount numeric(38, 18) not null check (amount > 0),
  -- In USDT, at the newest price; null without a price.
  worth numeric(38, 18) check (worth >= 0),
  at timestamptz not null
);
create index outflows_of_asset on outflows (asset, at);
create index outflows_by_time on outflows (at);
create trigger outflows_append_only before update or delete or truncate on outflows
  for each statement execute function refuse_write('what left does not change');

-- The newest reference price of a coin in USDT; null without a market.
create function usdt_price(of_asset text) returns numeric language sql stable as $$
  select case when of_asset = 'USDT' then 1 else (
    select t.price from instruments i join ticks t on t.instrument_id = i.id
    where i.base = of_asset and i.quote = 'USDT' order by t.seq desc limit 1
  ) end
$$;

-- Counts a withdrawal when it is given to its rail.
--
-- Refuses  outflow_cap: with what left in the 24 hours before, it is above the cap of its coin or of all, and two operators have not
--          released it. Without a price it fits under no cap of all.
-- Locks    outflow_lock, after the withdrawal.
-- The time is the database's in live mode, and never before one already counted: no instance makes room by its clock.
create function withdrawals_count_outflow() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  leaves constant numeric := new.amount - new.fee;
  counted_at timestamptz := case when is_live() then clock_timestamp() else new.updated_at end;
  price numeric;
  of_coin numeric;
  of_all numeric;
  out_coin numeric;
  out_all numeric;
begin
  perform from outflow_lock for update;
  counted_at := greatest(counted_at, (select max(o.at) from outflows o));
  price := usdt_price(new.asset);
  select c.cap into of_coin from outflow_caps c where c.asset = new.asset;
  select c.cap into of_all from outflow_caps c where c.asset = '';
  select coalesce(sum(o.amount), 0) into out_coin from outflows o
    where o.asset = new.asset and o.at > counted_at - interval '24 hours';
  select coalesce(sum(o.worth), 0) into out_all from outflows o where o.at > counted_at - interval '24 hours';
  if (out_coin + leaves > of_coin or of_all is not null and (price is null or out_all + leaves * price > of_all))
    and not exists (
      select from outflow_releases r join reviews_agreed a on a.kind = 'release' and a.subject_id = r.id
      where r.withdrawal_id = new.id
    )
  then
    raise exception 'withdrawal % is above the cap of 24 hours', new.id using errcode = 'check_violation', constraint = 'outflow_cap';
  end if;
  insert into outflows (withdrawal_id, asset, amount, worth, at) values (new.id, new.asset, leaves, leaves * price, counted_at);
  return new;
end
$$;
-- After the guards of states and approvals, which come first by name.
create trigger withdrawals_within_cap before update on withdrawals for each row
  when (old.state <> 'sending' and new.state = 'sending') execute function withdrawals_count_outflow();

-- Withdrawals that a rail has before this version count as well.
insert into outflows (withdrawal_id, asset, amount, worth, at)
select w.id, w.asset, w.amount - w.fee, (w.amount - w.fee) * usdt_price(w.asset), w.updated_at from withdrawals w
where w.state in ('sending', 'completed') and w.updated_at > now() - interval '24 hours';

create index withdrawals_above_cap on withdrawals (asset, decided_at, id) where state = 'approved' and reason <> '';

grant select on outflow_cap_changes, outflow_caps, outflow_releases, outflows to tern_app;
grant insert (asset, cap, reason, proposed_by, state, created_at, decided_at), update (state, decided_at) on outflow_cap_changes to tern_app;
grant insert (asset, cap, change_id, since), update (cap, change_id, since) on outflow_caps to tern_app;
grant insert (withdrawal_id, reason, proposed_by, created_at), update (state, decided_at) on outflow_releases to tern_app;
grant execute on function usdt_price to tern_app;
