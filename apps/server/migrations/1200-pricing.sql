-- feature: pricing
-- Reference ticks in one hash chain per instrument, their candles, and the genesis of each market (ADR 14). Prices are append only:
-- history can be neither changed nor extended.

create table market_genesis (
  instrument_id smallint primary key references instruments (id),
  -- The minute of the first tick; candles before it are simulated history.
  began_at timestamptz not null,
  price numeric(38, 18) not null check (price > 0),
  -- Seed for splitting simulated days into hours and minutes deterministically.
  history_seed text not null,
  -- Version of the simulation model. Candles are only split by the same model (ADR 15).
  model smallint not null default 1 check (model > 0)
);

create table ticks (
  instrument_id smallint not null references instruments (id),
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  price numeric(38, 18) not null check (price > 0),
  quantity numeric(38, 18) not null check (quantity >= 0),
  taker_side text not null check (taker_side in ('buy', 'sell')),
  source text not null,
  rule smallint not null,
  -- Set for backfilled ticks: when the tick was created. Part of the tick's hash (ADR 17).
  backfilled_at timestamptz check (backfilled_at > at),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (instrument_id, seq)
);
create index ticks_time on ticks (instrument_id, at);

-- The last tick that retention removed from each chain: the remaining chain starts with its hash.
create table tick_checkpoints (
  instrument_id smallint primary key references instruments (id),
  seq bigint not null,
  at timestamptz not null,
  hash bytea not null check (octet_length(hash) = 32)
);

-- Closures: contracts were settled on the decision that there is no further price up to `at`, so no tick may be dated at or before it.
create table tick_closures (
  instrument_id smallint not null references instruments (id),
  at timestamptz not null,
  primary key (instrument_id, at)
);

create table candles (
  instrument_id smallint not null references instruments (id),
  minutes smallint not null check (minutes in (1, 60, 1440)),
  start timestamptz not null,
  open numeric(38, 18) not null,
  high numeric(38, 18) not null,
  low numeric(38, 18) not null check (low > 0),
  close numeric(38, 18) not null,
  amount numeric(38, 18) not null check (amount >= 0),
  vol numeric(38, 18) not null check (vol >= 0),
  count bigint not null check (count >= 0),
  primary key (instrument_id, minutes, start),
  constraint candles_bounds check (low <= open and low <= close and high >= open and high >= close)
);

-- Spans whose candles were backfilled from a source after downtime (ADR 16).
create table candle_backfills (
  instrument_id smallint not null references instruments (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  source text not null,
  primary key (instrument_id, starts_at, ends_at),
  constraint candle_backfills_span check (starts_at < ends_at)
);

-- Feed gaps: open time without any price of a class of markets. Charts leave them empty (ADR 22).
create table feed_gaps (
  class text not null,
  -- The last price before the gap and the first one after it.
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (class, from_at),
  check (from_at < to_at)
);


-- Append only -------------------------------------------------------------------------------------

create trigger market_genesis_append_only before update or delete or truncate on market_genesis
  for each statement execute function refuse_write('prices are append only');
create trigger ticks_append_only before update or truncate on ticks
  for each statement execute function refuse_write('prices are append only');
create trigger ticks_keep_recent before delete on ticks
  for each row when (old.at > now() - interval '48 hours') execute function refuse_write('prices are append only');
create trigger tick_closures_append_only before update or delete or truncate on tick_closures
  for each statement execute function refuse_write('prices are append only');
-- A tick and a closure that forbids it could commit at the same time, as neither transaction saw the other: while one program goes on
-- after a pause, another may already make the prices (ADR 59). So a closure waits for the ticks of its instrument that are being written, each of which locks the instrument's row by its foreign
-- key, and is there before any later one is checked.
create function tick_closures_take_turn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from instruments where id = new.instrument_id for update;
  return new;
end
$$;
create trigger tick_closures_take_turn before insert on tick_closures
  for each row execute function tick_closures_take_turn();

create trigger candles_append_only before update or delete or truncate on candles
  for each statement execute function refuse_write('prices are append only');
create trigger candle_backfills_append_only before update or delete or truncate on candle_backfills
  for each statement execute function refuse_write('prices are append only');
create trigger feed_gaps_append_only before update or delete or truncate on feed_gaps
  for each statement execute function refuse_write('prices are append only');

create function ticks_refuse_before_closure() returns trigger language plpgsql as $$
begin
  if exists (select from tick_closures c join added a on a.instrument_id = c.instrument_id and a.at <= c.at) then
    raise exception 'ticks cannot be added at or before a closure' using errcode = 'check_violation', constraint = 'ticks_after_closures';
  end if;
  return null;
end
$$;
create trigger ticks_after_closures after insert on ticks referencing new table as added
  for each statement execute function ticks_refuse_before_closure();

-- Removes old ticks from every chain, stores the hash of the last removed one, and returns how many it removed: at most
-- 500 of each chain in a call, so that calls stay short even after days of downtime (ADR 22). The newest tick of a chain
-- is never removed.
-- Refuses: market_retention (ticks of the last 48 hours).
create function prune_ticks(before timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  cut record;
  removed bigint;
  total bigint := 0;
begin
  if before > now() - interval '48 hours' then
    raise exception 'ticks of the last 48 hours cannot be removed' using errcode = 'check_violation', constraint = 'market_retention';
  end if;
  for cut in
    select i.id, least(old.seq, oldest.seq + 499, newest.seq - 1) as seq
    from instruments i
    join lateral (select t.seq from ticks t where t.instrument_id = i.id order by t.seq limit 1) oldest on true
    join lateral (select t.seq from ticks t where t.instrument_id = i.id order by t.seq desc limit 1) newest on true
    join lateral (select t.seq from ticks t where t.instrument_id = i.id and t.at < before order by t.at desc limit 1) old on true
    where oldest.seq <= least(old.seq, newest.seq - 1)
  loop
    insert into tick_checkpoints (instrument_id, seq, at, hash)
    select t.instrument_id, t.seq, t.at, t.hash from ticks t where t.instrument_id = cut.id and t.seq = cut.seq
    on conflict (instrument_id) do update set seq = excluded.seq, at = excluded.at, hash = excluded.hash;
    delete from ticks t where t.instrument_id = cut.id and t.seq <= cut.seq;
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  return total;
end
$$;

grant select, insert on market_genesis, ticks, tick_closures, candles, candle_backfills, feed_gaps to tern_app;
grant select on tick_checkpoints to tern_app;
grant execute on function prune_ticks to tern_app;
