-- feature: funding
-- A withdrawal whose transaction expires is said never to have been sent only after all blocks that may take it were read (ADR 118).
create function withdrawal_resolutions_refuse_early() returns trigger language plpgsql as $$
begin
  if exists (
    select from rail_transfers t
    where t.reference = 'withdrawal:' || new.withdrawal_id and t.state <> 'refused' and not rail_transfer_is_expired(t.reference)
  ) then
    raise exception 'its transaction may still be taken'
      using errcode = 'check_violation', constraint = 'withdrawal_resolutions_after_expiry';
  end if;
  return new;
end
$$;
create trigger withdrawal_resolutions_late_enough before update on withdrawal_resolutions
  for each row when (old.state = 'proposed' and new.state = 'carried' and new.outcome = 'unsent')
  execute function withdrawal_resolutions_refuse_early();
