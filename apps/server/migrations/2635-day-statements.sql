-- feature: day-close
-- A closed day is compared with the world outside: with what the chains' wallets had, what the rail of paper mode moved, and what the banks'
-- statements end with (ADR 112). What differs is explained and signed as differences within the books are (ADR 96).

create table day_close_statements (
  day date not null references day_closes (day),
  asset text not null,
  -- What is held over a network, or at banks.
  account bigint not null,
  source text not null check (source in ('chain', 'paper', 'bank')),
  -- What the ledger says is held there at the end of the day.
  ledger numeric(38, 18) not null,
  -- What the source says; null: there is no statement for this day.
  stated numeric(38, 18),
  -- In the source and not in the ledger by then, less the other way round.
  arrived numeric(38, 18) not null,
  paid numeric(38, 18) not null,
  fees numeric(38, 18) not null,
  -- Of the block, or of the newest bank statement.
  reference text not null,
  difference numeric(38, 18) generated always as (stated - ledger - arrived + paid + fees) stored,
  counted_at timestamptz not null,
  primary key (day, asset, account)
);

-- What the banks' statements say an asset has at the end of a day: null when one of its accounts has no statement that goes so far.
create function day_close_at_banks(of_asset text, of_day date) returns table (stated numeric, reference text) language sql stable as $$
  select case when bool_and(a.is_known) then sum(a.balance) end, coalesce(string_agg(a.number, ', ' order by a.account), '')
  from (
    select b.account, ended.number,
      exists (select from bank_statements n where n.account = b.account and n.asset = of_asset and n.closed_on >= of_day) as is_known,
      coalesce(ended.closing, b.opening) + coalesce((
        select sum(case when e.is_credit then e.amount else -e.amount end) from bank_entries e
        where e.account = b.account and e.asset = of_asset and e.statement_id > coalesce(ended.id, 0) and e.booked_on <= of_day
      ), 0) as balance
    from (select distinct on (account) account, opening from bank_statements where asset = of_asset order by account, id) b
    left join lateral (
      select s.id, s.number, s.closing from bank_statements s
      where s.account = b.account and s.asset = of_asset and s.closed_on <= of_day order by s.id desc limit 1
    ) ended on true
  ) a
$$;

-- As wallet_items(), of entries of banks: what was booked there by a day, and in the ledger later or never.
create function day_close_bank_items(of_asset text, of_day date) returns table (arrived numeric, paid numeric) language sql stable as $$
  select coalesce(sum(amount) filter (where is_credit), 0), coalesce(sum(amount) filter (where not is_credit), 0)
  from (
    select e.is_credit, case when e.booked_on <= of_day then e.amount else -e.amount end as amount
    from bank_entries e
    left join bank_entries_matched m on m.entry_id = e.id
    left join payout_returns r on m.kind = 'payback' and r.id = m.subject_id
    left join house_receipts h on h.asset = e.asset and h.bank_key = bank_reference_key(e.bank_reference) and e.is_credit
    left join treasury_receipts t on t.asset = e.asset and t.bank_key = bank_reference_key(e.bank_reference) and e.is_credit
    left join treasury_agreements a on a.asset = e.asset and a.reference = bank_reference_key(e.bank_reference) and not e.is_credit
    left join treasury_moves o on o.id = a.move_id and o.move = 'takeOut' and o.network = ''
    left join ledger_entries l on (l.kind, l.reference) = (case
        when m.kind = 'wire' then ledger_kind('depositSuccess') when m.kind = 'payout' then ledger_kind('withdrawalSuccess')
        when m.kind = 'payback' then ledger_kind('withdrawalReturn') when h.id is not null then ledger_kind('increase')
        when t.id is not null then ledger_kind('capitalAdded') when o.id is not null then ledger_kind('revenueTaken') end, case
        when m.kind = 'wire' then 'wire:' || m.subject_id when m.kind = 'payout' then 'payout:' || m.subject_id
        when m.kind = 'payback' then 'payout:' || r.payout_id when h.id is not null then 'funding:' || h.id
        when t.id is not null then 'treasury:' || t.id when o.id is not null then 'treasury:' || o.id end)
    where e.asset = of_asset
      and (e.booked_on <= of_day) = (l.effective_at < (of_day + 1)::timestamp at time zone 'utc' is not true)
  ) i
