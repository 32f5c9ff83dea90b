-- feature: funding
-- The check of each minute compares what is held with the requests that hold it, of all that there ever were.

create index withdrawals_held on withdrawals (member_id, asset) where state in ('reviewed', 'approved', 'sending');
create index payouts_held on payouts (member_id, asset) where state in ('reviewed', 'approved');
