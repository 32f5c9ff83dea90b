-- feature: deposit
-- What a credited deposit requires of the journal (ADR 0057).

-- A member's own deposit needs two operators; one that a rail has seen needs the transfer, and two operators where it was nobody's.
create view deposit_required_lines as
select ledger_kind('depositSuccess') as kind, 'deposit:' || d.id as reference, d.id as subject_id, l.owner_id, d.asset, l.amount as available,
  0::numeric as held
from deposits d
join networks n on n.code = d.network
left join deposits_seen s on s.deposit_id = d.id
-- What arrived beyond the asset's places stays with the house.
cross join lateral (select coalesce(s.amount, d.amount) - d.amount as remainder) r
cross join lateral (values
  (d.member_id, d.amount - d.fee), (ledger_book('fees'), d.fee), (ledger_book('rounding'), r.remainder),
  (ledger_custody_book(n.id), -d.amount - r.remainder)
) as l(owner_id, amount)
where d.state = 'completed' and l.amount <> 0 and r.remainder >= 0 and case d.source
  when 'member' then exists (select from reviews_agreed a where a.kind = 'deposit' and a.subject_id = d.id)
  when 'network' then (s.network, s.asset) = (d.network, d.asset) and (
    -- Whose address it is, or two operators who said whose it is.
    s.fault is null and exists (
      select from deposit_addresses o where o.network = s.network and o.address = s.address and o.member_id = d.member_id
    ) or exists (
      select from deposit_stray_proposals p where p.reference = s.reference and p.state = 'carried' and p.act = 'credit'
        and p.member_id = d.member_id and exists (select from reviews_agreed a where a.kind = 'stray' and a.subject_id = p.id)
    ))
  else false
end;
grant select on deposit_required_lines to tern_app;

-- A deposit that a member told of begins under review.
create function deposits_begin_reviewed() returns trigger language plpgsql as $$
begin
  raise exception 'a deposit begins under review' using errcode = 'insufficient_privilege', constraint = 'deposits_begin_reviewed';
end
$$;
create trigger deposits_begin_reviewed before insert on deposits for each row
  when (new.source = 'member' and new.state <> 'reviewed') execute function deposits_begin_reviewed();
