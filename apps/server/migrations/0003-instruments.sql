-- feature: kernel
-- What can be owned and what can be traded. Numbers here are configuration (rules, head).

create table assets (
  id smallint primary key,
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('crypto', 'fiat', 'metal')),
  scale smallint not null check (scale between 0 and 18),
  created_at timestamptz not null default now()
);

create table instruments (
  id smallint primary key,
  symbol text not null unique,
  base text not null references assets (code),
  quote text not null references assets (code),
  class text not null check (class in ('crypto', 'metal', 'forex')),
  hours text not null check (hours in ('always', 'forex', 'metal')),
  tick_size numeric(38, 18) not null check (tick_size > 0),
  lot_size numeric(38, 18) not null check (lot_size > 0),
  min_notional numeric(38, 18) not null check (min_notional > 0),
  max_notional numeric(38, 18) not null,
  price_band numeric(38, 18) not null check (price_band > 0 and price_band < 1),
  market_band numeric(38, 18) not null check (market_band > 0 and market_band < 1),
  maker_fee numeric(38, 18) not null check (maker_fee >= 0 and maker_fee < 1),
  taker_fee numeric(38, 18) not null check (taker_fee >= 0 and taker_fee < 1),
  state smallint not null default 1 check (state in (1, 2, 3)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (max_notional > min_notional)
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

grant select, insert on assets, instruments, settings to tern_app;
