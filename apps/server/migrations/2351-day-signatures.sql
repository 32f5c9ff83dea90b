-- feature: day-close
-- The sign-off of closed days: each difference is explained by records or carried as a remainder, and two operators sign the same sums
-- (ADR 96).

-- Parts of a difference; together they are the difference. Each names a journal entry or an earlier remainder that explains it, or is a
-- remainder: not explained yet, with an owner and a due date. Its number is DR-<id>.
create table day_close_items (
  id bigint generated always as identity primary key,
  day date not null,
  asset text not null,
  account bigint not null,
  -- Found less expected.
  amount numeric(38, 18) not null check (amount <> 0),
  owner_id bigint not null references operators (id),
  reason text not null check (reason <> ''),
  -- The journal entry that explains it.
  entry_id bigint,
  -- The remainder of an earlier day that explains it.
  carried_id bigint references day_close_items (id),
  -- Of a remainder.
  due_on date,
  opened_by bigint not null references operators (id),
  opened_at timestamptz not null,
  -- When its owner, due date or state changed last.
  changed_at timestamptz not null,
  -- Withdrawn before the day was signed.
  removed_by bigint references operators (id),
  -- A remainder that was explained on a later day.
  settled_by bigint references operators (id),
  settled_entry_id bigint,
  settled_reason text not null default '',
  foreign key (day, asset, account) references day_close_differences (day, asset, account),
  constraint day_close_items_founded check (num_nonnulls(entry_id, carried_id, due_on) = 1),
  constraint day_close_items_settled check (
    (settled_by is null) = (settled_entry_id is null) and (settled_by is null or due_on is not null and removed_by is null and settled_reason <> '')
  )
);
create index day_close_items_of_day on day_close_items (day, id);
create index day_close_items_open on day_close_items (day) where due_on is not null and removed_by is null and settled_by is null;

-- Each day is signed by two operators; a first signature that was removed stays as a row.
create table day_close_signatures (
  id bigint generated always as identity primary key,
  day date not null references day_closes (day),
  place smallint not null check (place in (1, 2)),
  operator_id bigint not null references operators (id),
  note text not null,
  -- What was signed, and its SHA-256.
  content text not null,
  content_hash bytea not null check (content_hash = sha256(convert_to(content, 'UTF8'))),
  signed_at timestamptz not null,
  removed_at timestamptz,
  -- Null: what was signed changed.
  removed_by bigint references operators (id),
  removed_reason text not null default '',
  constraint day_close_signatures_removed check (
    (removed_at is not null or removed_by is null) and (removed_by is null or removed_reason <> '') and (removed_at is null or place = 1)
  )
);
create unique index day_close_signatures_place on day_close_signatures (day, place) where removed_at is null;

-- The first day that has to be signed: the first one that was closed within a day of its end. Those before were closed afterwards, from a
-- history.
create function day_close_first_signed() returns date language sql stable as $$
  select min(day) from day_closes where closed_at < (day + 2)::timestamp at time zone 'utc'
$$;

create function day_close_is_signed(of_day date) returns boolean language sql stable as $$
  select exists (select from day_close_signatures where day = of_day and place = 2)
$$;

-- Whether an operator booked on the day by hand: recorded, proposed or agreed an entry that no member asked for.
create function day_close_by_hand(of_day date, of_operator bigint) returns boolean language sql stable as $$
  select exists (
    select from audit_log a
    where a.operator_id = of_operator
      and a.created_at >= of_day::timestamp at time zone 'utc' and a.created_at < (of_day + 1)::timestamp at time zone 'utc'
      and (a.action in ('wire.recordReceipt', 'manual.propose', 'funding.propose', 'treasury.propose', 'payout.recordSent',
          'payout.proposeReturn', 'verdict.propose', 'stray.propose')
        or a.action in ('review.approveFirst', 'review.approve')
          and a.detail ->> 'kind' in ('wire', 'manual', 'funding', 'treasury', 'payback', 'verdict', 'stray'))
  )
$$;

-- What is signed, as JSON with one spelling: the sums of the day as a hash of its lines, its differences, what explains them, and the
-- remainders of earlier days.
create function day_close_content(of_day date) returns text language sql stable as $$
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
        'due', i.due_on::text) order by i.id), '[]')
      from day_close_items i where i.day = c.day and i.removed_by is null
    ),
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object('number', i.id, 'day', i.day::text, 'asset', i.asset, 'account', i.account,
        'amount', trim_scale(i.amount)::text, 'owner', i.owner_id, 'due', i.due_on::text) order by i.id), '[]')
      from day_close_items i where i.day < c.day and i.due_on is not null and i.removed_by is null and i.settled_by is null
    )))
  from day_closes c where c.day = of_day
$$;

-- Refuses  day_close_items_unsigned: the day is signed; day_close_items_entry: there is no such journal entry;
--          day_close_items_carried: no open remainder of an earlier day in this coin and account.
-- Locks    the day: an item and a signature follow each other.
create function day_close_items_prove() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from day_closes where day = new.day for update;
  if day_close_is_signed(new.day) then
    raise exception 'a signed day does not change' using errcode = 'check_violation', constraint = 'day_close_items_unsigned';
  end if;
  if new.removed_by is not null or new.settled_by is not null or new.changed_at <> new.opened_at then
    raise exception 'an item begins open' using errcode = 'insufficient_privilege';
  end if;
  if new.entry_id is not null and not exists (select from ledger_entries where id = new.entry_id) then
    raise exception 'there is no such entry' using errcode = 'check_violation', constraint = 'day_close_items_entry';
  end if;
  if new.carried_id is not null and not exists (
    select from day_close_items i
    where i.id = new.carried_id and i.day < new.day and i.asset = new.asset and i.account = new.account
      and i.due_on is not null and i.removed_by is null and i.settled_by is null
  ) then
    raise exception 'there is no such remainder' using errcode = 'check_violation', constraint = 'day_close_items_carried';
  end if;
  return new;
