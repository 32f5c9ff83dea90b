-- feature: spot
-- Lists of orders are found and counted in their indexes alone; only the rows of the page are fetched (ADR 0013).

drop index spot_orders_of_member;
drop index spot_orders_of_member_by_status;
create index spot_orders_of_member on spot_orders (member_id, created_at desc, id desc) include (status, instrument_id, side, type);
create index spot_orders_of_member_by_status on spot_orders (member_id, status, created_at desc, id desc) include (instrument_id, side, type);
