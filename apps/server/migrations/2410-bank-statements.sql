-- feature: funding
-- Statements of the exchange's bank accounts, as the bank sent them, and which record each entry of them belongs to (ADR 99).

create table bank_statements (
  id bigint generated always as identity primary key,
  asset text not null references fiat_currencies (asset),
  account text not null check (account ~ '^[A-Z0-9]{4,40}$'),
  -- The bank's own identity of the statement.
  number text not null check (number <> '' and length(number) <= 100),
  format text not null check (format in ('camt.053', 'MT940')),
  opening numeric(38, 18) not null,
  closing numeric(38, 18) not null,
  opened_on date not null,
  closed_on date not null,
  entries integer not null check (entries >= 0),
  -- Of all that the statement says: the same statement again changes nothing, another one of the same number is refused.
  content_hash bytea not null check (length(content_hash) = 32),
  previous_id bigint references bank_statements (id),
  -- Null: found in the watched folder.
  imported_by bigint references operators (id),
  imported_at timestamptz not null,
  constraint bank_statements_once unique (account, asset, number),
  constraint bank_statements_of_account unique (id, account, asset),
  constraint bank_statements_chain unique nulls not distinct (account, asset, previous_id)
);

-- Each statement of an account begins where the one before it ended.
create function bank_statements_refuse_gap() returns trigger language plpgsql as $$
declare
  newest bank_statements;
begin
  select * into newest from bank_statements s where s.account = new.account and s.asset = new.asset order by s.id desc limit 1;
  if newest.id is distinct from new.previous_id then
    raise exception 'a statement follows the newest of its account' using errcode = 'unique_violation', constraint = 'bank_statements_chain';
  end if;
  if newest.id is not null and (newest.closing <> new.opening or newest.closed_on > new.closed_on) then
    raise exception 'a statement begins where the one before it ended' using errcode = 'check_violation', constraint = 'bank_statements_joined';
  end if;
  return new;
end
$$;
create trigger bank_statements_joined before insert on bank_statements for each row execute function bank_statements_refuse_gap();
create trigger bank_statements_append_only before update or delete or truncate on bank_statements
  for each statement execute function refuse_write('a bank statement does not change');

create table bank_entries (
  id bigint generated always as identity primary key,
  statement_id bigint not null,
  account text not null,
  asset text not null,
  -- In its statement, from 1.
  place integer not null check (place > 0),
  is_credit boolean not null,
  amount numeric(38, 18) not null check (amount > 0),
  booked_on date not null,
  value_date date not null,
  -- The bank's identity of the entry: the same in another statement is the same money.
  entry_key text not null check (entry_key <> ''),
  bank_reference text not null,
  end_to_end_id text not null,
  -- Who paid, or was paid, as the bank writes it.
  party text not null,
  details text not null,
  return_code text not null,
  foreign key (statement_id, account, asset) references bank_statements (id, account, asset),
  constraint bank_entries_place unique (statement_id, place),
  constraint bank_entries_once unique (account, asset, entry_key)
);
create index bank_entries_booked on bank_entries (booked_on, id);
create trigger bank_entries_append_only before update or delete or truncate on bank_entries
  for each statement execute function refuse_write('an entry of a bank does not change');

-- The entries of a statement are written together, and are what lies between its two balances.
create function bank_entries_refuse_untied() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct statement_id from written) w join bank_statements s on s.id = w.statement_id
    where (s.entries, s.closing - s.opening) <> (
      select count(*)::integer, sum(case when e.is_credit then e.amount else -e.amount end) from bank_entries e where e.statement_id = s.id
    )
  ) then
    raise exception 'the entries are not what lies between the balances of the statement'
      using errcode = 'check_violation', constraint = 'bank_entries_tied';
  end if;
  return null;
end
$$;
create trigger bank_entries_tied after insert on bank_entries referencing new table as written
  for each statement execute function bank_entries_refuse_untied();

-- At the end of the transaction: a statement without its entries is none.
create function bank_statements_refuse_bare() returns trigger language plpgsql as $$
begin
  if (select count(*) from bank_entries e where e.statement_id = new.id) <> new.entries or (new.entries = 0 and new.opening <> new.closing) then
    raise exception 'a statement has its entries' using errcode = 'check_violation', constraint = 'bank_statements_whole';
  end if;
  return null;