$$;

-- What the rail of paper mode, and the bank that it stands for, have moved before a time, by the records of the transfers themselves.
create view day_close_paper_transfers as
select ledger_custody_account(n.id) as account, d.asset, coalesce(s.amount, d.amount) as amount, d.decided_at as at
from deposits d join networks n on n.code = d.network left join deposits_seen s on s.deposit_id = d.id where d.state = 'completed'
union all
select ledger_custody_account(n.id), s.asset, s.amount, s.house_at from deposits_seen s join networks n on n.code = s.network
where s.house_at is not null
union all
select ledger_custody_account(n.id), w.asset, w.fee - w.amount, w.updated_at from withdrawals w join networks n on n.code = w.network
where w.state = 'completed'
union all
select ledger_house_account('custody'), w.asset, w.received, w.decided_at from wires w where w.state = 'completed'
union all
select ledger_house_account('custody'), p.currency, -p.received, e.effective_at from payouts p
join ledger_entries e on e.kind = ledger_kind('withdrawalSuccess') and e.reference = 'payout:' || p.id
union all
select ledger_house_account('custody'), p.currency, p.returned, e.effective_at from payouts p
join ledger_entries e on e.kind = ledger_kind('withdrawalReturn') and e.reference = 'payout:' || p.id
where p.returned is not null;

