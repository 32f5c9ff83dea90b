-- feature: spot
-- Orders, trades, and the desk that is the single writer of each instrument (rules §3, design §4).

create sequence spot_order_ids increment by 1000 start with 1000000;
create sequence spot_trade_ids increment by 10000 start with 1000000;

create table spot_orders (
  id bigint primary key,
  member_id bigint not null references members (id),
  instrument_id smallint not null references instruments (id),
  side smallint not null check (side in (1, 2)),
  type smallint not null check (type in (1, 2)),
  -- Null for a market order.
  limit_price numeric(38, 18),
  -- Null for a market buy, which has a budget instead.
  quantity numeric(38, 18),
  budget numeric(38, 18),
  filled_quantity numeric(38, 18) not null,
  filled_quote numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  maker_fee_ratio numeric(38, 18) not null,
  taker_fee_ratio numeric(38, 18) not null,
  status smallint not null check (status in (1, 2, 3)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (filled_quantity >= 0 and filled_quote >= 0 and fee >= 0),
  check (quantity is null or filled_quantity <= quantity),
  check (budget is null or filled_quote <= budget)
);

create index spot_orders_open on spot_orders (instrument_id, id) where status = 1;
create index spot_orders_of_member on spot_orders (member_id, id desc);
create index spot_orders_of_member_by_status on spot_orders (member_id, status, id desc);

create table spot_trades (
  id bigint primary key,
  instrument_id smallint not null references instruments (id),
  -- Null on the side of the house's liquidity.
  maker_order_id bigint,
  taker_order_id bigint,
  taker_side smallint not null check (taker_side in (1, 2)),
  price numeric(38, 18) not null check (price > 0),
  quantity numeric(38, 18) not null check (quantity > 0),
  quote_amount numeric(38, 18) not null check (quote_amount > 0),
  maker_fee numeric(38, 18) not null,
  taker_fee numeric(38, 18) not null,
  created_at timestamptz not null,
  check (maker_order_id is not null or taker_order_id is not null)
);

create index spot_trades_maker on spot_trades (maker_order_id) where maker_order_id is not null;
create index spot_trades_taker on spot_trades (taker_order_id) where taker_order_id is not null;

-- Who may write an instrument's orders. Each batch names its epoch; a lower one is refused.
create table spot_desks (
  instrument_id smallint primary key references instruments (id),
  epoch bigint not null,
  last_batch text not null default ''
);

grant select, insert, update on spot_orders, spot_desks to tern_app;
grant select, insert on spot_trades to tern_app;
grant usage on sequence spot_order_ids, spot_trade_ids to tern_app;
