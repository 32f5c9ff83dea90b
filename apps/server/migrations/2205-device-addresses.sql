-- feature: kernel
-- Which accounts share an address: results of theirs are looked at together (ADR 88).
create index member_devices_of_address on member_devices (address) where address <> '';
