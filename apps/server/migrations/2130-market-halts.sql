-- feature: kernel
-- Halts of markets: one operator stops a market for an hour, a second one confirms it for longer (ADR 82).

create table market_halts (
  id bigint generated always as identity primary key,
  instrument_id smallint not null references instruments (id),
  -- As the states of instruments: 2 halted, 3 cancel only.
  state smallint not null check (state in (2, 3)),
  -- What members read, and the reason for operators.
  message text not null check (message <> ''),
  reason text not null check (reason <> ''),
  operator_id bigint not null references operators (id),
  began_at timestamptz not null,
  -- When it ends by itself; null: when an operator reopens the market.
  until timestamptz,
  confirmed_by bigint references operators (id),
  confirmed_at timestamptz,
  -- Null beside an end: it ended by itself.
  ended_by bigint references operators (id),
  ended_at timestamptz,
  constraint market_halts_one_person check (confirmed_by is not null or coalesce(until > began_at and until <= began_at + interval '1 hour', false)),
  constraint market_halts_two_people check (confirmed_by <> operator_id),
  constraint market_halts_confirmed check (num_nonnulls(confirmed_by, confirmed_at) in (0, 2)),
  constraint market_halts_ended check (ended_by is null or ended_at is not null)
);
create unique index market_halts_running on market_halts (instrument_id) where ended_at is null;
create index market_halts_of_market on market_halts (instrument_id, id desc);

-- It is confirmed once and ends once; what was decided never changes.
create function market_halts_refuse_change() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a halt ends once' using errcode = 'insufficient_privilege';
  end if;
  if old.confirmed_by is not null
    and (new.confirmed_by, new.confirmed_at, new.until) is distinct from (old.confirmed_by, old.confirmed_at, old.until) then
    raise exception 'a halt is confirmed once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger market_halts_in_turn before update on market_halts for each row execute function market_halts_refuse_change();
create trigger market_halts_kept before delete or truncate on market_halts for each statement execute function refuse_write('halts are kept');

grant select, insert on market_halts to tern_app;
grant update (until, confirmed_by, confirmed_at, ended_by, ended_at) on market_halts to tern_app;
