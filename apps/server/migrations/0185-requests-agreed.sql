-- feature: funding
-- What leaves the house, and what is credited to a request, was approved by two operators first, whatever the program writes (rules §2,
-- ADR 9). A rail is asked to send before the ledger is, so the ledger's own guard would come too late.

-- The withdrawals that a rail may send: two operators approved them, and the ledger holds their amount.
create view withdrawals_agreed as
select w.id from withdrawals w
where exists (select from reviews_agreed a where a.kind = 'withdrawal' and a.subject_id = w.id)
  and exists (select from ledger_entries e where e.kind = ledger_kind('withdrawal') and e.reference = 'withdrawal:' || w.id);

-- Arguments: the kind of review, which is also the word of its entries; `held` where the amount was set aside at submission.
create function funding_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from reviews_agreed a where a.kind = tg_argv[0] and a.subject_id = new.id) then
    raise exception 'two operators have not approved % %', tg_argv[0], new.id
      using errcode = 'insufficient_privilege', constraint = 'funding_agreed';
  end if;
  if tg_argv[1] = 'held' and not exists (
    select from ledger_entries e where e.kind = ledger_kind('withdrawal') and e.reference = tg_argv[0] || ':' || new.id
  ) then
    raise exception 'the ledger holds nothing for % %', tg_argv[0], new.id
      using errcode = 'insufficient_privilege', constraint = 'funding_held';
  end if;
  return new;
end
$$;

-- After the guards of the states, which come first by name.
create trigger withdrawals_only_agreed before update on withdrawals for each row
  when (new.state <> old.state and new.state in ('approved', 'sending')) execute function funding_refuse_unagreed('withdrawal', 'held');
create trigger payouts_only_agreed before update on payouts for each row
  when (new.state <> old.state and new.state = 'completed') execute function funding_refuse_unagreed('payout', 'held');
create trigger wires_only_agreed before update on wires for each row
  when (new.state <> old.state and new.state = 'completed') execute function funding_refuse_unagreed('wire', '');
create trigger deposits_only_agreed before update on deposits for each row
  when (new.state <> old.state and new.state = 'completed') execute function funding_refuse_unagreed('deposit', '');

grant select on withdrawals_agreed to tern_app;
