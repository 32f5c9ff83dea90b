-- feature: kernel
-- A round of orders is one entry: lines of members name their trade or order, lines of the house are sums (ADR 0044).

-- Contracts are paid by batches that anybody could repeat, so the journal itself refuses it. A round names itself once.
drop index ledger_postings_subject;
create unique index ledger_postings_subject on ledger_postings (subject_id, kind) where subject_id <> 0 and kind in (4, 19);

drop function ledger_post(smallint[], text[], text[], timestamptz[], int[], smallint[], bigint[], text[], numeric[], numeric[],
  numeric[], numeric[], numeric[], numeric[]);

-- Posts a batch of entries, all or nothing. Entry i has kind, reference, note and effective time at position i; each posting row names
-- its entry by position, the owner's record type, gives one signed amount per purpose, and says what it is about where its entry is
-- about many. Balance rows are changed in key order, so that concurrent batches do not deadlock: whichever side leads the join,
-- the sorted changes or the only index of balances, it goes by key.
-- Fails with: ledger_entries_once (a repeated kind and reference), ledger_balances_floor (a member
-- cannot afford it), ledger_unbalanced (an asset of an entry does not sum to zero).
create function ledger_post(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[] default null
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
    select p.position, p.entry, p.kind, p.owner, p.asset, p.available, p.held, p.locked, p.staked, p.financed, p.loan,
      coalesce(p.subject, 0) as subject
    from unnest(posting_entries, posting_kinds, posting_owners, posting_assets, posting_available, posting_held, posting_locked,
        posting_staked, posting_financed, posting_loan, posting_subjects)
      with ordinality as p(entry, kind, owner, asset, available, held, locked, staked, financed, loan, subject, position)
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
    insert into ledger_postings (entry_id, owner_id, asset, available, held, locked, staked, financed, loan, total_after, kind, effective_at, subject_id)
    select entry_ids[l.entry], l.owner, l.asset, l.available, l.held, l.locked, l.staked, l.financed, l.loan,
      u.total - coalesce(sum(l.available + l.held + l.locked + l.staked + l.financed + l.loan) over later, 0),
      l.kind, entry_times[l.entry], l.subject
    from lines l join updated u on u.owner_id = l.owner and u.asset = l.asset
    window later as (partition by l.owner, l.asset order by l.position rows between 1 following and unbounded following)
    order by l.position
  )
  select u.owner_id, u.asset, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;
end
$$;
revoke execute on function ledger_post from public;
grant execute on function ledger_post to tern_app;
