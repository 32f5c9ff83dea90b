-- feature: market
-- Reference ticks in one hash chain per instrument, the candles made of them, and where each market began (ADR 0006).

create table market_genesis (
  instrument_id smallint primary key references instruments (id),
  -- The minute of the first tick; candles before it are made history.
  began_at timestamptz not null,
  price numeric(38, 18) not null check (price > 0),
  -- Splits the made days into hours and minutes, always the same way.
  history_seed text not null
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
  hash bytea not null check (octet_length(hash) = 32),
  primary key (instrument_id, seq)
);
create index ticks_time on ticks (instrument_id, at);

-- The last tick that retention took out of each chain: what is left begins with this hash.
create table tick_checkpoints (
  instrument_id smallint primary key references instruments (id),
  seq bigint not null,
  at timestamptz not null,
  hash bytea not null check (octet_length(hash) = 32)
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

create function market_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'prices are append only' using errcode = 'insufficient_privilege';
end
$$;

create trigger ticks_append_only before update or truncate on ticks
  for each statement execute function market_refuse_change();
create trigger ticks_keep_recent before delete on ticks
  for each row when (old.at > now() - interval '48 hours') execute function market_refuse_change();
create trigger candles_append_only before update or delete or truncate on candles
  for each statement execute function market_refuse_change();
create trigger market_genesis_append_only before update or delete or truncate on market_genesis
  for each statement execute function market_refuse_change();

-- Takes old ticks out of every chain and keeps the hash they ended with. The newest tick of a chain always
-- stays, and so does everything of the last 48 hours. At most 20,000 ticks of each chain go at a time.
-- Fails with: market_retention when asked to forget the last 48 hours.
create function prune_ticks(before timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  cut record;
  removed bigint;
  total bigint := 0;
begin
  if before > now() - interval '48 hours' then
    raise exception 'ticks of the last 48 hours are kept' using errcode = 'check_violation', constraint = 'market_retention';
  end if;
  for cut in
    select i.id, least(old.seq, oldest.seq + 19999, newest.seq - 1) as seq
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

revoke execute on function prune_ticks from public;
grant execute on function prune_ticks to tern_app;
grant select, insert on market_genesis, ticks, candles to tern_app;
grant select on tick_checkpoints to tern_app;
