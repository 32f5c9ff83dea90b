-- feature: deposit
-- Finds whose a transfer could be that belongs to nobody: who has announced or made deposits of the same amount, and
-- whose address is the same on another network.

create index deposits_alike on deposits (asset, network, amount);
create index deposit_addresses_everywhere on deposit_addresses (address);