end
$$;
create trigger day_close_items_proven before insert on day_close_items for each row execute function day_close_items_prove();

-- Before the day is signed an item is only withdrawn. Afterwards a remainder gets another owner or due date, or is explained, once.
create function day_close_items_refuse_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from day_closes where day = new.day for update;
  if (new.id, new.day, new.asset, new.account, new.amount, new.reason, new.entry_id, new.carried_id, new.opened_by, new.opened_at)
      is distinct from (old.id, old.day, old.asset, old.account, old.amount, old.reason, old.entry_id, old.carried_id, old.opened_by, old.opened_at)
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
create trigger day_close_items_in_turn before update on day_close_items for each row execute function day_close_items_refuse_change();
create trigger day_close_items_kept before delete or truncate on day_close_items
  for each statement execute function refuse_write('items of days are kept');

-- A first signature of other sums is removed.
create function day_close_items_unsign() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update day_close_signatures s set removed_at = new.changed_at
  where s.place = 1 and s.removed_at is null
    and s.day > coalesce((select max(d.day) from day_close_signatures d where d.place = 2), '-infinity')
    and s.content_hash <> sha256(convert_to(day_close_content(s.day), 'UTF8'));
  return null;
end
$$;
create trigger day_close_items_changed after insert or update on day_close_items for each row execute function day_close_items_unsign();

-- Refuses  day_close_signatures_due: the day need not be signed; day_close_signatures_in_turn: an earlier day is not signed;
--          day_close_signatures_same: the operator saw other sums; day_close_signatures_left: something is neither explained nor carried;
--          day_close_signatures_overdue: a remainder is past its due date; day_close_signatures_two_people: the same operator, or no first
--          signature; day_close_signatures_by_hand: the second one booked on that day.
-- Locks    the day.
create function day_close_signatures_prove() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
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
  if exists (
    select from day_close_differences d
    where d.day = new.day and d.found - d.expected <> coalesce((
      select sum(i.amount) from day_close_items i
      where i.day = d.day and i.asset = d.asset and i.account = d.account and i.removed_by is null), 0)
  ) then
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
create trigger day_close_signatures_proven before insert on day_close_signatures
  for each row execute function day_close_signatures_prove();

create function day_close_signatures_refuse_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from day_closes where day = new.day for update;
  if old.removed_at is not null or new.removed_at is null or day_close_is_signed(old.day)
    or (new.id, new.day, new.place, new.operator_id, new.note, new.content, new.content_hash, new.signed_at)
      is distinct from (old.id, old.day, old.place, old.operator_id, old.note, old.content, old.content_hash, old.signed_at) then
    raise exception 'a signed day does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger day_close_signatures_in_place before update on day_close_signatures
  for each row execute function day_close_signatures_refuse_change();
create trigger day_close_signatures_kept before delete or truncate on day_close_signatures
  for each statement execute function refuse_write('a signed day does not change');

-- Without its line in the log, which is sealed, no signature is committed.
create function day_close_signatures_refuse_unlogged() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from audit_log a where a.subject = 'day-close:' || new.day and a.action = 'dayClose.sign' and a.operator_id = new.operator_id
      and a.detail ->> 'hash' = encode(new.content_hash, 'hex')
  ) then
    raise exception 'the signature of % is not in the audit log', new.day
      using errcode = 'insufficient_privilege', constraint = 'day_close_signatures_logged';
  end if;
  return null;
end
$$;
create constraint trigger day_close_signatures_logged after insert on day_close_signatures deferrable initially deferred
  for each row execute function day_close_signatures_refuse_unlogged();

create function day_close_signatures_state() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform transparency_state('day', new.day - date '1970-01-01', array['tern day close 1', new.day::text, encode(new.content_hash, 'hex'),
    (select f.operator_id from day_close_signatures f where f.day = new.day and f.place = 1 and f.removed_at is null)::text,
    new.operator_id::text, transparency_ms(new.signed_at)]);
  return null;
end
$$;
create trigger day_close_signatures_stated after insert on day_close_signatures
  for each row when (new.place = 2) execute function day_close_signatures_state();

grant select on day_close_items, day_close_signatures to tern_app;
grant insert (day, asset, account, amount, owner_id, reason, entry_id, carried_id, due_on, opened_by, opened_at, changed_at)
  on day_close_items to tern_app;
grant update (owner_id, due_on, changed_at, removed_by, settled_by, settled_entry_id, settled_reason) on day_close_items to tern_app;
grant insert (day, place, operator_id, note, content_hash, signed_at) on day_close_signatures to tern_app;
grant update (removed_at, removed_by, removed_reason) on day_close_signatures to tern_app;
grant execute on function day_close_content, day_close_first_signed, day_close_is_signed, day_close_by_hand to tern_app;
