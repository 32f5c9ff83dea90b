-- feature: pricing
-- A tick and a closure that forbids it could commit at the same time, as neither transaction saw the other: while one program goes
-- on after a pause, another may already make the prices (ADR 59). Contracts were then settled without a price that is in the chain.

-- A closure waits for the ticks of its instrument that are being written, each of which locks the instrument's row by its foreign
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
