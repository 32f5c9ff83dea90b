-- feature: futures
-- Stakes and payouts of contracts are what their contracts say (ADR 0057).

-- The other side of futures_stakes_founded, which stands with the journal: no contract without its stake.
create function futures_refuse_unpaid_stake() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (select from ledger_entries e where e.kind = ledger_kind('contractOpen') and e.reference = 'contract:' || new.id) then
    raise exception 'a contract without its stake' using errcode = 'check_violation', constraint = 'futures_stake_paid';
  end if;
  return null;
end
$$;
create constraint trigger futures_contracts_staked after insert on futures_contracts deferrable initially deferred for each row
  execute function futures_refuse_unpaid_stake();

-- A contract begins pending; only then can nobody have known how it ends.
create function futures_refuse_ended() returns trigger language plpgsql as $$
begin
  raise exception 'a contract begins pending' using errcode = 'insufficient_privilege', constraint = 'futures_contracts_begin_pending';
end
$$;
create trigger futures_contracts_begin_pending before insert on futures_contracts for each row
  when (new.status <> 1) execute function futures_refuse_ended();

-- Refuses a payout with a payment that its contract does not require: another member's, another amount, a contract that runs.
-- Share i is what each of the next `sizes[i]` payments consists of; the arguments have been checked to fit together.
create function futures_refuse_unfounded(owners bigint[], ids bigint[], sizes int[], principals numeric[], gains numeric[], remainders numeric[])
returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off as $$
declare
  founded bigint;
begin
  select count(*) into founded
  from (
    select unnest(owners[s.through - s.size + 1 : s.through]) as owner, unnest(ids[s.through - s.size + 1 : s.through]) as id, s.paid, s.gain
    from (
      select s.size, s.principal + s.gain as paid, s.gain, sum(s.size) over (order by s.place) as through
      from unnest(sizes, principals, gains) with ordinality as s(size, principal, gain, place)
    ) s
  ) p join futures_contracts c on c.id = p.id
  -- A contract that runs has no payout.
  where c.id = any (ids) and c.member_id = p.owner and c.payout = p.paid and c.profit = p.gain;
  -- What rounding kept of a payment is less than the last place of the asset.
  if founded <> cardinality(ids) or not 0.000001 > all (remainders) then
    raise exception 'a payment that its contract does not require' using errcode = 'check_violation', constraint = 'ledger_unfounded';
  end if;
end
$$;
