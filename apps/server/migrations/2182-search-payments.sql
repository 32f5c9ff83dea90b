-- feature: funding
-- By any part of an address, transaction, bank reference or payer; addresses are compared in lower case.

create index deposit_addresses_searched on deposit_addresses using gin (lower(address) gin_trgm_ops);
create index withdrawal_addresses_searched on withdrawal_addresses using gin (lower(address || ' ' || name) gin_trgm_ops);
create index deposits_searched on deposits using gin (lower(coalesce(address, '') || ' ' || txid) gin_trgm_ops);
create index withdrawals_searched on withdrawals using gin (lower(address || ' ' || txid) gin_trgm_ops);
create index wires_searched on wires using gin (lower(reference || ' ' || bank_reference || ' ' || payer) gin_trgm_ops);
create index payouts_searched on payouts using gin (lower(bank_reference) gin_trgm_ops);