-- States what the sources say of a closed day, and returns false for one that is signed or need not be: once as it is closed, and again until every source has a statement.
--
-- Locks    the day: a statement and a signature follow each other.
create function day_close_state_day(of_day date, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  ends_at constant timestamptz := (of_day + 1)::timestamp at time zone 'utc';
begin
  perform from day_closes where day = of_day for update;
  if of_day < coalesce(day_close_first_signed(), 'infinity') or day_close_is_signed(of_day) then
    return false;
  end if;
  insert into day_close_statements as s (day, asset, account, source, ledger, stated, arrived, paid, fees, reference, counted_at)
  with places as materialized (
    select coalesce(l.asset, w.asset) as asset, coalesce(l.account, w.account) as account, coalesce(-l.closing, 0) as ledger,
      w.network, w.height, w.block, w.held
    from (
      select asset, account, closing from day_close_lines
      where day = of_day and (account = ledger_house_account('custody') or account < -1000)
    ) l
    full join (
      select c.asset, ledger_custody_account(n.id) as account, c.network, c.height, c.block, c.held
      from wallet_counts c join networks n on n.code = c.network where c.until = ends_at
    ) w using (asset, account)
    where (l.account is not null or w.held <> 0) and not exists (
      select from day_close_statements k
      where k.day = of_day and k.asset = coalesce(l.asset, w.asset) and k.account = coalesce(l.account, w.account) and k.stated is not null
    )
  )
  select of_day, p.asset, p.account, o.source, p.ledger, o.stated, coalesce(o.arrived, 0), coalesce(o.paid, 0), coalesce(o.fees, 0),
    coalesce(o.reference, ''), at
  from places p
  -- The conditions are inside: a function is not called for a place that it says nothing of.
  left join lateral (select f.* from day_close_at_banks(p.asset, of_day) f where p.account = ledger_house_account('custody')) b on true
  left join lateral (select f.* from day_close_bank_items(p.asset, of_day) f where b.stated is not null) bi on true
  left join lateral (select f.* from wallet_items(p.network, p.asset, p.height, ends_at) f where p.height is not null) wi on true
  cross join lateral (
    select 'paper' as source, (
        select coalesce(sum(t.amount), 0) from day_close_paper_transfers t where t.account = p.account and t.asset = p.asset and t.at < ends_at
      ) as stated, 0::numeric as arrived, 0::numeric as paid, 0::numeric as fees, '' as reference
      where not is_live() and (p.account <> ledger_house_account('custody') or not exists (select from bank_statements x where x.asset = p.asset))
    union all
    select 'bank', b.stated, bi.arrived, bi.paid, 0, b.reference
      where p.account = ledger_house_account('custody') and (is_live() or exists (select from bank_statements x where x.asset = p.asset))
    union all
    select 'chain', p.held, wi.arrived, wi.paid, wi.fees, p.height || ' ' || p.block
      where p.account <> ledger_house_account('custody') and is_live()
  ) o
  on conflict (day, asset, account) do update
    set source = excluded.source, stated = excluded.stated, arrived = excluded.arrived, paid = excluded.paid, fees = excluded.fees,
      reference = excluded.reference, counted_at = excluded.counted_at
    where s.stated is null and excluded.stated is not null;
  return true;
end
$$;

create function day_close_statements_refuse_change() returns trigger language plpgsql as $$
begin
  if old.stated is not null or day_close_is_signed(old.day) or (new.day, new.asset, new.account, new.ledger)
    is distinct from (old.day, old.asset, old.account, old.ledger) then
    raise exception 'what a source said of a day does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger day_close_statements_stay before update on day_close_statements
  for each row execute function day_close_statements_refuse_change();
create trigger day_close_statements_kept before delete or truncate on day_close_statements
  for each statement execute function refuse_write('what a source said of a day is kept');

-- What is to be explained: differences within the books, and with the sources. Without a statement nothing is known to differ.
create view day_close_to_explain as
select d.day, d.asset, d.account, 'books' as against, d.found - d.expected as amount, false as is_missing from day_close_differences d
union all
select s.day, s.asset, s.account, 'statement', coalesce(s.difference, 0), s.stated is null from day_close_statements s;

-- Parts of a difference name which one; that of a statement may have no amount, while there is none.
alter table day_close_items add column against text not null default 'books' check (against in ('books', 'statement'));
alter table day_close_items drop constraint day_close_items_amount_check;
alter table day_close_items add constraint day_close_items_amount_check check (amount <> 0 or against = 'statement' and due_on is not null);
alter table day_close_items drop constraint day_close_items_day_asset_account_fkey;
alter table day_close_items drop constraint day_close_items_settled;
alter table day_close_items add constraint day_close_items_settled check (
  case when settled_by is null then settled_entry_id is null
    -- A missing statement that came is no entry.
    else due_on is not null and removed_by is null and settled_reason <> '' and (settled_entry_id is not null or amount = 0) end
);

-- As in 2351-day-signatures.sql, with moves to the venue.
create or replace function day_close_by_hand(of_day date, of_operator bigint) returns boolean language sql stable as $$
  select exists (
    select from audit_log a
    where a.operator_id = of_operator
      and a.created_at >= of_day::timestamp at time zone 'utc' and a.created_at < (of_day + 1)::timestamp at time zone 'utc'
      and (a.action in ('wire.recordReceipt', 'manual.propose', 'funding.propose', 'treasury.propose', 'payout.recordSent',
          'payout.proposeReturn', 'verdict.propose', 'stray.propose', 'hedging.proposeMove')
        or a.action in ('review.approveFirst', 'review.approve')
          and a.detail ->> 'kind' in ('wire', 'manual', 'funding', 'treasury', 'payback', 'verdict', 'stray', 'venuemove'))
  )
$$;

create function day_close_is_left(of_day date) returns boolean language sql stable as $$
  select exists (
    select from day_close_to_explain d
    cross join lateral (
      select coalesce(sum(i.amount), 0) as amount, count(*) as parts from day_close_items i
      where i.day = d.day and i.asset = d.asset and i.account = d.account and i.against = d.against and i.removed_by is null
    ) e
    where d.day = of_day and (d.amount <> e.amount or d.is_missing and e.parts = 0)
  )
$$;

-- Of an item, what it is about where that is no difference within the books.
create function day_close_against(against text) returns jsonb language sql immutable as $$
  select case when against = 'books' then '{}' else jsonb_build_object('against', against) end
$$;

-- What is signed, as before; of a day with statements also what they say, as version 2. Texts of version 1 stay as they were.
create or replace function day_close_content(of_day date) returns text language sql stable as $$
  select transparency_plain_json(jsonb_build_object(
    'day', c.day::text,
    'throughPosting', c.through_posting,
    'lines', (
      select transparency_hash(coalesce(string_agg(concat_ws('|', l.asset, l.account, trim_scale(l.opening), trim_scale(l.debits),
        trim_scale(l.credits), trim_scale(l.closing), trim_scale(l.late)), chr(10) order by l.asset collate "C", l.account), ''))
      from day_close_lines l where l.day = c.day
    ),
    'differences', (
      select coalesce(jsonb_agg(jsonb_build_object('asset', d.asset, 'account', d.account, 'reason', d.reason,
        'expected', trim_scale(d.expected)::text, 'found', trim_scale(d.found)::text) order by d.asset collate "C", d.account), '[]')
      from day_close_differences d where d.day = c.day
    ),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('number', i.id, 'asset', i.asset, 'account', i.account,
        'amount', trim_scale(i.amount)::text, 'owner', i.owner_id, 'reason', i.reason, 'entry', i.entry_id, 'carried', i.carried_id,
        'due', i.due_on::text) || day_close_against(i.against) order by i.id), '[]')
      from day_close_items i where i.day = c.day and i.removed_by is null
    ),
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object('number', i.id, 'day', i.day::text, 'asset', i.asset, 'account', i.account,
        'amount', trim_scale(i.amount)::text, 'owner', i.owner_id, 'due', i.due_on::text) || day_close_against(i.against) order by i.id), '[]')
      from day_close_items i where i.day < c.day and i.due_on is not null and i.removed_by is null and i.settled_by is null
    )) || (
      select case when count(*) = 0 then '{}' else jsonb_build_object('version', 2, 'statements', jsonb_agg(jsonb_build_object(
        'asset', s.asset, 'account', s.account, 'source', s.source, 'ledger', trim_scale(s.ledger)::text, 'stated', trim_scale(s.stated)::text,
        'arrived', trim_scale(s.arrived)::text, 'paid', trim_scale(s.paid)::text, 'fees', trim_scale(s.fees)::text,
        'reference', s.reference) order by s.asset collate "C", s.account)) end
      from day_close_statements s where s.day = c.day
    ))
  from day_closes c where c.day = of_day
