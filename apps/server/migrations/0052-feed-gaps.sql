-- feature: market
-- Spans in which no price of a class of markets was heard: nothing is known of them, so nothing is drawn there (ADR 0013).

create table feed_gaps (
  class text not null,
  -- The last price before and the first one after.
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (class, from_at),
  check (from_at < to_at)
);

create trigger feed_gaps_append_only before update or delete or truncate on feed_gaps
  for each statement execute function market_refuse_change();

grant select, insert on feed_gaps to tern_app;
