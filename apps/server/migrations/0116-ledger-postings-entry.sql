-- feature: kernel
-- Nothing looks up the lines of an entry one by one: records go from a line to its entry, and the audit reads all of both.
-- Each line of the journal paid for it (ADR 0042).

drop index ledger_postings_entry;
