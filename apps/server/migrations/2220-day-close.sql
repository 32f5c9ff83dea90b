-- feature: day-close
-- The close of each UTC day: a trial balance by asset and account, compared with the balances, and kept as it was.
--
-- The journal is counted behind the writers into movements of days. A posting counts on its effective day, or on the first day that is
-- still open when it is counted: a closed day does not change, and the next one opens with what it closed with.

-- What a day changed. Accounts below 0 are the exchange's, sub-accounts with their account; 1 to 6 are what all members together have
-- available, held, locked, staked, financed and as loans. What an account receives is its credit.
create table day_close_movements (
  day date not null,
  asset text not null,
  account bigint not null check (account between 1 and 6 or account < 0),
  kind smallint not null,
  debits numeric(38, 18) not null check (debits >= 0),
  credits numeric(38, 18) not null check (credits >= 0),
  -- Credits less debits of postings that are dated on an earlier day, which was closed before they were written.
  late numeric(38, 18) not null,
  primary key (day, asset, account, kind)
) with (fillfactor = 80);

-- How far the journal has been counted.
create table day_close_progress (
  is_only boolean primary key default true check (is_only),
  counted_through bigint not null default 0
);
insert into day_close_progress default values;

create table day_closes (
  day date primary key,
  -- Postings above it count on later days.
  through_posting bigint not null,
  closed_at timestamptz not null
);

-- The trial balance. Assets in which nothing moved and nothing is left have no line.
create table day_close_lines (
  day date not null references day_closes (day),
  asset text not null,
  account bigint not null,
  opening numeric(38, 18) not null,
  debits numeric(38, 18) not null,
  credits numeric(38, 18) not null,
  closing numeric(38, 18) not null,
  late numeric(38, 18) not null,
  primary key (day, asset, account),
  constraint day_close_lines_add_up check (closing = opening - debits + credits)
);

-- What does not tie out; a day without one does. `sides`: debits and credits of the asset differ. `balances`: an account closes with
-- other than its balances were at that moment.
create table day_close_differences (
  day date not null references day_closes (day),
  asset text not null,
  -- 0: the asset.
  account bigint not null,
  reason text not null check (reason in ('sides', 'balances') and (reason = 'sides') = (account = 0)),
  expected numeric(38, 18) not null,
  found numeric(38, 18) not null check (found <> expected),
  primary key (day, asset, account)
);

create trigger day_closes_append_only before update or delete or truncate on day_closes
  for each statement execute function refuse_write('a closed day does not change');
create trigger day_close_lines_append_only before update or delete or truncate on day_close_lines
  for each statement execute function refuse_write('a closed day does not change');
create trigger day_close_differences_append_only before update or delete or truncate on day_close_differences
  for each statement execute function refuse_write('a closed day does not change');

create function day_close_movements_refuse_closed() returns trigger language plpgsql as $$
begin
  if exists (select from day_closes c where c.day >= case when tg_op = 'INSERT' then new.day else old.day end) then
    raise exception 'a closed day does not change' using errcode = 'restrict_violation', constraint = 'day_close_movements_open';
  end if;
  return coalesce(new, old);
end
$$;
create trigger day_close_movements_open before insert or update or delete on day_close_movements
  for each row execute function day_close_movements_refuse_closed();

-- Each posting by account: of an exchange account its total, of a member each part that it changes.
create view day_close_postings as
select p.id, p.effective_at, p.kind, p.asset, l.account, l.amount
from ledger_postings p cross join lateral (
  select ledger_account_of(p.owner_id) as account, p.total as amount where p.owner_id < 0
  union all
  select v.account, v.amount
  from (values (1::bigint, p.available), (2, p.held), (3, p.locked), (4, p.staked), (5, p.financed), (6, p.loan)) v(account, amount)
  where p.owner_id > 0 and v.amount <> 0
) l;

-- Balances now, by account.
create view day_close_balances as
select b.asset, l.account, sum(l.amount) as amount
from ledger_balances b cross join lateral (
  select ledger_account_of(b.owner_id) as account, b.available + b.held + b.locked + b.staked + b.financed + b.loan as amount
  where b.owner_id < 0
  union all
  select v.account, v.amount
  from (values (1::bigint, b.available), (2, b.held), (3, b.locked), (4, b.staked), (5, b.financed), (6, b.loan)) v(account, amount)
  where b.owner_id > 0 and v.amount <> 0
) l
group by b.asset, l.account;

