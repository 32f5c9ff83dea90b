-- feature: kernel
-- Transactions between the exchange's own wallets of a chain: what waits at addresses of deposits goes to the paying wallet, and the
-- treasury's address pays their gas (ADR 114). Each is stored before it is sent, as transfers are (ADR 30).

create table rail_moves (
  -- In lower case.
  txid text primary key check (txid = lower(txid) and txid <> ''),
  network text not null references networks (code),
  -- sweep: the whole amount at an address of deposits. gas: coins with which such an address pays for its sweep.
  kind text not null check (kind in ('sweep', 'gas')),
  -- Null: the chain's own coin where it is no asset, for gas.
  asset text references assets (code),
  sender text not null,
  recipient text not null,
  amount numeric(38, 18) not null check (amount > 0),
  nonce bigint not null check (nonce >= 0),
  -- Of one nonce the chain takes one: later ones have higher fees.
  attempt int not null check (attempt > 0),
  -- Broadcast as often as needed.
  signed text not null,
  -- done, failed: in a block, or its nonce was taken by another transaction; replaced: another attempt is in a block.
  state text not null default 'signed' check (state in ('signed', 'done', 'failed', 'replaced')),
  height bigint check (height >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint rail_moves_in_turn unique (network, sender, nonce, attempt),
  check (kind = 'gas' or asset is not null),
  check ((state = 'signed') = (ended_at is null)),
  check (state <> 'done' or height is not null),
  check (height is null or state in ('done', 'failed'))
);
-- An address is swept once at a time, and gets gas once at a time, whatever instances do.
create unique index rail_moves_one_sweep on rail_moves (network, sender) where kind = 'sweep' and state = 'signed' and attempt = 1;
create unique index rail_moves_one_gas on rail_moves (network, recipient) where kind = 'gas' and state = 'signed' and attempt = 1;
create index rail_moves_under_way on rail_moves (network, sender, nonce, attempt) where state = 'signed';
create index rail_moves_to on rail_moves (network, recipient, created_at) where kind = 'gas';
create index rail_moves_failed on rail_moves (network, sender, asset, ended_at) where state = 'failed';

-- What arrived at addresses of deposits, and at the treasury's, and was not swept. It says where to look; a look lowers it to what the
-- chain says.
create table rail_unswept (
  network text not null references networks (code),
  address text not null,
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount >= 0),
  -- Of the newest arrival.
  height bigint not null check (height >= 0),
  -- Not looked at before, after a look that found nothing to sweep or failed. Null: now.
  next_try_at timestamptz,
  primary key (network, address, asset)
);
create index rail_unswept_largest on rail_unswept (network, asset, amount desc);

-- Refuses  rail_moves_own: it leaves the exchange's own wallets; rail_moves_nonce: the nonce was used, or the attempt is not the next
--          of one under way.
create function rail_moves_prove() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  is_treasury boolean := exists (select from rail_house_addresses h where h.network = new.network and h.address = new.sender);
  is_deposits boolean := exists (select from rail_addresses a where a.network = new.network and a.address = new.sender);
begin
  if not (
    case new.kind
      when 'gas' then is_treasury
        and exists (select from rail_addresses a where a.network = new.network and a.address = new.recipient)
      else (is_treasury or is_deposits) and new.recipient <> new.sender and (
        exists (select from rail_wallets w where w.network = new.network and w.address = new.recipient)
        or exists (select from rail_house_addresses h where h.network = new.network and h.address = new.recipient)
      )
    end
  ) then
    raise exception 'a move leaves the wallets of the exchange' using errcode = 'check_violation', constraint = 'rail_moves_own';
  end if;
  if new.state <> 'signed' or new.attempt = 1 and exists (
    select from rail_moves m where m.network = new.network and m.sender = new.sender and m.nonce >= new.nonce
  ) or new.attempt > 1 and not exists (
    select from rail_moves m where m.network = new.network and m.sender = new.sender and m.nonce = new.nonce
      and m.attempt = new.attempt - 1 and m.state = 'signed'
      and (m.kind, m.recipient, coalesce(m.asset, '')) = (new.kind, new.recipient, coalesce(new.asset, ''))
      and new.amount <= m.amount
  ) then
    raise exception 'the nonce was used' using errcode = 'check_violation', constraint = 'rail_moves_nonce';
  end if;
  return new;
