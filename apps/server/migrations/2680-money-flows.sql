-- feature: kernel
-- Money that came to members from outside or from each other, and left: what rules of monitoring look at, found by member and by time.

create function ledger_is_flow(total numeric, kind smallint) returns boolean language sql immutable parallel safe
  return total <> 0 and kind in (ledger_kind('deposit'), ledger_kind('depositSuccess'), ledger_kind('withdrawal'),
    ledger_kind('withdrawalSuccess'), ledger_kind('transferSent'), ledger_kind('transferReceived'));

-- A few of a hundred postings: trades are none.
create index ledger_postings_flows on ledger_postings (owner_id, effective_at)
  where ledger_is_flow(total, kind) and owner_id > 0;
create index ledger_postings_flows_by_time on ledger_postings (effective_at, owner_id)
  where ledger_is_flow(total, kind) and owner_id > 0;

grant execute on function ledger_is_flow to tern_app;
