-- feature: funding
-- Which accounts withdrew to one address.
create index withdrawals_to_address on withdrawals (lower(address), network, memo, created_at);
