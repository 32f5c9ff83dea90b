-- feature: deposit
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
