-- feature: futures
-- Results of settled contracts by month of acceptance, for the public figures (ADR 51): sums, so that figures over a year
-- never read the contracts. Each contract is counted once, in the transaction that moves futures_result_cursor.

create table futures_month_accounts (
  month date not null check (extract(day from month) = 1),
  member_id bigint not null references members (id),
  settled bigint not null check (settled > 0),
  net numeric(38, 18) not null,
  primary key (month, member_id)
);

create table futures_month_stakes (
  month date not null check (extract(day from month) = 1),
  -- The stake cut to two digits: 12.34 is counted at 12, 1234 at 1200.
  stake numeric(38, 18) not null check (stake > 0),
  -- How old the account was: 0 under a day, 1 under a week, 2 under 30 days, 3 under 90 days, 4 under a year, 5 older.
  age smallint not null check (age between 0 and 5),
  wins bigint not null check (wins >= 0),
  losses bigint not null check (losses >= 0),
  ties bigint not null check (ties >= 0),
  -- Up to ten different members: enough to know whether a group is too small to be shown.
  members bigint[] not null check (cardinality(members) between 1 and 10),
  primary key (month, stake, age)
);

-- Counts only grow, and no row is removed.
create function futures_months_refuse_less() returns trigger language plpgsql as $$
begin
  raise exception 'counted results do not become fewer' using errcode = 'insufficient_privilege';
end
$$;
create trigger futures_month_accounts_grow before update on futures_month_accounts for each row
  when (new.settled <= old.settled) execute function futures_months_refuse_less();
create trigger futures_month_stakes_grow before update on futures_month_stakes for each row
  when (new.wins < old.wins or new.losses < old.losses or new.ties < old.ties) execute function futures_months_refuse_less();
create trigger futures_month_accounts_kept before delete or truncate on futures_month_accounts
  for each statement execute function futures_months_refuse_less();
create trigger futures_month_stakes_kept before delete or truncate on futures_month_stakes
  for each statement execute function futures_months_refuse_less();

grant select, insert on futures_month_accounts, futures_month_stakes to tern_app;
grant update (settled, net) on futures_month_accounts to tern_app;
grant update (wins, losses, ties, members) on futures_month_stakes to tern_app;
