-- feature: identity
-- What documents say and the member declares beside the photographs; two operators approve it with them (ADR 115).

create table identity_details (
  document_id bigint primary key references identity_documents (id),
  birth_date date not null,
  nationality text not null check (nationality ~ '^[A-Z]{2}$'),
  residence text not null check (residence ~ '^[A-Z]{2}$'),
  -- Null for a document without an end.
  document_ends_on date,
  tax_country text not null check (tax_country ~ '^[A-Z]{2}$'),
  -- Empty if not given.
  funds text not null check (funds in ('', 'salary', 'business', 'savings', 'investments', 'property', 'inheritance', 'pension', 'other')),
  -- Address, numbers and the note on funds, encrypted with the key of the deployment.
  sealed bytea not null,
  -- The member declared that tax residence and number are true: when they sent the documents.
  certified_at timestamptz not null
);
create index identity_details_ending on identity_details (document_ends_on) where document_ends_on is not null;

-- They come with their documents, before anyone approves those. Refuses: identity_details_sent.
create function identity_check_details() returns trigger language plpgsql as $$
begin
  if not exists (
    select from identity_documents d where d.id = new.document_id and d.state = 'reviewed' and d.created_at = new.certified_at
  ) then
    raise exception 'details come with their documents' using errcode = 'insufficient_privilege', constraint = 'identity_details_sent';
  end if;
  return new;
end
$$;
create trigger identity_details_sending before insert on identity_details
  for each row execute function identity_check_details();

-- They are erased five years after the account was closed (docs/retention.md), and not before. Refuses: identity_details_kept.
create function identity_keep_details() returns trigger language plpgsql as $$
begin
  if not exists (
    select from identity_documents d join members m on m.id = d.member_id
    where d.id = old.document_id and m.closed_at < now() - interval '5 years'
  ) then
    raise exception 'details are kept for five years' using errcode = 'insufficient_privilege', constraint = 'identity_details_kept';
  end if;
  return old;
end
$$;
create trigger identity_details_kept before delete on identity_details
  for each row execute function identity_keep_details();
create trigger identity_details_stay before update or truncate on identity_details
  for each statement execute function refuse_write('details stay as they were sent');

-- Which notices of the end of a document went out.
create table identity_reminders (
  document_id bigint not null references identity_documents (id),
  stage text not null check (stage in ('ahead', 'ended')),
  sent_at timestamptz not null,
  primary key (document_id, stage)
);

-- A verified member sends new documents when the old ones end or the member moved; the verification stays until they are decided.
create or replace function identity_check_sending() returns trigger language plpgsql as $$
declare
  status smallint;
begin
  select m.real_name_status into status from members m where m.id = new.member_id for no key update;
  if status not in (0, 2, 3) or new.state <> 'reviewed' then
    raise exception 'an identity is under review' using errcode = 'check_violation', constraint = 'identity_locked';
  end if;
  return new;
end
$$;

grant select, insert, delete on identity_details to tern_app;
grant select, insert on identity_reminders to tern_app;
