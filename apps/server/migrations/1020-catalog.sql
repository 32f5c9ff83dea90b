-- feature: kernel
-- Assets and instruments. Their rows are in seeds/catalog.

create table assets (
  id smallint primary key,
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('crypto', 'fiat', 'metal')),
  -- Number of decimal places.
  scale smallint not null check (scale between 0 and 18),
  created_at timestamptz not null default now()
);

create table instruments (
  -- Within a class, by trading volume.
  id smallint primary key,
  symbol text not null unique,
  base text not null references assets (code),
  quote text not null references assets (code),
  class text not null check (class in ('crypto', 'metal', 'forex')),
  hours text not null check (hours in ('always', 'forex', 'metal')),
  tick_size numeric(38, 18) not null check (tick_size > 0),
  -- At most 1: `amount-precision` of HTX's wire format counts decimal places. Price × quantity may be finer than the
  -- quote asset's smallest unit; an order rounds its total (ADR 12).
  lot_size numeric(38, 18) not null check (lot_size > 0),
  -- In the quote asset.
  min_notional numeric(38, 18) not null check (min_notional > 0),
  max_notional numeric(38, 18) not null,
  -- How far from the reference price a limit order may be placed, and a market order may fill, as a ratio.
  price_band numeric(38, 18) not null check (price_band > 0 and price_band < 1),
  market_band numeric(38, 18) not null check (market_band > 0 and market_band < 1),
  maker_fee numeric(38, 18) not null check (maker_fee >= 0 and maker_fee < 1),
  taker_fee numeric(38, 18) not null check (taker_fee >= 0 and taker_fee < 1),
  -- 1 normal, 2 halted, 3 cancel only.
  state smallint not null default 1 check (state in (1, 2, 3)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (max_notional > min_notional)
);

insert into assets (id, code, name, kind, scale)
select id, code, name, kind, scale
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'assets')
  as seed (id smallint, code text, name text, kind text, scale smallint);

insert into instruments (id, symbol, base, quote, class, hours, tick_size, lot_size, min_notional, max_notional,
  price_band, market_band, maker_fee, taker_fee)
select id, symbol, base, quote, class, hours, tick, lot, min, max, 0.1, 0.02, 0.001, 0.001
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'instruments')
  as seed (id smallint, symbol text, base text, quote text, class text, hours text, tick numeric, lot numeric, min numeric, max numeric);

-- For features whose rows are exported: they name an instrument, and do not read this table.
create function instrument_symbol(smallint) returns text language sql stable as 'select i.symbol from instruments i where i.id = $1';

grant select, insert on assets, instruments to tern_app;
grant execute on function instrument_symbol to tern_app;
