-- feature: kernel
-- The journal and its guard. Nothing outside ledger_post() writes these tables (rules §1, design §3).

create table ledger_entries (
  id bigint generated always as identity primary key,
  kind smallint not null,
  reference text not null,
  note text not null default '',
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint ledger_entries_once unique (kind, reference)
);

-- One row holds all postings of one entry to one owner and asset: a signed column per purpose.
-- total_after is the owner's total of the asset once the entry stands.
create table ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null references ledger_entries (id),
  owner_id bigint not null,
  asset text not null,
  available numeric(38, 18) not null default 0,
  held numeric(38, 18) not null default 0,
  locked numeric(38, 18) not null default 0,
  staked numeric(38, 18) not null default 0,
  financed numeric(38, 18) not null default 0,
  loan numeric(38, 18) not null default 0,
  total numeric(38, 18) generated always as (available + held + locked + staked + financed + loan) stored,
  total_after numeric(38, 18) not null,
  -- The record type this owner reads: of a trade, one side bought and the other sold.
  kind smallint not null,
  effective_at timestamptz not null
);

-- What a member reads as records: postings that changed what they own, newest first.
create index ledger_postings_records on ledger_postings (owner_id, id desc) where total <> 0 and owner_id > 0;
create index ledger_postings_records_of_asset on ledger_postings (owner_id, asset, id desc) where total <> 0 and owner_id > 0;
create index ledger_postings_entry on ledger_postings (entry_id);

create table ledger_balances (
  owner_id bigint not null,
  asset text not null,
  available numeric(38, 18) not null default 0,
  held numeric(38, 18) not null default 0,
  locked numeric(38, 18) not null default 0,
  staked numeric(38, 18) not null default 0,
  financed numeric(38, 18) not null default 0,
  loan numeric(38, 18) not null default 0,
  primary key (owner_id, asset),
  -- Owners above zero are members, below zero the books of the house.
  constraint ledger_balances_floor check (
    owner_id < 0 or (available >= 0 and held >= 0 and locked >= 0 and staked >= 0 and financed >= 0 and loan <= 0)
  ),
  constraint ledger_balances_owner check (owner_id <> 0)
);

-- Posts a batch of entries, all or nothing. Entry i has kind, reference, note and effective time at
-- position i; each posting row names its entry by position, the owner's record type, and gives one signed amount per purpose.
-- Balance rows are locked and updated last, in key order, so that concurrent batches cannot deadlock.
-- Fails with: ledger_entries_once (a repeated kind and reference), ledger_balances_floor (a member
-- cannot afford it), ledger_unbalanced (an asset of an entry does not sum to zero).
create function ledger_post(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[]
) returns table (owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  entry_ids bigint[];
begin
  if exists (
    select 1
    from unnest(posting_entries, posting_assets, posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan)
      as p(entry, asset, available, held, locked, staked, financed, loan)
    group by p.entry, p.asset
    having sum(p.available + p.held + p.locked + p.staked + p.financed + p.loan) <> 0
  ) then
    raise exception 'an entry does not balance' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
  end if;
  if exists (select 1 from unnest(posting_entries) as p(entry) where p.entry is null or p.entry < 1 or p.entry > cardinality(entry_kinds)) then
    raise exception 'a posting names no entry of its batch' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
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
  select distinct p.owner, p.asset
  from unnest(posting_owners, posting_assets) as p(owner, asset)
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
    select b.owner_id, b.asset, c.available, c.held, c.locked, c.staked, c.financed, c.loan
    from ledger_balances b join changes c on b.owner_id = c.owner and b.asset = c.asset
    order by b.owner_id, b.asset
    for no key update of b
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

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is append only' using errcode = 'insufficient_privilege';
end
$$;

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse_change();

revoke execute on function ledger_post from public;
grant execute on function ledger_post to tern_app;
grant select on ledger_entries, ledger_postings, ledger_balances to tern_app;
