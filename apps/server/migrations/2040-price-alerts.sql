-- feature: price-alert
-- Members' price alerts, and how far each market is compared with them.

create table price_alerts (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  instrument_id smallint not null references instruments (id),
  kind text not null check (kind in ('above', 'below', 'change')),
  -- A price; of `change` percent.
  level numeric(38, 18) not null check (level > 0),
  repeats boolean not null,
  push boolean not null,
  email boolean not null,
  created_at timestamptz not null,
  -- When it was set or switched on: earlier prices do not count.
  set_at timestamptz not null,
  -- Since when it is off; null while it is on.
  off_at timestamptz,
  -- False from the time it is reached until the price has been back.
  is_armed boolean not null default true,
  -- The last time since `set_at`, and the reference price of that time.
  reached_at timestamptz,
  reached_price numeric(38, 18),
  -- It was reached and does not repeat.
  is_done boolean not null generated always as (not repeats and reached_at is not null and off_at is not null) stored,
  check ((reached_at is null) = (reached_price is null))
);
create index price_alerts_of_member on price_alerts (member_id, is_done, reached_at);
create index price_alerts_on on price_alerts (instrument_id, kind, level) where off_at is null;
create index price_alerts_done on price_alerts (reached_at) where is_done;

-- The last tick of each market that was compared with its alerts. Only markets with alerts that are on move.
create table price_alert_cursors (
  instrument_id smallint primary key references instruments (id),
  seq bigint not null
);

grant select, insert, delete on price_alerts to tern_app;
grant update (set_at, off_at, is_armed, reached_at, reached_price) on price_alerts to tern_app;
grant select, insert, update on price_alert_cursors to tern_app;
