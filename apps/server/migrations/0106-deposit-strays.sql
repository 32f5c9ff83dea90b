-- feature: deposit
-- Transfers that could be credited to nobody get an owner, or are set aside, by two people; each once (ADR 0039).
-- And what staff credited is among the deposits.

alter table deposits_seen
  drop constraint deposits_seen_check,
  -- When two people agreed that it is nobody's deposit.
  add column dismissed_at timestamptz,
  add constraint deposits_seen_settled check (num_nonnulls(deposit_id, dismissed_at) <= 1),
  add constraint deposits_seen_fault check (fault is not null or (deposit_id is not null and dismissed_at is null));
create index deposits_seen_strays on deposits_seen (seen_at, reference)
  where deposit_id is null and dismissed_at is null;

create function deposits_seen_refuse_change() returns trigger language plpgsql as $$
begin
  if old.deposit_id is not null or old.dismissed_at is not null then
    raise exception 'a transfer that was settled does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.reference, new.network, new.asset, new.address, new.amount, new.txid, new.fault, new.seen_at)
    is distinct from (old.reference, old.network, old.asset, old.address, old.amount, old.txid, old.fault, old.seen_at) then
    raise exception 'what was seen does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger deposits_seen_settled_once before update on deposits_seen
  for each row execute function deposits_seen_refuse_change();

create table deposit_stray_proposals (
  id bigint generated always as identity (start with 101) primary key,
  reference text not null references deposits_seen (reference),
  act text not null check (act in ('credit', 'dismiss')),
  member_id bigint references members (id),
  -- Of a credit: what the house keeps.
  fee numeric(38, 18) not null default 0 check (fee >= 0),
  -- The member reads it, where there is one.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  check ((act = 'credit') = (member_id is not null))
);
create unique index deposit_stray_proposals_one on deposit_stray_proposals (reference) where state <> 'dropped';

grant update (deposit_id, dismissed_at) on deposits_seen to tern_app;
grant select, insert on deposit_stray_proposals to tern_app;
grant update (state) on deposit_stray_proposals to tern_app;

-- A credit that staff made is among the member's deposits too, as a type of its own (spec §4).

alter table deposits
  alter column network drop not null,
  alter column address drop not null,
  drop constraint deposits_source_check,
  add constraint deposits_source_check check (source in ('member', 'network', 'platform')),
  -- The credit of staff that it shows.
  add column manual_entry_id bigint unique references manual_entries (id),
  add constraint deposits_over_a_network check ((source = 'platform') = (network is null) and (network is null) = (address is null)),
  add constraint deposits_by_staff check ((source = 'platform') = (manual_entry_id is not null));

create or replace function deposits_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a deposit that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.member_id, new.asset, new.network, new.address, new.amount, new.fee, new.source, new.image_id, new.txid,
      new.manual_entry_id, new.created_at)
    is distinct from (old.id, old.member_id, old.asset, old.network, old.address, old.amount, old.fee, old.source, old.image_id,
      old.txid, old.manual_entry_id, old.created_at) then
    raise exception 'what was told of a deposit does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Credits that were agreed before.
insert into deposits (member_id, asset, amount, fee, source, manual_entry_id, state, due_at, created_at, decided_at, updated_at)
select m.member_id, m.asset, m.amount, 0, 'platform', m.id, 'completed', r.decided_at, r.decided_at, r.decided_at, r.decided_at
from manual_entries m join reviews r on r.kind = 'manual' and r.subject_id = m.id and r.state = 'approved'
where m.side = 'credit' order by r.decided_at, m.id;
