-- feature: market
-- Ticks made after a pause of ours, and times of which it is decided that no price is added any more (ADR 0054).

-- When the tick was made, if we had paused at its time. Part of the hash of such a tick.
alter table ticks add column backfilled_at timestamptz check (backfilled_at > at);

-- Somebody settled a contract on the fact that no source has a price of the time up to `at`: no tick may be dated so early later.
create table tick_closures (
  instrument_id smallint not null references instruments (id),
  at timestamptz not null,
  primary key (instrument_id, at)
);

create trigger tick_closures_append_only before update or delete or truncate on tick_closures
  for each statement execute function market_refuse_change();

create function market_keep_closed() returns trigger language plpgsql as $$
begin
  if exists (select from tick_closures c join added a on a.instrument_id = c.instrument_id and a.at <= c.at) then
    raise exception 'no price is added to a time that was decided' using errcode = 'check_violation', constraint = 'tick_closures_kept';
  end if;
  return null;
end
$$;
create trigger ticks_after_closures after insert on ticks referencing new table as added
  for each statement execute function market_keep_closed();

grant select, insert on tick_closures to tern_app;
