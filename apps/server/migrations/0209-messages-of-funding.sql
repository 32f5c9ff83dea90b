-- feature: funding
-- What a member reads of a manual resolution, or of a credit of an unmatched deposit; the reason beside it stays with operators.

alter table withdrawal_resolutions add column message text not null default 'message.resolvedByStaff' check (message <> '');
alter table unmatched_proposals add column message text not null default 'message.depositAssigned' check (message <> '');

create or replace function withdrawal_resolutions_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.withdrawal_id, new.outcome, new.txid, new.message, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.withdrawal_id, old.outcome, old.txid, old.message, old.reason, old.proposed_by, old.created_at) then
    raise exception 'a proposed resolution does not change' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'proposed' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at) then
    raise exception 'a decided resolution does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
