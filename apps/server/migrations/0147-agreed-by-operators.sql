-- feature: operators
-- What a manual credit or debit requires of the journal: two operators who approved it (rules §2, ADR 0057).

create view manual_required_lines as
select case m.side when 'credit' then ledger_kind('agentDeposit') else ledger_kind('agentBalanceDeduction') end as kind,
  'manual:' || m.id as reference, m.id as subject_id, l.owner_id, m.asset, l.amount as available, 0::numeric as held
from manual_entries m
cross join lateral (select case m.side when 'credit' then m.amount else -m.amount end as amount) s
cross join lateral (values (m.member_id, s.amount), (ledger_book('paperIssuance'), -s.amount)) as l(owner_id, amount)
where exists (select from reviews_agreed a where a.kind = 'manual' and a.subject_id = m.id);
grant select on manual_required_lines to tern_app;

-- What was proposed stays as it was proposed, for the owner of the tables too.
create function manual_entries_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a proposed entry does not change' using errcode = 'insufficient_privilege';
end
$$;
create trigger manual_entries_append_only before update or delete or truncate on manual_entries
  for each statement execute function manual_entries_refuse_change();

-- What bounds, fees and switches were before anybody agreed to another: the audit holds today's against this and the versions since.
create table terms_beginnings (
  key text not null,
  field text not null,
  value text not null,
  primary key (key, field)
);
insert into terms_beginnings (key, field, value)
select 'network.' || a.asset || '.' || a.network, f.field, f.value
from asset_networks a cross join lateral (values
  ('inMin', a.deposit_min::text), ('inMax', a.deposit_max::text), ('inFee', a.deposit_fee::text), ('outMin', a.withdraw_min::text),
  ('outMax', a.withdraw_max::text), ('outFee', a.withdraw_fee::text), ('takesIn', a.takes_deposits::text),
  ('takesOut', a.takes_withdrawals::text)) as f(field, value)
union all
select 'currency.' || c.asset, f.field, f.value
from fiat_currencies c cross join lateral (values
  ('inMin', c.wire_min::text), ('inMax', c.wire_max::text), ('outMin', c.payout_min::text), ('outMax', c.payout_max::text),
  ('outFee', c.payout_fee::text), ('takesIn', c.takes_wires::text), ('takesOut', c.takes_payouts::text)) as f(field, value);
grant select on terms_beginnings to tern_app;
create trigger terms_beginnings_append_only before update or delete or truncate on terms_beginnings
  for each statement execute function manual_entries_refuse_change();
