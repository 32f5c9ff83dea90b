-- feature: kernel
-- Invariants: rules of the books that are checked each minute; and read-only mode, which a broken one starts (ADR 52).
--
--   1. How far the books were checked
--   2. Results and read-only mode
--   3. The guards of the schema


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

-- What the facts require of the entries after this one (ADR 9); entries about many facts have rules of their own.
create function ledger_required_since(entry_after bigint)
returns table (
  kind smallint, reference text, owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language sql stable security definer set search_path = pg_catalog, public as $$
  select e.kind, e.reference, r.* from ledger_entries e
  join ledger_facts f on f.kind = e.kind and f.reference = split_part(e.reference, ':', 1) and f.required_lines is not null
  cross join lateral ledger_required_lines(e.kind, e.reference) r
  where e.id > entry_after
$$;
grant execute on function ledger_required_since to tern_app;


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
create function read_only_begin_open() returns trigger language plpgsql as $$
begin
  raise exception 'a read-only period begins without a proposal' using errcode = 'insufficient_privilege';
end
$$;
create trigger read_only_periods_begin_open before insert on read_only_periods for each row
  when (new.proposed_by is not null or new.lifted_by is not null) execute function read_only_begin_open();

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


-- 3. The guards of the schema ---------------------------------------------------------------------

-- Everything in the schema that refuses wrong rows: constraints, unique indexes, triggers, functions and views, each with its
-- definition and whether it is in force.
create view schema_guards_now as
select 'constraint' as kind, c.conrelid::regclass::text || '.' || c.conname as name,
  pg_get_constraintdef(c.oid) || case when c.convalidated then '' else ' not validated' end as definition
from pg_constraint c
where c.connamespace = 'public'::regnamespace and c.conrelid <> 0 and c.contype in ('c', 'u', 'p', 'f', 'x')
union all
select 'index', i.indexrelid::regclass::text,
  pg_get_indexdef(i.indexrelid) || case when i.indisvalid and i.indisready then '' else ' invalid' end
from pg_index i join pg_class c on c.oid = i.indexrelid
where c.relnamespace = 'public'::regnamespace and i.indisunique
union all
select 'trigger', t.tgrelid::regclass::text || '.' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
from pg_trigger t join pg_class c on c.oid = t.tgrelid
where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
union all
-- The triggers of foreign keys are numbered by the database; those of one constraint are counted.
select 'trigger', k.conrelid::regclass::text || '.' || k.conname,
  count(*) || ' internal, ' || count(*) filter (where t.tgenabled <> 'O') || ' disabled'
from pg_trigger t join pg_constraint k on k.oid = t.tgconstraint
where k.connamespace = 'public'::regnamespace and t.tgisinternal group by k.conrelid, k.conname
union all
select 'function', p.oid::regprocedure::text, md5(pg_get_functiondef(p.oid)) || ' ' || p.proowner::regrole::text
from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
union all
select 'view', c.oid::regclass::text, md5(pg_get_viewdef(c.oid))
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v';

-- As the migrations made them.
create table schema_guards (
  kind text not null,
  name text not null,
  definition text not null,
  primary key (kind, name)
);
-- After which migration, by which version of PostgreSQL: another one may write definitions differently.
create table schema_guards_source (
  is_only boolean primary key default true check (is_only),
  newest_migration text not null,
  server_version int not null
);

-- Called by the owner at each start; records only after a migration or an upgrade of PostgreSQL.
create function schema_record_guards() returns void language plpgsql as $$
declare
  newest text := (select max(name) from schema_migrations);
  version int := current_setting('server_version_num')::int / 10000;
begin
  if exists (select from schema_guards_source where (newest_migration, server_version) = (newest, version)) then
    return;
  end if;
  delete from schema_guards;
  insert into schema_guards select * from schema_guards_now;
  insert into schema_guards_source (newest_migration, server_version) values (newest, version)
  on conflict (is_only) do update set newest_migration = excluded.newest_migration, server_version = excluded.server_version;
end
$$;

grant select on schema_guards_now, schema_guards to tern_app;
