-- feature: recurring-buy
-- Plans that buy the same sum again and again, and what became of each due time (ADR 76, docs/features/trading/recurring-buy.md).

-- One to ten different markets, with whole percents that add up to 100.
create function recurring_split_is_whole(markets smallint[], shares smallint[]) returns boolean language sql immutable as $$
  select cardinality(markets) between 1 and 10 and cardinality(markets) = cardinality(shares)
    and (select sum(s) = 100 and min(s) >= 1 from unnest(shares) s)
    and (select count(distinct m) = count(*) from unnest(markets) m)
$$;

create table recurring_plans (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- In USDT, each time.
  amount numeric(38, 18) not null check (amount between 5 and 50000),
  -- Instruments, and the percent of each in the same order.
  markets smallint[] not null,
  shares smallint[] not null,
  rhythm text not null check (rhythm in ('day', 'week', 'twoWeeks', 'month')),
  -- Of a week 1 Monday to 7 Sunday; of a month 1 to 28, or 31 for its last day; 0 of a daily plan.
  day smallint not null,
  -- After midnight on the wall of the zone.
  minute smallint not null check (minute between 0 and 1439),
  time_zone text not null,
  -- A date of its rhythm: every two weeks are counted from it.
  first_on date not null,
  state text not null check (state in ('on', 'paused', 'ended')),
  -- Since when.
  state_at timestamptz not null,
  paused_by text check (paused_by in ('member', 'skips')),
  next_at timestamptz,
  -- Due times in a row at which nothing was bought.
  skips smallint not null default 0 check (skips between 0 and 3),
  created_at timestamptz not null,
  constraint recurring_plans_split check (recurring_split_is_whole(markets, shares)),
  constraint recurring_plans_day check (case rhythm when 'day' then day = 0 when 'month' then day between 1 and 28 or day = 31 else day between 1 and 7 end),
  constraint recurring_plans_next check ((state = 'on') = (next_at is not null)),
  constraint recurring_plans_paused check ((state = 'paused') = (paused_by is not null))
);
create index recurring_plans_of_member on recurring_plans (member_id, id);
create index recurring_plans_due on recurring_plans (next_at, id) where next_at is not null;

create function recurring_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what became of a recurring buy is not changed' using errcode = 'check_violation', constraint = 'recurring_buys_kept';
end
$$;
create trigger recurring_plans_kept before update on recurring_plans for each row
  when (old.state = 'ended' or (old.id, old.member_id, old.created_at) is distinct from (new.id, new.member_id, new.created_at))
  execute function recurring_refuse_change();
create trigger recurring_plans_stay before delete or truncate on recurring_plans
  for each statement execute function refuse_write('recurring plans stay');

-- One due time of a plan.
create table recurring_buys (
  id bigint generated always as identity primary key,
  plan_id bigint not null references recurring_plans (id),
  member_id bigint not null,
  due_at timestamptz not null,
  -- Of the plan at that time.
  amount numeric(38, 18) not null,
  status text not null check (status in ('open', 'bought', 'skipped')),
  -- When it is tried next; null when it has ended.
  try_at timestamptz,
  -- Of a lack of funds.
  needed numeric(38, 18),
  available numeric(38, 18),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- However many instances run: a due time once.
  constraint recurring_buys_once unique (plan_id, due_at),
  check ((status = 'open') = (try_at is not null) and (status = 'open') = (ended_at is null)),
  check ((needed is null) = (available is null) and (needed is null or available < needed))
);
create index recurring_buys_open on recurring_buys (try_at, id) where try_at is not null;