end
$$;
create trigger rail_moves_proven before insert on rail_moves for each row execute function rail_moves_prove();

create function rail_moves_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'signed' or (new.txid, new.network, new.kind, new.asset, new.sender, new.recipient, new.amount, new.nonce, new.attempt,
      new.signed, new.created_at)
    is distinct from (old.txid, old.network, old.kind, old.asset, old.sender, old.recipient, old.amount, old.nonce, old.attempt,
      old.signed, old.created_at) then
    raise exception 'a signed move does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger rail_moves_unchanged before update on rail_moves for each row execute function rail_moves_refuse_change();
create trigger rail_moves_kept before delete or truncate on rail_moves
  for each statement execute function refuse_write('moves are kept');

-- Only at addresses of deposits and at the treasury's: at other wallets nothing is swept.
create function rail_note_arrival(at_network text, at_address text, of_asset text, arrived numeric, at_height bigint) returns void
language sql security definer set search_path = pg_catalog, public as $$
  insert into rail_unswept (network, address, asset, amount, height)
  select at_network, at_address, of_asset, arrived, coalesce(at_height, 0)
  where exists (
    select from rail_addresses a where a.network = at_network and a.address = at_address
    union all select from rail_house_addresses h where h.network = at_network and h.address = at_address
  )
  on conflict (network, address, asset) do update
    set amount = rail_unswept.amount + excluded.amount, height = greatest(rail_unswept.height, excluded.height), next_try_at = null
$$;

-- Lowers a row to what is at the address in a block. `seen`: the row's amount before that was read. Has no effect if something arrived
-- since, or in a later block.
create function rail_unswept_lower(at_network text, at_address text, of_asset text, seen numeric, found numeric, at_height bigint)
returns void language sql security definer set search_path = pg_catalog, public as $$
  update rail_unswept u set amount = greatest(found, 0)
    where u.network = at_network and u.address = at_address and u.asset = of_asset
      and u.amount = seen and found < seen and u.height <= at_height;
  delete from rail_unswept u
    where u.network = at_network and u.address = at_address and u.asset = of_asset and u.amount = 0;
$$;

-- What a sweep takes away, what one that failed leaves, and what arrives elsewhere: gas, and sweeps to the treasury's address.
create function rail_moves_note() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    update rail_unswept u set amount = greatest(u.amount - new.amount, 0)
      where u.network = new.network and u.address = new.sender and u.asset = new.asset;
    delete from rail_unswept u
      where u.network = new.network and u.address = new.sender and u.asset = new.asset and u.amount = 0;
  elsif new.state = 'failed' then
    perform rail_note_arrival(new.network, new.sender, new.asset, new.amount, new.height);
  else
    perform rail_note_arrival(new.network, new.recipient, new.asset, new.amount, new.height);
  end if;
  return null;
end
$$;
create trigger rail_moves_taken after insert on rail_moves for each row when (new.kind = 'sweep' and new.attempt = 1)
  execute function rail_moves_note();
create trigger rail_moves_left after update on rail_moves for each row
  when (new.kind = 'sweep' and new.state = 'failed' or new.state = 'done' and new.asset is not null)
  execute function rail_moves_note();

grant select on rail_moves, rail_unswept to tern_app;
grant insert (txid, network, kind, asset, sender, recipient, amount, nonce, attempt, signed, created_at), update (state, height, ended_at)
  on rail_moves to tern_app;
grant update (next_try_at) on rail_unswept to tern_app;
grant execute on function rail_unswept_lower(text, text, text, numeric, numeric, bigint) to tern_app;
