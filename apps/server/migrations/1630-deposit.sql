-- feature: funding
-- Deposits over chains: reported by members and reviewed, or seen on their network and credited once.


-- Deposits ----------------------------------------------------------------------------------------

-- The owner of each address. A rail always gives a member the same one.
create table deposit_addresses (
  network text not null references networks (code),
  address text not null,
  member_id bigint not null references members (id),
  created_at timestamptz not null,
  primary key (network, address)
);
create index deposit_addresses_of_member on deposit_addresses (member_id, network);
-- Finds candidates for an unmatched transfer: members with the same address on another network.
create index deposit_addresses_everywhere on deposit_addresses (address);

create table deposits (
  id bigint generated always as identity (start with 20001) primary key,
  member_id bigint not null references members (id),
  asset text not null,
  network text,
  address text,
  amount numeric(38, 18) not null check (amount > 0),
  fee numeric(38, 18) not null check (fee >= 0 and fee < amount),
  -- member: reported with a proof. network: seen by a rail. platform: a credit by operators.
  source text not null check (source in ('member', 'network', 'platform')),
  image_id bigint unique references images (id),
  txid text not null default '',
  manual_entry_id bigint unique references manual_entries (id),
  -- reviewed: waits for operators. The others are final.
  state text not null check (state in ('reviewed', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  foreign key (asset, network) references asset_networks (asset, network),
  check ((source = 'member') = (image_id is not null)),
  check (source = 'member' or state = 'completed'),
  check ((state = 'reviewed') = (decided_at is null)),
  check (state <> 'rejected' or reason <> ''),
  constraint deposits_over_a_network check ((source = 'platform') = (network is null) and (network is null) = (address is null)),
  constraint deposits_manual_entry check ((source = 'platform') = (manual_entry_id is not null))
);
create index deposits_of_member on deposits (member_id, id desc);
-- Finds candidates for an unmatched transfer: members with deposits of the same amount.
create index deposits_alike on deposits (asset, network, amount);
create index deposits_under_review on deposits (member_id) where state = 'reviewed';

-- A new deposit that a member reports is under review.
create trigger deposits_begin_reviewed before insert on deposits for each row
  when (new.source = 'member' and new.state <> 'reviewed')
  execute function refuse_write('a new deposit must be under review', 'deposits_begin_reviewed');

create function deposits_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a deposit that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.member_id, new.asset, new.network, new.address, new.amount, new.fee, new.source, new.image_id, new.txid,
      new.manual_entry_id, new.created_at)
    is distinct from (old.id, old.member_id, old.asset, old.network, old.address, old.amount, old.fee, old.source, old.image_id,
      old.txid, old.manual_entry_id, old.created_at) then
    raise exception 'the reported facts of a deposit do not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger deposits_guard_change before update on deposits
  for each row execute function deposits_refuse_change();
-- After the guard of the states, which comes first by name.
create trigger deposits_only_agreed before update on deposits for each row
  when (new.state <> old.state and new.state = 'completed') execute function funding_refuse_unagreed('deposit', '');


-- Transfers seen on chains ------------------------------------------------------------------------

-- Every transfer that a rail reported, once each, including unmatched ones.
create table deposits_seen (
  -- Network, transaction and position in it.
  reference text primary key,
  network text not null,
  asset text not null,
  address text not null,
  amount numeric(38, 18) not null,
  txid text not null,
  deposit_id bigint unique references deposits (id),
  -- When it was assigned to an account of the house.
  house_at timestamptz,
  -- Why it is unmatched.
  fault text check (fault in ('unknown-address', 'unknown-asset', 'not-above-fee', 'closed-account')),
  -- When two operators decided that it is no member's deposit.
  dismissed_at timestamptz,
  seen_at timestamptz not null,
  constraint deposits_seen_settled check (num_nonnulls(deposit_id, dismissed_at, house_at) <= 1),
  constraint deposits_seen_fault
    check (fault is not null or (deposit_id is not null and dismissed_at is null and house_at is null))
);
create index deposits_seen_at_address on deposits_seen (network, address, asset);
create index deposits_seen_unmatched on deposits_seen (seen_at, reference)
  where deposit_id is null and dismissed_at is null and house_at is null;

create function deposits_seen_refuse_change() returns trigger language plpgsql as $$
begin
  if old.deposit_id is not null or old.dismissed_at is not null or old.house_at is not null then
    raise exception 'a settled transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.reference, new.network, new.asset, new.address, new.amount, new.txid, new.fault, new.seen_at)
    is distinct from (old.reference, old.network, old.asset, old.address, old.amount, old.txid, old.fault, old.seen_at) then
    raise exception 'a seen transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger deposits_seen_settled_once before update on deposits_seen
  for each row execute function deposits_seen_refuse_change();

-- Two operators assign an unmatched transfer to a member or to an account of the house, or dismiss it, once (ADR 31). So real money reaches
-- the house over a network.
create table unmatched_proposals (
  id bigint generated always as identity (start with 101) primary key,
  reference text not null references deposits_seen (reference),
  act text not null check (act in ('credit', 'dismiss', 'house')),
  member_id bigint references members (id),
  account text check (account in ('yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards')),
  -- Of a credit.
  fee numeric(38, 18) not null default 0 check (fee >= 0),
  -- What the member of a credit reads: the key of a text.
  message text not null default 'message.depositAssigned' check (message <> ''),
  -- For operators.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  check ((act = 'credit') = (member_id is not null)),
  constraint unmatched_proposals_account check ((act = 'house') = (account is not null))
);
create unique index unmatched_proposals_one on unmatched_proposals (reference) where state <> 'dropped';


-- The ledger --------------------------------------------------------------------------------------

-- The postings that a credited deposit requires of the ledger (ADR 9). One that a member reported needs two approvals;
-- one that a rail has seen needs its transfer, and two approvals if that was unmatched. Credits by operators are posted
-- as manual entries.
create view deposit_required_lines as
select ledger_kind('depositSuccess') as kind, 'deposit:' || d.id as reference, d.id as subject_id, l.owner_id, d.asset, l.amount as available,
  0::numeric as held
from deposits d
join networks n on n.code = d.network
left join deposits_seen s on s.deposit_id = d.id
-- The part below the asset's smallest unit goes to the rounding account.
cross join lateral (select coalesce(s.amount, d.amount) - d.amount as remainder) r
cross join lateral (values
  (d.member_id, d.amount - d.fee), (ledger_house_account('fees'), d.fee), (ledger_house_account('rounding'), r.remainder),
  (ledger_custody_account(n.id), -d.amount - r.remainder)
) as l(owner_id, amount)
where d.state = 'completed' and l.amount <> 0 and r.remainder >= 0 and case d.source
  when 'member' then exists (select from reviews_agreed a where a.kind = 'deposit' and a.subject_id = d.id)
  when 'network' then (s.network, s.asset) = (d.network, d.asset) and (
    -- The member's own address, or the decision of two operators.
    s.fault is null and exists (
      select from deposit_addresses o where o.network = s.network and o.address = s.address and o.member_id = d.member_id
    ) or exists (
      select from unmatched_proposals p where p.reference = s.reference and p.state = 'carried' and p.act = 'credit'
        and p.member_id = d.member_id and exists (select from reviews_agreed a where a.kind = 'stray' and a.subject_id = p.id)
    ))
  else false
end;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('depositSuccess'), 'deposit', 'funding', 'a deposit was approved by two operators or seen by a rail', 'deposit_required_lines');

-- The postings that a transfer to the house requires (ADR 9); the part below the asset's smallest unit goes to the rounding account.
create view house_deposit_required_lines as
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
  and exists (select from rail_house_addresses h where h.network = s.network and h.address = s.address)
  and s.house_at is not null and w.whole > 0 and l.amount <> 0
  and exists (select from reviews_agreed r where r.kind = 'stray' and r.subject_id = p.id);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('increase'), 'housedeposit', 'funding', 'two operators assigned a transfer that a rail saw to a house account', 'house_deposit_required_lines');

grant select, insert on deposit_addresses, deposits_seen, unmatched_proposals to tern_app;
grant select, insert, update on deposits to tern_app;
grant update (deposit_id, dismissed_at, house_at) on deposits_seen to tern_app;
grant update (state) on unmatched_proposals to tern_app;
grant select on deposit_required_lines, house_deposit_required_lines to tern_app;