create table recurring_buy_coins (
  buy_id bigint not null references recurring_buys (id),
  place smallint not null,
  instrument_id smallint not null references instruments (id),
  -- Its part of the amount, in USDT.
  amount numeric(38, 18) not null check (amount > 0),
  -- A market order that was placed for it, and what that bought: `quantity` before the fee, which is in the coin too.
  order_id bigint,
  spent numeric(38, 18),
  quantity numeric(38, 18),
  fee numeric(38, 18),
  -- Why nothing was bought.
  skipped text check (skipped in ('funds', 'closed', 'price', 'size', 'account', 'missed', 'member')),
  primary key (buy_id, instrument_id),
  constraint recurring_buy_coins_bought check ((order_id is null) = (spent is null) and (order_id is null) = (quantity is null) and (order_id is null) = (fee is null)),
  constraint recurring_buy_coins_skipped check (order_id is null or (skipped is not null) = (quantity = 0))
);
create unique index recurring_buy_coins_order on recurring_buy_coins (order_id) where order_id is not null;

-- A coin ends once, and by the order that was placed for exactly this coin and due time.
create function recurring_buy_coins_check() returns trigger language plpgsql as $$
begin
  if new.order_id is not null and not exists (
    select from spot_orders o join recurring_buys b on b.id = new.buy_id
      join instruments i on i.id = new.instrument_id join assets q on q.code = i.quote
    where o.id = new.order_id and o.member_id = b.member_id and o.instrument_id = new.instrument_id and o.side = 1 and o.type = 2
      and o.status <> 1 and o.budget = new.amount and o.client_order_id = 'recurring/' || new.buy_id || '/' || new.instrument_id
      and o.filled_quantity = new.quantity and o.fee = new.fee
      and new.spent >= o.filled_quote and new.spent < o.filled_quote + power(10::numeric, -q.scale)
  ) then
    raise exception 'a recurring buy without its order' using errcode = 'check_violation', constraint = 'recurring_buy_coins_by_order';
  end if;
  return new;
end
$$;
create trigger recurring_buy_coins_by_order before insert or update on recurring_buy_coins
  for each row execute function recurring_buy_coins_check();
create trigger recurring_buy_coins_kept before update on recurring_buy_coins for each row
  when (old.order_id is not null or old.skipped is not null
    or (old.buy_id, old.place, old.instrument_id, old.amount) is distinct from (new.buy_id, new.place, new.instrument_id, new.amount))
  execute function recurring_refuse_change();
create trigger recurring_buy_coins_stay before delete or truncate on recurring_buy_coins
  for each statement execute function refuse_write('recurring buys stay');

-- It ends when all of its coins have, as bought if any coin was.
create function recurring_buys_check() returns trigger language plpgsql as $$
declare
  coins bigint;
  ended bigint;
  bought bigint;
begin
  select count(*), count(*) filter (where order_id is not null or skipped is not null), count(*) filter (where quantity > 0)
  into coins, ended, bought from recurring_buy_coins where buy_id = new.id;
  if coins = 0 or ended < coins or (new.status = 'bought') <> (bought > 0) then
    raise exception 'a recurring buy that ends otherwise than its coins'
      using errcode = 'check_violation', constraint = 'recurring_buys_as_coins';
  end if;
  return null;
end
$$;
create constraint trigger recurring_buys_as_coins after insert or update on recurring_buys deferrable initially deferred for each row
  when (new.status <> 'open') execute function recurring_buys_check();
create trigger recurring_buys_kept before update on recurring_buys for each row
  when (old.status <> 'open' or (old.id, old.plan_id, old.member_id, old.due_at, old.amount, old.created_at)
    is distinct from (new.id, new.plan_id, new.member_id, new.due_at, new.amount, new.created_at))
  execute function recurring_refuse_change();
create trigger recurring_buys_stay before delete or truncate on recurring_buys
  for each statement execute function refuse_write('recurring buys stay');

grant select, insert on recurring_plans, recurring_buys, recurring_buy_coins to tern_app;
grant update (amount, markets, shares, rhythm, day, minute, time_zone, first_on, state, state_at, paused_by, next_at, skips) on recurring_plans to tern_app;
grant update (status, try_at, needed, available, ended_at) on recurring_buys to tern_app;
grant update (order_id, spent, quantity, fee, skipped) on recurring_buy_coins to tern_app;
grant execute on function recurring_split_is_whole to tern_app;
