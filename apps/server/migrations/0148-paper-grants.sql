-- feature: auth
-- The paper funds of a new member are a fact of their own: once, at registration, of the amounts in force, in paper mode (ADR 0057).

create table paper_grants (
  member_id bigint not null references members (id),
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  granted_at timestamptz not null default now(),
  primary key (member_id, asset)
);
grant select on paper_grants to tern_app;

create function paper_grants_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a grant does not change' using errcode = 'insufficient_privilege';
end
$$;
create trigger paper_grants_append_only before update or delete or truncate on paper_grants
  for each statement execute function paper_grants_refuse_change();

-- What was granted before is in the journal.
insert into paper_grants (member_id, asset, amount, granted_at)
select p.owner_id, p.asset, p.available, e.effective_at
from ledger_entries e join ledger_postings p on p.entry_id = e.id
where e.kind = ledger_kind('paperFundsGranted') and e.reference = 'member:' || p.owner_id and p.owner_id > 0;

create view paper_required_lines as
select ledger_kind('paperFundsGranted') as kind, 'member:' || g.member_id as reference, g.member_id as subject_id, l.owner_id, g.asset,
  l.amount as available, 0::numeric as held
from paper_grants g
cross join lateral (values (g.member_id, g.amount), (ledger_book('paperIssuance'), -g.amount)) as l(owner_id, amount);
grant select on paper_required_lines to tern_app;

-- Grants a member who is registered in this transaction the paper funds in force, and gives them. The program chooses no amount.
-- Fails with: paper_grants_at_registration (not in paper mode, or a member of an earlier transaction), paper_grants_pkey (a second time).
create function grant_paper_funds(new_member bigint, at_time timestamptz) returns table (asset text, amount numeric)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  if not exists (select from deployment_mode m where m.mode = 'paper')
    or not exists (select from members m where m.id = new_member and m.xmin = pg_current_xact_id()::xid) then
    raise exception 'paper funds are granted at registration' using errcode = 'check_violation', constraint = 'paper_grants_at_registration';
  end if;
  return query
  insert into paper_grants as g (member_id, asset, amount, granted_at)
  select new_member, f.key, f.value::numeric, at_time
  from jsonb_each_text(coalesce(
    (select s.value from settings s where s.key = 'auth.paperFunds'),
    -- The fallback of the setting, in features/auth/open-account.ts.
    '{"USDT": "10000", "USD": "10000", "BTC": "0.1"}'
  )) f
  where f.value::numeric > 0
  returning g.asset, g.amount;
end
$$;
revoke execute on function grant_paper_funds from public;
grant execute on function grant_paper_funds to tern_app;
