-- feature: market
-- Ticks go in steps of at most 500 of each chain: after days of rest everything is old at once, and a step must stay short (ADR 0013).

create or replace function prune_ticks(before timestamptz) returns bigint
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
