-- feature: kernel
-- What may be posted, as in 2173-treasury-in-the-guard.sql, with trades at the venue, what was moved there, and network fees.

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
    when 'hedge' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from hedge_required_lines f where f.kind = entry_kind and f.subject_id = subject;
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
    when 'networkfee' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from network_fee_required_lines f where f.kind = entry_kind and f.subject_id = subject;
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
    when 'treasury' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from treasury_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'venuemove' then return query select f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from venue_move_required_lines f where f.kind = entry_kind and f.subject_id = subject;
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
from member_transfer_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from treasury_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from hedge_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from venue_move_required_lines f
union all
select f.kind, f.reference, f.owner_id, f.asset, f.available, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
from network_fee_required_lines f;
