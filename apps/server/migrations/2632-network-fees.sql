-- feature: funding
-- What a chain took for a transaction that a wallet of the exchange sent: a cost of the exchange, and a fact of one entry (ADR 112).

create table network_fees (
  id bigint generated always as identity primary key,
  network text not null references networks (code),
  -- In lower case. A transaction pays once, whoever reports it and however often.
  txid text not null check (txid = lower(txid) and txid <> ''),
  wallet text not null,
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  -- The block that contains it.
  height bigint not null check (height >= 0),
  seen_at timestamptz not null,
  -- Null: it waits, because the exchange has no coins of its own in this asset.
  booked_at timestamptz,
  constraint network_fees_once unique (network, txid)
);
create index network_fees_waiting on network_fees (asset, id) where booked_at is null;

-- Refuses  network_fees_own: the wallet is none of the exchange; network_fees_covered: the exchange would have fewer coins than its
--          members own, so the fee waits for coins of the exchange.
-- Locks    treasury_lock, before it reads: no revenue is taken out meanwhile.
create function network_fees_prove() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  p record;
begin
  if tg_op = 'INSERT' then
    if new.booked_at is not null or not exists (
      select from rail_own_addresses o where o.network = new.network and lower(o.address) = lower(new.wallet)
    ) then
      raise exception 'no wallet of the exchange paid it' using errcode = 'check_violation', constraint = 'network_fees_own';
    end if;
    return new;
  end if;
  if old.booked_at is not null or new.booked_at is null
    or (new.id, new.network, new.txid, new.wallet, new.asset, new.amount, new.height, new.seen_at)
      is distinct from (old.id, old.network, old.txid, old.wallet, old.asset, old.amount, old.height, old.seen_at) then
    raise exception 'a network fee does not change' using errcode = 'insufficient_privilege';
  end if;
  perform from treasury_lock for update;
  select * into strict p from treasury_position(new.asset, 'fees');
  if p.held - p.owed < new.amount then
    raise exception 'the exchange has no coins of its own for it' using errcode = 'check_violation', constraint = 'network_fees_covered';
  end if;
  return new;
end
$$;
create trigger network_fees_proven before insert or update on network_fees for each row execute function network_fees_prove();
create trigger network_fees_kept before delete or truncate on network_fees
  for each statement execute function refuse_write('network fees are kept');

-- The postings that a booked fee requires (ADR 9): the wallets have less, and the exchange's liquidity has, which swaps then cannot give.
create view network_fee_required_lines as
select ledger_kind('networkFee') as kind, 'networkfee:' || f.id as reference, f.id as subject_id, l.owner_id, f.asset, l.amount as available
from network_fees f
join networks n on n.code = f.network
cross join lateral (values
  (ledger_custody_account(n.id), f.amount), (ledger_house_account('liquidity'), -f.amount)
) as l(owner_id, amount)
where f.booked_at is not null;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('networkFee'), 'networkfee', 'funding', 'a chain took the fee of a transaction that a wallet of the exchange sent',
    'network_fee_required_lines');

-- What arrives at the exchange's own wallets belongs to no member, as what arrives at the treasury's address.
create or replace view house_deposit_required_lines as
select ledger_kind('increase') as kind, 'housedeposit:' || p.id as reference, p.id as subject_id, l.owner_id, s.asset, l.amount as available
from unmatched_proposals p
join deposits_seen s on s.reference = p.reference
join networks n on n.code = s.network
join assets a on a.code = s.asset
cross join lateral (select trunc(s.amount, a.scale) as whole) w
cross join lateral (values
  (ledger_house_account(p.account), w.whole), (ledger_house_account('rounding'), s.amount - w.whole), (ledger_custody_account(n.id), -s.amount)
) as l(owner_id, amount)
where p.act = 'house' and p.state = 'carried'
  -- What arrived at a member's address is never the house's.
  and exists (
    select from rail_house_addresses h where h.network = s.network and h.address = s.address
    union all select from rail_wallets v where v.network = s.network and v.address = s.address
    union all select from rail_treasury_wallets v where v.network = s.network and v.address = s.address
  )
  and s.house_at is not null and w.whole > 0 and l.amount <> 0
  and exists (select from reviews_agreed r where r.kind = 'stray' and r.subject_id = p.id);

grant select on network_fees, network_fee_required_lines to tern_app;
grant insert (network, txid, wallet, asset, amount, height, seen_at), update (booked_at) on network_fees to tern_app;
