-- feature: operators
-- Credits and debits of members by hand: proposed by one operator and approved by another. The postings of an approved one issue no money
-- in live mode: the house's liquidity is the other side (ledger_adjustment_account).

create table manual_entries (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  side text not null check (side in ('credit', 'debit')),
  asset text not null,
  amount numeric(38, 18) not null check (amount > 0),
  -- What the member reads of it: the key of a text (packages/protocol: member-messages.ts).
  message text not null default 'message.correction' check (message <> ''),
  -- For operators.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  -- The proposer's idempotency key.
  request_id text,
  created_at timestamptz not null,
  constraint manual_entries_request unique (proposed_by, request_id)
);
-- A proposal never changes, not even by the owner of the tables.
create trigger manual_entries_append_only before update or delete or truncate on manual_entries
  for each statement execute function refuse_write('a proposed entry does not change');

-- The postings that an approved entry requires (ADR 9).
create view manual_required_lines as
select case m.side when 'credit' then ledger_kind('agentDeposit') else ledger_kind('agentBalanceDeduction') end as kind,
  'manual:' || m.id as reference, m.id as subject_id, l.owner_id, m.asset, l.amount as available, 0::numeric as held
from manual_entries m
cross join lateral (select case m.side when 'credit' then m.amount else -m.amount end as amount) s
cross join lateral (values (m.member_id, s.amount), (ledger_adjustment_account(), -s.amount)) as l(owner_id, amount)
where exists (select from reviews_agreed a where a.kind = 'manual' and a.subject_id = m.id);

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('agentDeposit'), 'manual', 'operators', 'a manual credit was approved by two operators', 'manual_required_lines'),
  (ledger_kind('agentBalanceDeduction'), 'manual', 'operators', 'a manual debit was approved by two operators', 'manual_required_lines');

grant select, insert on manual_entries to tern_app;
grant select on manual_required_lines to tern_app;
