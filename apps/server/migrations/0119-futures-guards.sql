-- feature: futures
-- The database itself refuses an end that prices and terms do not give, and a contract that waits for anything but its own due
-- time: whoever has the program's rights can neither choose an outcome nor put it off (rules §2, §4, ADR 0024).

-- Rows from before are looked at by the audit. How many places a profit has is the asset's; here it is less than one unit off.
alter table futures_contracts
  add constraint futures_contracts_opened_by_rule check (
    open_at - accepted_at <= open_within_ms * interval '1 millisecond' and due_at - open_at = duration_s * interval '1 second'
  ) not valid,
  add constraint futures_contracts_ended_by_rule check (
    case
      when status = 2 then close_at >= open_at and close_seq >= open_seq
        and due_at - close_at <= stale_after_ms * interval '1 millisecond'
        and outcome = case when close_price = open_price then 3 when (close_price > open_price) = (direction = 1) then 1 else 2 end
        and case outcome
          when 1 then payout = stake + profit and profit <= stake * payout_ratio and profit > stake * payout_ratio - 1
          when 2 then payout = 0 and profit = -stake
          else payout = stake and profit = 0
        end
      when reason = 1 then open_seq is null and close_seq is null
      when reason = 2 then open_seq is not null and close_seq is not null and close_at >= open_at
        and due_at - close_at > stale_after_ms * interval '1 millisecond'
      else true
    end
  ) not valid;

create function futures_wait_for_due() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from waits w join futures_contracts c on c.id = w.id where not w.for_end or w.at is distinct from c.due_at) then
    raise exception 'a contract waits for its due time' using errcode = 'check_violation', constraint = 'futures_waiting_due';
  end if;
  return null;
end
$$;
-- Looked at once the statement is done, which opens the contract as well.
create trigger futures_waiting_due after update on futures_waiting referencing new table as waits
  for each statement execute function futures_wait_for_due();

-- What was agreed stays, for the owner of the tables too. Only a statement that names one of these columns is looked at.
create trigger futures_contracts_agreed after update of id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio,
    open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt on futures_contracts
  for each row execute function futures_refuse_change();
