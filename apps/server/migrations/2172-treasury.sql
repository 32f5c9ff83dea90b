-- feature: treasury
-- Revenue that is taken out, and capital that is added: proposed by one operator, agreed by another. The sums are proven when it is
-- agreed, under a lock: no two take-outs count on the same money.

create table treasury_moves (
  id bigint generated always as identity primary key,
  move text not null,
  account text not null,
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  -- Over which the coins left; empty: a bank, or paper money.
  network text not null default '',
  -- Of the transfer, at the bank or on the chain.
  reference text not null check (reference <> ''),
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  -- The proposer's idempotency key.
  request_id text,
  created_at timestamptz not null,
  constraint treasury_moves_request unique (proposed_by, request_id),
  -- Only income is taken out. Working money is added to; it moves between accounts only.
  constraint treasury_moves_account check (case move
    when 'takeOut' then account in ('fees', 'rounding', 'loanInterest', 'machineSales')
    when 'addCapital' then account in ('yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards') and network = ''
    else false end)
);
create trigger treasury_moves_append_only before update or delete or truncate on treasury_moves
  for each statement execute function refuse_write('a proposed move of the treasury does not change');

-- Capital that arrived at a bank. One bank transfer counts once: as a receipt of the treasury, as capital, or as a member's wire.
create view treasury_receipts as
select m.id, m.asset, bank_reference_key(m.reference) as bank_key from treasury_moves m
where m.move = 'addCapital' and is_live() and not exists (
  select from reviews r where r.kind = 'treasury' and r.subject_id = m.id and r.state = 'rejected'
);

create function treasury_moves_refuse_unbacked() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  -- Coins of capital arrive over a network, where the rail sees them.
  if is_live() and (select kind = 'fiat' from assets where code = new.asset) <> (new.network = '') or not is_live() and new.network <> '' then
    raise exception 'in live mode coins name their network; currencies and paper money have none'
      using errcode = 'check_violation', constraint = 'treasury_moves_network';
  end if;
  if is_live() and new.move = 'addCapital' then
    perform from bank_receipts_lock for update;
    if exists (
      select from (select h.asset, h.bank_key from house_receipts h union all select w.asset, w.bank_key from wire_receipts w
        union all select t.asset, t.bank_key from treasury_receipts t) r
      where r.asset = new.asset and r.bank_key = bank_reference_key(new.reference)
    ) then
      raise exception 'the bank transfer was recorded before' using errcode = 'unique_violation', constraint = 'treasury_moves_receipt_once';
    end if;
  end if;
  return new;
end
$$;
create trigger treasury_moves_receipt before insert on treasury_moves for each row execute function treasury_moves_refuse_unbacked();

-- What is held of an asset must stay above this part of what members own. A constant: not even two people agree below it.
create function treasury_cover_floor() returns numeric language sql immutable parallel safe as $$ select 1.01 $$;

-- Of one asset: what its accounts have by themselves. `own`: held beyond what members own; `reserved`: promised to running products.
create function treasury_position(of_asset text, of_account text) returns table (
  balance numeric, held numeric, owed numeric, reserved numeric
) language sql stable as $$
  select coalesce(sum(available) filter (where ledger_account_of(owner_id) = ledger_house_account(of_account)), 0),
    -coalesce(sum(available) filter (where owner_id in (ledger_house_account('custody'), ledger_house_account('paperIssuance'))
      or owner_id < -1000), 0),
    coalesce(sum(available) filter (where owner_id = ledger_house_account('loanReceivables')), 0) - coalesce(sum(available), 0),
    coalesce(sum(available) filter (where owner_id = ledger_house_account('yieldReserve')), 0)
  from ledger_balances where owner_id < 0 and asset = of_asset
$$;

create table treasury_lock (is_only boolean primary key default true check (is_only));
insert into treasury_lock default values;

