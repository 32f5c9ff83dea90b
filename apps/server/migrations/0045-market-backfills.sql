-- feature: market
-- Candles of a time when this exchange did not listen are told by a source afterwards; here stands which ones (ADR 0012).

create table candle_backfills (
  instrument_id smallint not null references instruments (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  source text not null,
  primary key (instrument_id, starts_at, ends_at),
  constraint candle_backfills_span check (starts_at < ends_at)
);

create trigger candle_backfills_append_only before update or delete or truncate on candle_backfills
  for each statement execute function market_refuse_change();

grant select, insert on candle_backfills to tern_app;
