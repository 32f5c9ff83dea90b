-- feature: kernel
-- Invariants: rules of the books that are checked each minute; and read-only mode, which a broken one starts (ADR 52).


-- 1. How far the books were checked ---------------------------------------------------------------

-- Every entry up to `entries_through` has passed all rules. Later entries only have postings after `postings_through`.
create table invariant_progress (
  is_only boolean primary key default true check (is_only),
  entries_through bigint not null default 0,
  postings_through bigint not null default 0,
  -- One program checks at a time; until then it is not taken for dead.
  claimed_until timestamptz not null default '-infinity'
);
insert into invariant_progress default values;

-- The sums of all postings of entries up to `entries_through`: with the later postings they must be the stored balances.
create table invariant_balances (
  owner_id bigint not null,
  asset text not null,
  available numeric(38, 18) not null,
  held numeric(38, 18) not null,
  locked numeric(38, 18) not null,
  staked numeric(38, 18) not null,
  financed numeric(38, 18) not null,
  loan numeric(38, 18) not null,
  primary key (owner_id, asset)
) with (fillfactor = 60);

-- The newest ids, and the first transaction that cannot have drawn them: once all earlier transactions have ended, no row with
-- these ids can still appear. A transaction has its id before it draws ids of entries (ledger_refuse_while_read_only) and postings.
-- Each statement has a snapshot of its own, so the order counts: an entry with a larger id has larger postings.
create function invariant_mark() returns table (postings bigint, entries bigint, settled_at xid8)
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  select case when s.is_called then s.last_value else 0 end into postings from ledger_postings_id_seq s;
  select case when s.is_called then s.last_value else 0 end into entries from ledger_entries_id_seq s;
  settled_at := pg_snapshot_xmax(pg_current_snapshot());
  return next;
end
$$;

-- Notes that the books are in order up to these ids, which have to be settled.
--
-- Refuses  to go back, or an isolation level other than read committed.
-- Locks    invariant_progress.
create function invariant_advance(entries_to bigint, postings_to bigint) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  done invariant_progress;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'progress is noted at read committed only' using errcode = 'invalid_transaction_state';
  end if;
  select * into strict done from invariant_progress for update;
  if entries_to < done.entries_through or postings_to < done.postings_through then
    raise exception 'a check does not go back' using errcode = 'check_violation', constraint = 'invariant_progress_forward';
  end if;
  insert into invariant_balances as b (owner_id, asset, available, held, locked, staked, financed, loan)
  select p.owner_id, p.asset, sum(p.available), sum(p.held), sum(p.locked), sum(p.staked), sum(p.financed), sum(p.loan)
  from ledger_postings p
  where p.id > done.postings_through and p.entry_id > done.entries_through and p.entry_id <= entries_to
  group by p.owner_id, p.asset
  on conflict (owner_id, asset) do update set
    available = b.available + excluded.available, held = b.held + excluded.held, locked = b.locked + excluded.locked,
    staked = b.staked + excluded.staked, financed = b.financed + excluded.financed, loan = b.loan + excluded.loan;
  update invariant_progress set entries_through = entries_to, postings_through = postings_to;
end
$$;

grant select on invariant_progress, invariant_balances to tern_app;
grant update (claimed_until) on invariant_progress to tern_app;
grant execute on function invariant_mark, invariant_advance to tern_app;


-- 2. Results and read-only mode -------------------------------------------------------------------

-- The last result of each rule.
create table invariant_results (
  id text primary key,
  checked_at timestamptz not null,
  took_ms int not null,
  -- The first ones; none: the rule holds.
  faults text[] not null,
  -- For a rule about rows other than entries: it held for those up to `own_through`. `own_noted` is the newest one as of the last
  -- check; rows with such ids may still be on their way to the table, so they are checked once more.
  own_through bigint not null default 0,
  own_noted bigint not null default 0
);

-- From the break of a rule until two operators lift it, no money moves.
create table read_only_periods (
  id bigint generated always as identity primary key,
  -- The broken rule and what was found.
  invariant text not null,
  faults text[] not null check (cardinality(faults) > 0),
  began_at timestamptz not null,
  proposed_by bigint references operators (id),
  proposed_reason text check (proposed_reason <> ''),
  proposed_at timestamptz,
  lifted_by bigint references operators (id),
  lifted_reason text check (lifted_reason <> ''),
  lifted_at timestamptz,
  constraint read_only_proposed check (num_nonnulls(proposed_by, proposed_reason, proposed_at) in (0, 3)),
  constraint read_only_lifted check (num_nonnulls(lifted_by, lifted_reason, lifted_at) in (0, 3)),
  constraint read_only_two_people check (lifted_by is null or (proposed_by is not null and proposed_by <> lifted_by))
);
create unique index read_only_periods_one on read_only_periods ((true)) where lifted_at is null;

-- The proposal and the lifting are two updates; what was found never changes.
create function read_only_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'read-only periods are kept' using errcode = 'insufficient_privilege';
  end if;
  if old.lifted_at is not null or (new.id, new.invariant, new.faults, new.began_at) is distinct from (old.id, old.invariant, old.faults, old.began_at)
    or new.lifted_at is not null and (new.proposed_by, new.proposed_at) is distinct from (old.proposed_by, old.proposed_at) then
    raise exception 'a read-only period is lifted once, by a second operator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger read_only_periods_in_turn before update on read_only_periods for each row execute function read_only_refuse_change();
create trigger read_only_periods_kept before delete or truncate on read_only_periods for each statement execute function read_only_refuse_change();
create trigger read_only_periods_begin_open before insert on read_only_periods for each row
  when (new.proposed_by is not null or new.lifted_by is not null)
  execute function refuse_write('a read-only period begins without a proposal');

-- Whatever the program does, no entry is posted in read-only mode.
create function ledger_refuse_while_read_only() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_current_xact_id(); -- For invariant_mark(): before the first id of an entry is drawn.
  if exists (select from read_only_periods where lifted_at is null) then
    raise exception 'the books are read-only' using errcode = 'read_only_sql_transaction';
  end if;
  return null;
end
$$;
create trigger ledger_entries_while_writable before insert on ledger_entries
  for each statement execute function ledger_refuse_while_read_only();

grant select, insert, update on invariant_results to tern_app;
grant select, insert on read_only_periods to tern_app;
grant update (proposed_by, proposed_reason, proposed_at, lifted_by, lifted_reason, lifted_at) on read_only_periods to tern_app;
