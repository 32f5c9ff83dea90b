-- feature: deposit
-- Transfers that could be credited to nobody get an owner, or are set aside, by two people; each once (ADR 0039).

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
