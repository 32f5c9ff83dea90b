-- feature: kernel
-- What may be posted, as in 1950-ledger-guard.sql, with transfers between members.

create or replace function ledger_required_lines(entry_kind smallint, entry_reference text)
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
    when 'membertransfer' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from member_transfer_required_lines f where f.kind = entry_kind and f.subject_id = subject;
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

create or replace view ledger_required as
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
from withdrawal_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from member_transfer_required_lines f;

-- As before, except that the receiver's posting of a transfer has a record type of its own.
create or replace function ledger_refuse_unfounded(
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
        bool_and(coalesce(l.subject, 0) = 0 and l.line_kind = case
          when entry_kinds[l.entry] = ledger_kind('transferSent') and l.available > 0 then ledger_kind('transferReceived')
          else entry_kinds[l.entry] end) as is_of_kind
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
