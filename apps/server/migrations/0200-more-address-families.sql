-- feature: kernel
-- Families whose addresses and memos the program can read (packages/addresses), so that a network of theirs can be added.

alter table networks drop constraint networks_family_check;
alter table networks add constraint networks_family_check check (family in ('bitcoin', 'litecoin', 'dogecoin', 'evm', 'tron', 'solana',
  'ripple', 'cardano', 'cosmos', 'move', 'stellar', 'ton', 'eos'));
