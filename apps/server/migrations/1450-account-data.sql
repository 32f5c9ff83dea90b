-- feature: kernel
-- Closing an account, and the exports of what we hold about a member (ADR 48).

-- Requests to close an account: carried out a week later at the earliest, unless the member keeps it or something is left.
create table account_closings (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  requested_at timestamptz not null,
  ends_at timestamptz not null,
  -- waiting; kept by the member; stopped, because something was left; closed.
  state text not null default 'waiting' check (state in ('waiting', 'kept', 'stopped', 'closed')),
  decided_at timestamptz,
  constraint account_closings_wait check (ends_at >= requested_at + interval '168 hours'),
  constraint account_closings_in_time check (state <> 'closed' or decided_at >= ends_at),
  constraint account_closings_decided check ((state = 'waiting') = (decided_at is null))
);
create unique index account_closings_one on account_closings (member_id) where state in ('waiting', 'closed');
create index account_closings_due on account_closings (ends_at) where state = 'waiting';
create index account_closings_of_member on account_closings (member_id, id desc);

create function account_closings_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' or (new.id, new.member_id, new.requested_at, new.ends_at)
    is distinct from (old.id, old.member_id, old.requested_at, old.ends_at) then
    raise exception 'a request to close an account does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'closed' and not exists (select from members m where m.id = new.member_id and m.closed_at = new.decided_at) then
    raise exception 'the account is not closed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger account_closings_stay before update on account_closings
  for each row execute function account_closings_refuse_change();

-- Exports that a member asked for; each is downloaded once, by the token in its address.
create table account_exports (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  downloaded_at timestamptz
);
create index account_exports_of_member on account_exports (member_id, id desc);

-- Closes an account: only when its week is over, with nothing left and nothing under review; never opens it again. From here on
-- the constraint ledger_balances_closed refuses every posting to the member.
--
-- Refuses  account_not_empty (an open review), ledger_balances_closed (money is left), account_closing (not asked for, or early).
-- Locks    all balances of the member, in the order and the two steps of ledger_write(): first it opens those that are missing, then it
--          locks those that exist. A posting before is seen, a later one is refused; in one step both could wait for each other.
create function account_close() returns trigger language plpgsql
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
create trigger members_close before update of closed_at on members for each row
  when (new.closed_at is distinct from old.closed_at) execute function account_close();

-- Closed accounts have a balance in every asset, also in one that is listed later. Not a trigger on balances: a payout of many
-- contracts would run it for each.
create function account_close_asset() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  insert into ledger_balances (owner_id, asset, is_closed)
  select m.id, new.code, true from members m where m.closed_at is not null order by m.id;
  return null;
end
$$;
create trigger assets_close after insert on assets for each row execute function account_close_asset();

grant select, insert on account_closings to tern_app;
grant update (state, decided_at) on account_closings to tern_app;
grant select, insert, update (downloaded_at) on account_exports to tern_app;