-- Counts up to `lines_max` more postings and returns how many ids it passed; 0 when it has to wait.
--
-- It stays behind ledger_count_records(), which knows up to which id no posting can still appear.
--
-- Locks    day_close_progress: one caller counts, the others get 0.
create function day_close_count(lines_max integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  counted bigint;
  through bigint;
  first_open date;
begin
  select counted_through into counted from day_close_progress for update skip locked;
  if not found then
    return 0;
  end if;
  select least(counted + lines_max, p.counted_through) into through from ledger_record_progress p;
  if through <= counted then
    return 0;
  end if;
  select max(day) + 1 into first_open from day_closes;
  insert into day_close_movements as d (day, asset, account, kind, debits, credits, late)
  select greatest(p.dated, first_open), p.asset, p.account, p.kind, sum(greatest(-p.amount, 0)), sum(greatest(p.amount, 0)),
    coalesce(sum(p.amount) filter (where p.dated < first_open), 0)
  from (select (effective_at at time zone 'utc')::date as dated, * from day_close_postings where id > counted and id <= through) p
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (day, asset, account, kind) do update
    set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits, late = d.late + excluded.late;
  update day_close_progress set counted_through = through;
  return through - counted;
end
$$;

-- Closes the oldest open day and returns it; null when none can be closed yet: it has not been over for a quarter of an hour, or a
-- posting of it is not counted.
--
-- Locks    day_close_progress, until the end of the transaction: what it compares is not counted meanwhile.
create function day_close_next(at timestamptz) returns date
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  counted bigint;
  next_day date;
  ends_at timestamptz;
begin
  select counted_through into counted from day_close_progress for update;
  select coalesce((select max(day) + 1 from day_closes), (select min(day) from day_close_movements)) into next_day;
  ends_at := (next_day + 1)::timestamp at time zone 'utc';
  if next_day is null or ends_at + interval '15 minutes' > at
    or exists (select from ledger_postings p where p.id > counted and p.effective_at < ends_at) then
    return null;
  end if;
  insert into day_closes (day, through_posting, closed_at) values (next_day, counted, at);
  insert into day_close_lines (day, asset, account, opening, debits, credits, closing, late)
  select next_day, asset, account, coalesce(b.closing, 0), coalesce(m.debits, 0), coalesce(m.credits, 0),
    coalesce(b.closing, 0) - coalesce(m.debits, 0) + coalesce(m.credits, 0), coalesce(m.late, 0)
  from (select asset, account, closing from day_close_lines where day = next_day - 1 and closing <> 0) b
  full join (
    select asset, account, sum(debits) as debits, sum(credits) as credits, sum(late) as late
    from day_close_movements where day = next_day group by asset, account
  ) m using (asset, account);
  insert into day_close_differences (day, asset, account, reason, expected, found)
  select next_day, asset, 0, 'sides', sum(credits), sum(debits) from day_close_lines where day = next_day
  group by asset having sum(credits) <> sum(debits);
  -- One statement: balances and postings of the same moment.
  insert into day_close_differences (day, asset, account, reason, expected, found)
  select next_day, asset, account, 'balances', coalesce(l.closing, 0), coalesce(b.amount, 0) - coalesce(p.amount, 0)
  from (select asset, account, closing from day_close_lines where day = next_day) l
  full join day_close_balances b using (asset, account)
  full join (
    select asset, account, sum(amount) as amount from (
      select asset, account, credits - debits as amount from day_close_movements where day > next_day
      union all
      select asset, account, amount from day_close_postings where id > counted
    ) later group by asset, account
  ) p using (asset, account)
  where coalesce(l.closing, 0) <> coalesce(b.amount, 0) - coalesce(p.amount, 0);
  return next_day;
end
$$;

grant select on day_close_movements, day_close_progress, day_closes, day_close_lines, day_close_differences, day_close_postings to tern_app;
grant execute on function day_close_count, day_close_next to tern_app;