end
$$;
create constraint trigger bank_statements_whole after insert on bank_statements deferrable initially deferred
  for each row execute function bank_statements_refuse_bare();

-- What an entry is: the money of a wire, the debit of a payout, what came back of one, or none of these. An entry belongs to one record,
-- and a record has one entry; the entry of a rejected wire is free again.
create table bank_matches (
  id bigint generated always as identity primary key,
  entry_id bigint not null references bank_entries (id),
  kind text not null check (kind in ('wire', 'payout', 'payback', 'other')),
  -- The wire, payout or proposed return; null: it belongs to no record.
  subject_id bigint,
  -- Why it belongs to no record.
  reason text not null default '',
  -- Null: the reference, amount and name agreed.
  matched_by bigint references operators (id),
  created_at timestamptz not null,
  constraint bank_matches_record check ((kind = 'other') = (subject_id is null) and (kind = 'other') = (reason <> '')),
  constraint bank_matches_people check (matched_by is not null or kind in ('wire', 'payout')),
  constraint bank_matches_record_once unique (kind, subject_id)
);
create index bank_matches_of_entry on bank_matches (entry_id);

create view bank_entries_matched as
select m.entry_id, m.kind, m.subject_id, m.reason, m.matched_by, m.created_at from bank_matches m
left join wires w on m.kind = 'wire' and w.id = m.subject_id
left join payout_returns r on m.kind = 'payback' and r.id = m.subject_id
where w.state is distinct from 'rejected' and r.state is distinct from 'dropped';

create function bank_matches_refuse_untrue() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  e bank_entries;
begin
  -- Two matches of one entry follow each other.
  select * into strict e from bank_entries where id = new.entry_id for update;
  if exists (select from bank_entries_matched m where m.entry_id = new.entry_id) then
    raise exception 'the entry belongs to another record' using errcode = 'unique_violation', constraint = 'bank_matches_entry_once';
  end if;
  if not (case new.kind
    when 'wire' then e.is_credit and exists (
      select from wires w where w.id = new.subject_id and w.asset = e.asset and w.received = e.amount and w.state in ('reviewed', 'completed'))
    when 'payout' then not e.is_credit and exists (
      select from payouts o where o.id = new.subject_id and o.currency = e.asset and o.received = e.amount and o.state in ('completed', 'returned'))
    when 'payback' then e.is_credit and exists (
      select from payout_returns r join payouts o on o.id = r.payout_id
      where r.id = new.subject_id and o.currency = e.asset and r.amount = e.amount)
    else true end) then
    raise exception 'the entry and the record are of different money' using errcode = 'check_violation', constraint = 'bank_matches_same_money';
  end if;
  return new;
end
$$;
create trigger bank_matches_true before insert on bank_matches for each row execute function bank_matches_refuse_untrue();
create trigger bank_matches_append_only before update or delete or truncate on bank_matches
  for each statement execute function refuse_write('what an entry of a bank belongs to does not change');

-- What the bank said stays: the receipt of a wire that a statement shows is no longer corrected by hand.
create function wires_keep_statement() returns trigger language plpgsql as $$
begin
  if exists (select from bank_matches m where m.kind = 'wire' and m.subject_id = new.id) then
    raise exception 'the receipt of the wire is that of the statement' using errcode = 'insufficient_privilege', constraint = 'wires_as_on_statement';
  end if;
  return new;
end
$$;
create trigger wires_stay_as_on_statement before update on wires for each row
  when ((new.received, new.bank_reference) is distinct from (old.received, old.bank_reference)) execute function wires_keep_statement();

-- Transfers at the bank that are the receipt of a wire or of the treasury.
create view bank_transfers_recorded as
select w.asset, w.bank_key from wire_receipts w union all select h.asset, h.bank_key from house_receipts h
union all select t.asset, t.bank_key from treasury_receipts t;

grant select on bank_statements, bank_entries, bank_matches, bank_entries_matched, bank_transfers_recorded to tern_app;
grant insert (asset, account, number, format, opening, closing, opened_on, closed_on, entries, content_hash, previous_id, imported_by,
  imported_at) on bank_statements to tern_app;
grant insert (statement_id, account, asset, place, is_credit, amount, booked_on, value_date, entry_key, bank_reference, end_to_end_id, party,
  details, return_code) on bank_entries to tern_app;
grant insert (entry_id, kind, subject_id, reason, matched_by, created_at) on bank_matches to tern_app;