$$;

-- Refuses  as before, and day_close_items_difference: nothing of the day is to be explained there.
create or replace function day_close_items_prove() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from day_closes where day = new.day for update;
  if day_close_is_signed(new.day) then
    raise exception 'a signed day does not change' using errcode = 'check_violation', constraint = 'day_close_items_unsigned';
  end if;
  if new.removed_by is not null or new.settled_by is not null or new.changed_at <> new.opened_at then
    raise exception 'an item begins open' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from day_close_to_explain d
    where d.day = new.day and d.asset = new.asset and d.account = new.account and d.against = new.against
      and (new.amount <> 0 or d.is_missing)
  ) then
    raise exception 'there is no such difference' using errcode = 'check_violation', constraint = 'day_close_items_difference';
  end if;
  if new.entry_id is not null and not exists (select from ledger_entries where id = new.entry_id) then
    raise exception 'there is no such entry' using errcode = 'check_violation', constraint = 'day_close_items_entry';
  end if;
  if new.carried_id is not null and not exists (
    select from day_close_items i
    where i.id = new.carried_id and i.day < new.day and i.asset = new.asset and i.account = new.account and i.against = new.against
      and i.due_on is not null and i.removed_by is null and i.settled_by is null
  ) then
    raise exception 'there is no such remainder' using errcode = 'check_violation', constraint = 'day_close_items_carried';
  end if;
  return new;
end
$$;

