-- feature: fee-level
-- Fee levels by what a member traded in 30 days. A level sets the most that a new order pays; an order keeps the rates it was accepted with.

-- A day's computation, once: the announced levels, and from when orders have the levels of this day.
create table fee_level_days (
  day date primary key,
  -- {"maker1": "0.001", "taker1": "0.001", "from2": "50000", "maker2": …}: the setting spot.feeLevels of this moment.
  levels jsonb not null,
  set_at timestamptz not null,
  from_at timestamptz not null unique,
  -- Ahead, so that every instance knows the levels before they hold.
  check (from_at >= set_at + interval '5 minutes')
);

create function fee_level_days_refuse() returns trigger language plpgsql as $$
begin
  if exists (select from fee_level_days d where d.day > new.day or d.day < new.day and d.from_at >= new.from_at) then
    raise exception 'the fee levels of a day are set once, in their order' using errcode = 'check_violation', constraint = 'fee_level_days_in_order';
  end if;
  if exists (select from settings s where s.key = 'spot.feeLevels' and s.value <> new.levels) then
    raise exception 'these are not the announced fee levels' using errcode = 'check_violation', constraint = 'fee_level_days_announced';
  end if;
  return new;
end
$$;
create trigger fee_level_days_in_order before insert on fee_level_days for each row execute function fee_level_days_refuse();
create trigger fee_level_days_append_only before update or delete or truncate on fee_level_days
  for each statement execute function refuse_write('the fee levels of a day do not change');

-- What a member traded on a day (UTC), in USDT.
create table fee_level_turnover (
  member_id bigint not null references members (id),
  day date not null,
  -- Of spot orders that waited in the book, of those that filled at once, of swaps.
  waited numeric(38, 18) not null check (waited >= 0),
  at_once numeric(38, 18) not null check (at_once >= 0),
  swapped numeric(38, 18) not null check (swapped >= 0),
  order_fees numeric(38, 18) not null check (order_fees >= 0),
  swap_fees numeric(38, 18) not null check (swap_fees >= 0),
  primary key (day, member_id)
);
create index fee_level_turnover_of_member on fee_level_turnover (member_id, day);

-- A member's level from a day on, where it differs from the one before; the first is level 1.
create table fee_levels (
  member_id bigint not null references members (id),
  day date not null references fee_level_days (day),
  level smallint not null check (level > 0),
  primary key (member_id, day)
);

create function fee_levels_refuse_later() returns trigger language plpgsql as $$
begin
  if not exists (select from fee_level_days where xmin = pg_current_xact_id()::xid) then
    raise exception 'fee levels are set with their day' using errcode = 'check_violation', constraint = 'fee_levels_with_day';
  end if;
  return null;
end
$$;
create trigger fee_level_turnover_with_day after insert on fee_level_turnover for each statement execute function fee_levels_refuse_later();
create trigger fee_levels_with_day after insert on fee_levels for each statement execute function fee_levels_refuse_later();
create trigger fee_level_turnover_append_only before update or delete or truncate on fee_level_turnover
  for each statement execute function refuse_write('what a member traded does not change');
create trigger fee_levels_append_only before update or delete or truncate on fee_levels
  for each statement execute function refuse_write('a fee level of a day does not change');

grant select, insert on fee_level_days, fee_level_turnover, fee_levels to tern_app;
