-- feature: kernel
-- The contracts that end together are paid in one entry (ADR 9, 11). The program calls ledger_pay_out(), which compares the payments with
-- their contracts.

-- Pays many members from one house account, all or nothing, and returns their balances. Payments come in groups of equal ones: each of
-- the sizes[i] payments of group i has principals[i], gains[i] and, for the rounding account, remainders[i]. It compares nothing with
-- contracts: only the owner of the database may call it. Makes one entry with one or two postings per payment and one for the paying account. Its reference is `<subject>:<first id>-<last id>`; each
-- member's posting has the id of its own contract.
--
-- Refuses  ledger_unbalanced: an amount that is negative or missing, sizes that do not add up, a member as payer or a house
--          account as owner;
--          ledger_postings_subject: paid before.
-- Locks    the rounding account (only if there is a remainder), then members' balances in the order of owners, and last the
--          paying account, which is then locked for the commit only. Therefore ledger_post() must never post to the paying
--          account together with a member.
create function ledger_write_pay_out(
  paid_asset text, subject text, payer bigint, rounding bigint,
  principal_kind smallint, gain_kind smallint, paid_at timestamptz,
  owners bigint[], subject_ids bigint[], sizes int[], principals numeric[], gains numeric[], remainders numeric[]
) returns table (
  owner_id bigint,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
)
language plpgsql security definer set search_path = pg_catalog, public
  -- Plans may be cached while the tables are still empty, but must suit full tables.
  set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off as $$
#variable_conflict use_column
declare
  entry bigint;
  entry_kind smallint;
  paid numeric;
  gained numeric;
  kept numeric;
  house_total numeric;
  house_available numeric;
  house_reserved numeric;
begin
  select sum(s.size * (s.principal + s.gain)), sum(s.size * s.gain), sum(s.size * s.remainder)
    into paid, gained, kept
  from unnest(sizes, principals, gains, remainders) as s(size, principal, gain, remainder)
  having bool_and(coalesce(
      s.size > 0 and s.principal >= 0 and s.gain >= 0 and s.remainder >= 0 and s.principal + s.gain > 0, false))
    and sum(s.size) = cardinality(owners) and cardinality(owners) = cardinality(subject_ids);
  if paid is null or payer >= 0 or rounding >= 0 or exists (
    select 1 from unnest(owners, subject_ids) as p(owner, id) where (p.owner > 0 and p.id > 0) is not true
  ) then
    raise exception 'a payment does not balance' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
  end if;

  entry_kind := case when gained > 0 then gain_kind else principal_kind end;
  insert into ledger_entries (kind, reference, effective_at)
  select entry_kind, subject || ':' || min(p.id) || '-' || max(p.id), paid_at from unnest(subject_ids) as p(id)
  returning id into entry;

  if kept > 0 then
    insert into ledger_balances as b (owner_id, asset, available) values (rounding, paid_asset, kept)
    on conflict (owner_id, asset) do update set available = b.available + excluded.available
    returning b.available, b.held + b.locked + b.staked + b.financed, b.available + b.held + b.locked + b.staked + b.financed + b.loan
      into house_available, house_reserved, house_total;
    insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at)
    values (entry, rounding, paid_asset, kept, house_available, house_reserved, house_total, gain_kind, paid_at);
  end if;

  return query
  with shares as (
    select s.*, sum(s.size) over (order by s.place) as through
    from unnest(sizes, principals, gains) with ordinality as s(size, principal, gain, place)
  ), payments as materialized (
    select p.owner, p.id, s.principal, s.gain
    from shares s
    cross join lateral unnest(
      owners[s.through - s.size + 1 : s.through], subject_ids[s.through - s.size + 1 : s.through]
    ) as p(owner, id)
    order by p.owner, p.id
  ), updated as materialized (
    insert into ledger_balances as b (owner_id, asset, available)
    select p.owner, paid_asset, sum(p.principal + p.gain) from payments p group by p.owner order by p.owner
    on conflict (owner_id, asset) do update set available = b.available + excluded.available
    returning b.owner_id, b.available, b.held, b.locked, b.staked, b.financed, b.loan
  ), posted as (
    insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at, subject_id)
    select entry, p.owner, paid_asset, l.amount, p.available - l.later, p.reserved, p.total - l.later, l.kind, paid_at, p.id
    from (
      select p.owner, p.id, p.principal, p.gain, u.held + u.locked + u.staked + u.financed as reserved,
        u.available - coalesce(sum(p.principal + p.gain) over later, 0) as available,
        u.available + u.held + u.locked + u.staked + u.financed + u.loan - coalesce(sum(p.principal + p.gain) over later, 0) as total
      from payments p join updated u on u.owner_id = p.owner
      window later as (partition by p.owner order by p.id rows between 1 following and unbounded following)
    ) p cross join lateral (values
      (principal_kind, p.principal, p.gain), (gain_kind, p.gain, 0)
    ) as l(kind, amount, later)
    where l.amount > 0
  )
  select u.owner_id, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;

  insert into ledger_balances as b (owner_id, asset, available) values (payer, paid_asset, -paid - kept)
  on conflict (owner_id, asset) do update set available = b.available + excluded.available
  returning b.available, b.held + b.locked + b.staked + b.financed, b.available + b.held + b.locked + b.staked + b.financed + b.loan
    into house_available, house_reserved, house_total;
  insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at)
  values (entry, payer, paid_asset, -paid - kept, house_available, house_reserved, house_total, entry_kind, paid_at);
end
$$;
