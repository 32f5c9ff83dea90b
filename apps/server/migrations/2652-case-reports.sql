-- feature: kernel
-- Reports of cases to an authority: what was proposed, the files that two people agreed to, and the receipt (ADR 111).

create table case_reports (
  proposal_id bigint primary key references case_proposals (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  suspicions text[] not null check (cardinality(suspicions) between 1 and 14),
  from_day date not null,
  until_day date not null,
  -- Whole dollars; 0: unknown.
  amount bigint not null check (amount >= 0),
  narrative text not null check (narrative <> '' and length(narrative) <= 3900),
  fincen text,
  goaml text,
  made_at timestamptz,
  receipt_number text check (receipt_number <> '' and length(receipt_number) <= 100),
  received_at timestamptz,
  receipt_by bigint references operators (id),
  constraint case_reports_days check (from_day <= until_day),
  constraint case_reports_made check ((fincen is null) = (made_at is null) and (goaml is null) = (made_at is null)),
  constraint case_reports_receipt check ((receipt_number is null) = (received_at is null) and (receipt_number is null) = (receipt_by is null)),
  constraint case_reports_receipt_of_made check (receipt_number is null or made_at is not null)
);
create index case_reports_of_case on case_reports (case_id);

create trigger case_reports_kept before delete on case_reports for each row execute function case_parts_refuse_delete();

create function case_reports_refuse_unfounded() returns trigger language plpgsql as $$
begin
  if new.made_at is not null or not exists (
    select from case_proposals p where p.id = new.proposal_id and p.case_id = new.case_id and p.act = 'report' and p.state = 'open'
  ) then
    raise exception 'a report begins with its proposal' using errcode = 'insufficient_privilege', constraint = 'case_reports_proposed';
  end if;
  return new;
end
$$;
create trigger case_reports_proposed before insert on case_reports for each row execute function case_reports_refuse_unfounded();

create function case_reports_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.proposal_id, new.case_id, new.suspicions, new.from_day, new.until_day, new.amount, new.narrative)
    is distinct from (old.proposal_id, old.case_id, old.suspicions, old.from_day, old.until_day, old.amount, old.narrative)
    or old.made_at is not null and (new.made_at, new.fincen, new.goaml) is distinct from (old.made_at, old.fincen, old.goaml)
    or old.received_at is not null and (new.received_at, new.receipt_number, new.receipt_by)
      is distinct from (old.received_at, old.receipt_number, old.receipt_by) then
    raise exception 'a report stays as two people agreed to it' using errcode = 'insufficient_privilege', constraint = 'case_reports_stay';
  end if;
  if new.made_at is not null and not exists (
    select from case_proposals p where p.id = new.proposal_id and p.state = 'agreed' and p.decided_at <= new.made_at
  ) then
    raise exception 'two people agree to a report' using errcode = 'insufficient_privilege', constraint = 'case_reports_two_people';
  end if;
  return new;
end
$$;
create trigger case_reports_two_people before update on case_reports for each row execute function case_reports_refuse_change();

grant select, insert on case_reports to tern_app;
grant update (fincen, goaml, made_at, receipt_number, received_at, receipt_by) on case_reports to tern_app;
