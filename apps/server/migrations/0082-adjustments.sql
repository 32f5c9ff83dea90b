-- feature: operators
-- A credit or debit by two operators issues no money in live mode: the house's liquidity is the other side (0080).

create or replace view manual_required_lines as
select case m.side when 'credit' then ledger_kind('agentDeposit') else ledger_kind('agentBalanceDeduction') end as kind,
  'manual:' || m.id as reference, m.id as subject_id, l.owner_id, m.asset, l.amount as available, 0::numeric as held
from manual_entries m
cross join lateral (select case m.side when 'credit' then m.amount else -m.amount end as amount) s
cross join lateral (values (m.member_id, s.amount), (ledger_adjustment_account(), -s.amount)) as l(owner_id, amount)
where exists (select from reviews_agreed a where a.kind = 'manual' and a.subject_id = m.id);
