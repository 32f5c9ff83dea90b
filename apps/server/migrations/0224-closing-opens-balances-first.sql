-- feature: kernel
-- Closing an account locked the balances in one step, ledger_write() does it in two: it opens those that are missing, then locks
-- those that exist. Money that opened a balance could so wait for the closing while the closing waited for it (a deadlock).

-- As in 0047, in the two steps of ledger_write().
-- Refuses  account_not_empty (an open review), ledger_balances_closed (money is left), account_closing (not asked for, or early).
-- Locks    all balances of the member, in the order of ledger_write(): a posting before is seen, a later one is refused.
create or replace function account_close() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if old.closed_at is not null or not exists (select from account_closings c
      where c.member_id = new.id and c.state = 'waiting' and c.ends_at <= new.closed_at) then
    raise exception 'the account cannot be closed' using errcode = 'check_violation', constraint = 'account_closing';
  end if;
  if exists (select from reviews r where r.member_id = new.id and r.state = 'open') then
    raise exception 'something is under review' using errcode = 'check_violation', constraint = 'account_not_empty';
  end if;
  insert into ledger_balances (owner_id, asset)
  select new.id, a.code from assets a
  where not exists (select from ledger_balances b where b.owner_id = new.id and b.asset = a.code)
  order by a.code
  on conflict do nothing;
  perform from ledger_balances b where b.owner_id = new.id order by b.asset for no key update;
  update ledger_balances b set is_closed = true where b.owner_id = new.id;
  return new;
end
$$;
