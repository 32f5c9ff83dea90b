-- feature: kernel
-- What may be posted: each entry of the ledger is compared with the fact that requires it (ADR 9). It stands behind the features, because it
-- reads the rows of all of them. A feature that posts adds here, in a new file, a branch of ledger_required_lines() and a part of
-- ledger_required for its view.


-- What facts require ------------------------------------------------------------------------------

-- The postings that a fact requires of an entry of this kind; none if there is no such fact, or if the kind cannot be posted. One branch for
-- each view, so that each has a plan of its own.
create function ledger_required_lines(entry_kind smallint, entry_reference text)
returns table (
  owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  subject bigint := substring(entry_reference from '^[a-z]+:([1-9][0-9]{0,17})$');
begin
  case split_part(entry_reference, ':', 1)
    when 'deposit' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from deposit_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'fixedterm' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, f.financed, 0::numeric
      from earn_order_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'fixedtermyield' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from earn_payout_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'funding' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from house_funding_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'housedeposit' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from house_deposit_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'loan' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, f.loan
      from loan_credit_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'manual' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from manual_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'member' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from paper_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'payout' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from fiat_payout_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'repayment' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, f.loan
      from loan_repayment_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'reward' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from invitation_reward_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'rewardreversal' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from invitation_reversal_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'rewardwait' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from invitation_wait_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'stakingmachine' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, f.staked, 0::numeric, 0::numeric
      from staking_machine_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'stakingorder' then return query select f.owner_id, f.asset, f.available, 0::numeric, f.locked, f.staked, 0::numeric, 0::numeric
      from staking_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'stakingpayout' then return query select f.owner_id, f.asset, f.available, 0::numeric, f.locked, 0::numeric, 0::numeric, 0::numeric
      from staking_payout_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'subscription' then return query select f.owner_id, f.asset, f.available, 0::numeric, f.locked, 0::numeric, 0::numeric, 0::numeric
      from offering_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'swap' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from swap_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'wire' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from fiat_wire_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'withdrawal' then return query select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from withdrawal_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    else null;
  end case;
end
$$;

-- For the audit, which so also finds facts without an entry: all of them.
create view ledger_required as
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric as locked, 0::numeric as staked, 0::numeric as financed, 0::numeric as loan
from deposit_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, f.financed, 0::numeric
from earn_order_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from earn_payout_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from house_funding_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from house_deposit_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, f.loan
from loan_credit_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from manual_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from paper_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from fiat_payout_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, f.loan
from loan_repayment_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from invitation_reward_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from invitation_reversal_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from invitation_wait_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, f.staked, 0::numeric, 0::numeric
from staking_machine_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, f.locked, f.staked, 0::numeric, 0::numeric
from staking_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, f.locked, 0::numeric, 0::numeric, 0::numeric
from staking_payout_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, f.locked, 0::numeric, 0::numeric, 0::numeric
from offering_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from swap_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from fiat_wire_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from withdrawal_required_lines f;

-- What the facts require of the entries after `entry_after` up to `entry_through`: a check of the minute reads new entries in pieces (ADR 52).
-- Entries about many facts have rules of their own.
create function ledger_required_since(entry_after bigint, entry_through bigint default 9223372036854775807)
returns table (
  kind smallint, reference text, owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language sql stable security definer set search_path = pg_catalog, public as $$
  select e.kind, e.reference, r.* from ledger_entries e
  join ledger_facts f on f.kind = e.kind and f.reference = split_part(e.reference, ':', 1) and f.required_lines is not null
  cross join lateral ledger_required_lines(e.kind, e.reference) r
  where e.id > entry_after and e.id <= entry_through
$$;


-- Entries -----------------------------------------------------------------------------------------

-- Compares each posting of a batch with the facts: owner, asset, amount, purpose, house account.
--
-- Checks   an entry about one fact against ledger_required_lines(); a round of spot orders against the orders and trades
--          written in this transaction (spot_refuse_unfounded).
-- Refuses  ledger_unfounded: an extra posting, a missing one, or one of another amount; an entry without postings, which
--          would use up its reference.
-- Locks    nothing.
create function ledger_refuse_unfounded(
  entry_kinds smallint[], entry_references text[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]
) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  unfounded int;
begin
  if cardinality(posting_entries) = 0 then
    unfounded := 1;
  elsif entry_kinds = array[ledger_kind('spotRound')] then
    if not (
      0 = all (posting_locked) and 0 = all (posting_staked) and 0 = all (posting_financed) and 0 = all (posting_loan)
    ) then
      perform ledger_fail_unfounded(entry_kinds[1], entry_references[1]);
    end if;
    perform spot_refuse_unfounded(entry_references[1], posting_kinds, posting_owners, posting_assets,
      posting_available, posting_held, posting_subjects);
  elsif cardinality(entry_kinds) <> (select count(distinct l.entry) from unnest(posting_entries) as l(entry)) then
    unfounded := 1;
  else
    select coalesce(p.entry, f.entry) into unfounded
    from (
      select l.entry, l.owner, l.asset, sum(l.available) as available, sum(l.held) as held, sum(l.locked) as locked,
        sum(l.staked) as staked, sum(l.financed) as financed, sum(l.loan) as loan,
        bool_and(l.line_kind = entry_kinds[l.entry] and coalesce(l.subject, 0) = 0) as is_of_kind
      from unnest(
        posting_entries, posting_kinds, posting_owners, posting_assets,
        posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects
      ) as l(entry, line_kind, owner, asset, available, held, locked, staked, financed, loan, subject)
      group by l.entry, l.owner, l.asset
    ) p full join (
      select e.position::int as entry, r.*
      from unnest(entry_kinds, entry_references) with ordinality as e(kind, reference, position)
      cross join lateral ledger_required_lines(e.kind, e.reference) r
    ) f on f.entry = p.entry and f.owner_id = p.owner and f.asset = p.asset
    where p.is_of_kind is not true or (p.available, p.held, p.locked, p.staked, p.financed, p.loan)
        is distinct from (f.available, f.held, f.locked, f.staked, f.financed, f.loan)
      -- A stake is posted before its contract exists: its shape is checked here, the rest at commit (futures_refuse_unfounded_stake).
      and (entry_kinds[p.entry] = ledger_kind('contractOpen') and p.asset = 'USDT'
        and (p.held, p.locked, p.staked, p.financed, p.loan) = (0, 0, 0, 0, 0)
        and (p.owner = ledger_house_account('contracts') or p.owner > 0 and p.available < 0)) is not true
    limit 1;
  end if;
  if unfounded is not null then
    perform ledger_fail_unfounded(entry_kinds[unfounded], entry_references[unfounded]);
  end if;
end
$$;


-- Contracts ---------------------------------------------------------------------------------------

-- Pays many members from one house account, all or nothing, and returns their balances. Payments come in groups of equal
-- ones: each of the sizes[i] payments of group i has principals[i], gains[i] and, for the rounding account, remainders[i].
--
-- Checks   that every payment is what its contract requires: member, payout and profit.
-- Refuses  ledger_unfounded: a payment that its contract does not require; and all that ledger_write_pay_out() refuses.
-- Locks    as ledger_write_pay_out().
create function ledger_pay_out(
  paid_asset text, subject text, payer bigint, rounding bigint,
  principal_kind smallint, gain_kind smallint, paid_at timestamptz,
  owners bigint[], subject_ids bigint[], sizes int[], principals numeric[], gains numeric[], remainders numeric[]
) returns table (
  owner_id bigint,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  -- Only contracts are paid this way.
  if (paid_asset, subject, payer, rounding, principal_kind, gain_kind) is distinct from (
    'USDT', 'contract', ledger_house_account('contractPayouts'), ledger_house_account('rounding'),
    ledger_kind('contractPrincipalReturn'), ledger_kind('contractClose')
  ) then
    perform ledger_fail_unfounded(gain_kind, subject);
  end if;
  return query select * from ledger_write_pay_out(paid_asset, subject, payer, rounding, principal_kind, gain_kind,
    paid_at, owners, subject_ids, sizes, principals, gains, remainders);
  perform futures_refuse_unfounded(owners, subject_ids, sizes, principals, gains, remainders);
end
$$;

-- Accepting a contract is the last step of placing it, so its stake is posted first. Both are required at commit:
-- futures_contracts_staked checks that a contract has its stake, this trigger that a stake has its contract.
create function futures_refuse_unfounded_stake() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (
    select from ledger_entries e join futures_contracts c on c.id = split_part(e.reference, ':', 2)::bigint
    where e.id = new.entry_id and e.kind = ledger_kind('contractOpen') and e.reference = 'contract:' || c.id
      and c.member_id = new.owner_id and c.stake = -new.available
  ) then
    raise exception 'a stake without its contract' using errcode = 'check_violation', constraint = 'ledger_unfounded';
  end if;
  return null;
end
$$;
create constraint trigger futures_stakes_founded after insert on ledger_postings
  deferrable initially deferred for each row
  -- 3 is ledger_kind('contractOpen'), written out because the call would be planned for each batch of postings.
  when (new.kind = 3 and new.owner_id > 0) execute function futures_refuse_unfounded_stake();

grant select on ledger_required to tern_app;
grant execute on function ledger_required_since to tern_app;
grant execute on function ledger_pay_out to tern_app;
