-- feature: fiat
-- What wires and payouts require of the journal (ADR 0057).

create view fiat_wire_required_lines as
select ledger_kind('depositSuccess') as kind, 'wire:' || w.id as reference, w.id as subject_id, l.owner_id, w.asset, l.amount as available,
  0::numeric as held
from wires w
cross join lateral (values (w.member_id, w.received), (ledger_book('custody'), -w.received)) as l(owner_id, amount)
where w.state = 'completed' and exists (select from reviews_agreed a where a.kind = 'wire' and a.subject_id = w.id);

-- Held at submission; returned in full; or given to the house's liquidity, which gives the currency: to the bank what the member
-- receives, to the house its fee and the remainder of rounding. A currency that is paid out as itself leaves the member directly.
create view fiat_payout_required_lines as
select l.kind, 'payout:' || o.id as reference, o.id as subject_id, l.owner_id, l.asset, sum(l.available) as available, sum(l.held) as held
from payouts o
cross join lateral (
  select ledger_kind('withdrawal') as kind, o.member_id as owner_id, o.asset, -o.amount as available, o.amount as held
  union all
  select ledger_kind('withdrawalReturn'), o.member_id, o.asset, o.amount, -o.amount where o.state in ('rejected', 'cancelled')
  union all
  select ledger_kind('withdrawalSuccess'), p.owner_id, p.asset, p.available, p.held
  from (values
    (o.member_id, o.asset, 0, -o.amount),
    (ledger_book('liquidity'), o.asset, case when o.asset = o.currency then 0 else o.amount end, 0),
    (ledger_book('liquidity'), o.currency, case when o.asset = o.currency then 0 else -trunc(o.amount * o.rate, 18) end, 0),
    (ledger_book('custody'), o.currency, o.received, 0),
    (ledger_book('fees'), o.currency, o.fee, 0),
    (ledger_book('rounding'), o.currency, case when o.asset = o.currency then 0 else trunc(o.amount * o.rate, 18) - o.received - o.fee end, 0)
  ) as p(owner_id, asset, available, held)
  where o.state = 'completed' and exists (select from reviews_agreed a where a.kind = 'payout' and a.subject_id = o.id)
) as l
group by l.kind, o.id, l.owner_id, l.asset
having (sum(l.available), sum(l.held)) <> (0, 0);
grant select on fiat_wire_required_lines, fiat_payout_required_lines to tern_app;

-- Wires and payouts begin under review, whoever writes them.
create function fiat_begin_reviewed() returns trigger language plpgsql as $$
begin
  raise exception 'a wire or payout begins under review' using errcode = 'insufficient_privilege', constraint = 'fiat_begin_reviewed';
end
$$;
create trigger wires_begin_reviewed before insert on wires for each row
  when (new.state <> 'reviewed') execute function fiat_begin_reviewed();
create trigger payouts_begin_reviewed before insert on payouts for each row
  when (new.state <> 'reviewed') execute function fiat_begin_reviewed();
