-- feature: spot
-- A program names its orders itself: one name, one order of that member (ADR 0011).

alter table spot_orders
  add client_order_id text check (char_length(client_order_id) between 1 and 64);

create unique index spot_orders_client_order_id on spot_orders (member_id, client_order_id)
  where client_order_id is not null;
