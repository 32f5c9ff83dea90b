-- feature: kernel
-- What a round of orders costs the journal, the outbox and the look at its members (ADR 0041).

-- Posts a batch of entries, all or nothing. Entry i has kind, reference, note and effective time at
-- position i; each posting row names its entry by position, the owner's record type, and gives one signed amount per purpose.
-- Balance rows are changed in key order, so that concurrent batches do not deadlock: whichever side leads the join, the sorted
-- changes or the only index of balances, it goes by key.
-- Fails with: ledger_entries_once (a repeated kind and reference), ledger_balances_floor (a member
-- cannot afford it), ledger_unbalanced (an asset of an entry does not sum to zero).
create or replace function ledger_post(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[]
) returns table (owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric)
language plpgsql security definer set search_path = pg_catalog, public
  -- Plans are made once, perhaps while the tables are empty: they must fit full ones.
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  entry_ids bigint[];
begin
  if exists (
    select 1
    from unnest(posting_entries, posting_assets, posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan)
      as p(entry, asset, available, held, locked, staked, financed, loan)
    group by p.entry, p.asset
    having sum(p.available + p.held + p.locked + p.staked + p.financed + p.loan) is distinct from 0
      or p.entry is null or p.entry < 1 or p.entry > cardinality(entry_kinds)
  ) then
    raise exception 'an entry does not balance' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
  end if;

  with written as (
    insert into ledger_entries (kind, reference, note, effective_at)
    select e.kind, e.reference, e.note, e.at
    from unnest(entry_kinds, entry_references, entry_notes, entry_times) with ordinality as e(kind, reference, note, at, position)
    order by e.position
    returning id
  )
  select array_agg(written.id order by written.id) into entry_ids from written;

  insert into ledger_balances (owner_id, asset)
  select p.owner, p.asset
  from (select distinct u.owner, u.asset from unnest(posting_owners, posting_assets) as u(owner, asset)) p
  where not exists (select 1 from ledger_balances b where b.owner_id = p.owner and b.asset = p.asset)
  order by p.owner, p.asset
  on conflict do nothing;

  return query
  with lines as (
    select p.position, p.entry, p.kind, p.owner, p.asset, p.available, p.held, p.locked, p.staked, p.financed, p.loan
    from unnest(posting_entries, posting_kinds, posting_owners, posting_assets, posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan)
      with ordinality as p(entry, kind, owner, asset, available, held, locked, staked, financed, loan, position)
  ), changes as (
    select l.owner, l.asset, sum(l.available) as available, sum(l.held) as held, sum(l.locked) as locked,
      sum(l.staked) as staked, sum(l.financed) as financed, sum(l.loan) as loan
    from lines l group by l.owner, l.asset
  ), keys as materialized (
    select c.owner as owner_id, c.asset, c.available, c.held, c.locked, c.staked, c.financed, c.loan
    from changes c order by c.owner, c.asset
  ), updated as (
    update ledger_balances b set
      available = b.available + k.available, held = b.held + k.held, locked = b.locked + k.locked,
      staked = b.staked + k.staked, financed = b.financed + k.financed, loan = b.loan + k.loan
    from keys k where b.owner_id = k.owner_id and b.asset = k.asset
    returning b.owner_id, b.asset, b.available, b.held, b.locked, b.staked, b.financed, b.loan,
      b.available + b.held + b.locked + b.staked + b.financed + b.loan as total
  ), posted as (
    insert into ledger_postings (entry_id, owner_id, asset, available, held, locked, staked, financed, loan, total_after, kind, effective_at)
    select entry_ids[l.entry], l.owner, l.asset, l.available, l.held, l.locked, l.staked, l.financed, l.loan,
      u.total - coalesce(sum(l.available + l.held + l.locked + l.staked + l.financed + l.loan) over later, 0),
      l.kind, entry_times[l.entry]
    from lines l join updated u on u.owner_id = l.owner and u.asset = l.asset
    window later as (partition by l.owner, l.asset order by l.position rows between 1 following and unbounded following)
    order by l.position
  )
  select u.owner_id, u.asset, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;
end
$$;

-- Packing the events of a round takes longer than writing what it saves, and they are kept for an hour only.
alter table member_events alter column events set storage external;

-- For transactions that are sent whole: nothing is read before, so the refusal has to come from here.
-- Fails with: members_not_frozen, members_known (an id that is no member's).
create or replace function members_refuse_frozen(ids bigint[]) returns void language plpgsql stable as $$
declare
  stranger boolean;
begin
  select m.id is null into stranger from unnest(ids) as i(id) left join members m on m.id = i.id
  where m.id is null or m.is_frozen limit 1;
  if stranger then
    raise exception 'nobody has this id' using errcode = 'foreign_key_violation', constraint = 'members_known';
  elsif found then
    raise exception 'a member is frozen' using errcode = 'check_violation', constraint = 'members_not_frozen';
  end if;
end
$$;