create or replace function day_close_items_refuse_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from day_closes where day = new.day for update;
  if (new.id, new.day, new.asset, new.account, new.against, new.amount, new.reason, new.entry_id, new.carried_id, new.opened_by, new.opened_at)
      is distinct from (old.id, old.day, old.asset, old.account, old.against, old.amount, old.reason, old.entry_id, old.carried_id, old.opened_by, old.opened_at)
    or old.removed_by is not null or old.settled_by is not null or (new.due_on is null) <> (old.due_on is null) then
    raise exception 'an item of a day does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.removed_by is not null and day_close_is_signed(new.day) then
    raise exception 'a signed day does not change' using errcode = 'check_violation', constraint = 'day_close_items_unsigned';
  end if;
  if new.settled_by is not null and not day_close_is_signed(new.day) then
    raise exception 'the day is not signed yet' using errcode = 'check_violation', constraint = 'day_close_items_carried';
  end if;
  if new.settled_entry_id is not null and not exists (select from ledger_entries where id = new.settled_entry_id) then
    raise exception 'there is no such entry' using errcode = 'check_violation', constraint = 'day_close_items_entry';
  end if;
  return new;
end
$$;

create or replace function day_close_signatures_prove() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  first day_close_signatures;
begin
  perform from day_closes where day = new.day for update;
  if new.day < day_close_first_signed() is not false then
    raise exception 'the day need not be signed' using errcode = 'check_violation', constraint = 'day_close_signatures_due';
  end if;
  if exists (select from day_closes c where c.day >= day_close_first_signed() and c.day < new.day and not day_close_is_signed(c.day)) then
    raise exception 'an earlier day is not signed' using errcode = 'check_violation', constraint = 'day_close_signatures_in_turn';
  end if;
  if new.removed_at is not null then
    raise exception 'a signature begins valid' using errcode = 'insufficient_privilege';
  end if;
  new.content := day_close_content(new.day);
  if new.content_hash <> sha256(convert_to(new.content, 'UTF8')) then
    raise exception 'the sums changed' using errcode = 'check_violation', constraint = 'day_close_signatures_same';
  end if;
  if day_close_is_left(new.day) then
    raise exception 'a difference is neither explained nor carried' using errcode = 'check_violation', constraint = 'day_close_signatures_left';
  end if;
  if exists (
    select from day_close_items i
    where i.day <= new.day and i.due_on < (new.signed_at at time zone 'utc')::date and i.removed_by is null and i.settled_by is null
  ) then
    raise exception 'a remainder is overdue' using errcode = 'check_violation', constraint = 'day_close_signatures_overdue';
  end if;
  if new.place = 2 then
    select * into first from day_close_signatures where day = new.day and place = 1 and removed_at is null;
    if first.operator_id is null or first.operator_id = new.operator_id or first.content_hash <> new.content_hash then
      raise exception 'two operators sign' using errcode = 'check_violation', constraint = 'day_close_signatures_two_people';
    end if;
    if day_close_by_hand(new.day, new.operator_id) then
      raise exception 'whoever booked by hand does not sign second' using errcode = 'check_violation', constraint = 'day_close_signatures_by_hand';
    end if;
  end if;
  return new;
end
$$;

create or replace function day_close_signatures_state() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform transparency_state('day', new.day - date '1970-01-01', array[
    'tern day close ' || coalesce(new.content::jsonb ->> 'version', '1'), new.day::text, encode(new.content_hash, 'hex'),
    (select f.operator_id from day_close_signatures f where f.day = new.day and f.place = 1 and f.removed_at is null)::text,
    new.operator_id::text, transparency_ms(new.signed_at)]);
  return null;
end
$$;

-- A first signature of other sums is removed.
create function day_close_statements_unsign() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update day_close_signatures s set removed_at = new.counted_at
  where s.place = 1 and s.removed_at is null and s.day = new.day
    and s.content_hash <> sha256(convert_to(day_close_content(s.day), 'UTF8'));
  return null;
end
$$;
create trigger day_close_statements_changed after insert or update on day_close_statements
  for each row execute function day_close_statements_unsign();

grant select on day_close_statements, day_close_to_explain to tern_app;
grant insert (against) on day_close_items to tern_app;
grant execute on function day_close_state_day, day_close_is_left, day_close_against to tern_app;
