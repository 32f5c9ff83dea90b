-- feature: withdrawal
-- What a withdrawal requires of the journal: its amount set aside, then paid out or returned (ADR 0057).

create view withdrawal_required_lines as
select l.kind, 'withdrawal:' || w.id as reference, w.id as subject_id, l.owner_id, w.asset, l.available, l.held
from withdrawals w
join networks n on n.code = w.network
cross join lateral (
  select ledger_kind('withdrawal') as kind, w.member_id as owner_id, -w.amount as available, w.amount as held
  union all
  select ledger_kind('withdrawalReturn'), w.member_id, w.amount, -w.amount where w.state in ('rejected', 'cancelled')
  union all
  select ledger_kind('withdrawalSuccess'), p.owner_id, p.available, p.held
  from (values
    (w.member_id, 0, -w.amount), (ledger_custody_book(n.id), w.amount - w.fee, 0), (ledger_book('fees'), w.fee, 0)
  ) as p(owner_id, available, held)
  where w.state = 'completed' and (p.available, p.held) <> (0, 0)
    -- Two operators agreed to it, or two said that its transfer has paid.
    and (exists (select from reviews_agreed a where a.kind = 'withdrawal' and a.subject_id = w.id) or exists (
      select from withdrawal_verdicts v where v.withdrawal_id = w.id and v.verdict = 'sent' and v.state = 'carried'
        and exists (select from reviews_agreed a where a.kind = 'verdict' and a.subject_id = v.id)
    ))
) as l;
grant select on withdrawal_required_lines to tern_app;

-- A withdrawal begins under review, whoever writes it.
create function withdrawals_begin_reviewed() returns trigger language plpgsql as $$
begin
  raise exception 'a withdrawal begins under review' using errcode = 'insufficient_privilege', constraint = 'withdrawals_begin_reviewed';
end
$$;
create trigger withdrawals_begin_reviewed before insert on withdrawals for each row
  when (new.state <> 'reviewed') execute function withdrawals_begin_reviewed();