-- A move that two people agreed on, with the sums that allowed it.
create table treasury_agreements (
  move_id bigint primary key references treasury_moves (id),
  asset text not null,
  -- A transfer counts once.
  reference text not null,
  -- Of the account, and of the asset, before the move.
  balance numeric(38, 18) not null,
  held numeric(38, 18) not null,
  owed numeric(38, 18) not null,
  -- What accounts of the exchange need, as its features say; at least what is promised to running products.
  must_stay numeric(38, 18) not null check (must_stay >= 0),
  agreed_at timestamptz not null,
  constraint treasury_agreements_reference_once unique (asset, reference)
);
create trigger treasury_agreements_append_only before update or delete or truncate on treasury_agreements
  for each statement execute function refuse_write('an agreed move of the treasury does not change');

-- Proves a move at the moment of its agreement.
--
-- Refuses  treasury_two_people: two operators have not agreed; for revenue, treasury_balance: more than the account has;
--          treasury_needs: less would be left than accounts need; treasury_cover: cover would fall below its floor.
-- Locks    treasury_lock, until the end of the transaction, before it reads: two take-outs follow each other. What members withdraw
--          lowers what is held and what is owed by the same sum, so it needs no lock.
create function treasury_agreements_prove() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  m treasury_moves;
  p record;
begin
  perform from treasury_lock for update;
  select * into strict m from treasury_moves where id = new.move_id;
  if not exists (select from reviews_agreed a where a.kind = 'treasury' and a.subject_id = m.id) then
    raise exception 'two operators have not agreed' using errcode = 'insufficient_privilege', constraint = 'treasury_two_people';
  end if;
  select * into strict p from treasury_position(m.asset, m.account);
  new.asset := m.asset;
  new.reference := bank_reference_key(m.reference);
  new.balance := p.balance;
  new.held := p.held;
  new.owed := p.owed;
  new.must_stay := greatest(new.must_stay, p.reserved);
  if m.move = 'takeOut' then
    if m.amount > p.balance then
      raise exception 'the account has less' using errcode = 'check_violation', constraint = 'treasury_balance';
    end if;
    if p.held - p.owed - m.amount < new.must_stay then
      raise exception 'accounts need more' using errcode = 'check_violation', constraint = 'treasury_needs';
    end if;
    if p.held - m.amount < treasury_cover_floor() * p.owed then
      raise exception 'cover would fall below its floor' using errcode = 'check_violation', constraint = 'treasury_cover';
    end if;
  end if;
  return new;
end
$$;
create trigger treasury_agreements_proven before insert on treasury_agreements for each row execute function treasury_agreements_prove();

-- The postings that an agreed move requires (ADR 9): the other side is the bank, a network, or the issue of paper money.
create view treasury_required_lines as
select ledger_kind(case m.move when 'takeOut' then 'revenueTaken' else 'capitalAdded' end) as kind, 'treasury:' || m.id as reference,
  m.id as subject_id, l.owner_id, m.asset, l.amount as available
from treasury_moves m
join treasury_agreements a on a.move_id = m.id
left join networks n on n.code = m.network
cross join lateral (select case m.move when 'takeOut' then -m.amount else m.amount end as amount) s
cross join lateral (values
  (ledger_house_account(m.account), s.amount),
  (case when n.id is not null then ledger_custody_account(n.id)
    else ledger_house_account(case when is_live() then 'custody' else 'paperIssuance' end) end, -s.amount)
) as l(owner_id, amount)
where exists (select from reviews_agreed r where r.kind = 'treasury' and r.subject_id = m.id);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('revenueTaken'), 'treasury', 'treasury', 'two operators agreed to take out revenue, and the sums allowed it', 'treasury_required_lines'),
  (ledger_kind('capitalAdded'), 'treasury', 'treasury', 'two operators agreed that capital was added', 'treasury_required_lines');

grant select on treasury_moves, treasury_agreements, treasury_required_lines to tern_app;
grant insert (move, account, asset, amount, network, reference, reason, proposed_by, request_id, created_at) on treasury_moves to tern_app;
grant insert (move_id, must_stay, agreed_at) on treasury_agreements to tern_app;
grant execute on function treasury_cover_floor, treasury_position to tern_app;
