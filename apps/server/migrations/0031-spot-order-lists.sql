-- feature: spot
-- Each desk draws its ids in blocks, so ids rise within an instrument only: a member's list goes by time.

drop index spot_orders_of_member;
drop index spot_orders_of_member_by_status;
create index spot_orders_of_member on spot_orders (member_id, created_at desc, id desc);
create index spot_orders_of_member_by_status on spot_orders (member_id, status, created_at desc, id desc);
