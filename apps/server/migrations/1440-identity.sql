-- feature: identity
-- Documents that members send to prove who they are. Two operators verify them; what was sent never changes.

create table identity_documents (
  id bigint generated always as identity (start with 50001) primary key,
  member_id bigint not null references members (id),
  -- 1 passport, 2 driving licence, 4 ID card (docs/features/account/identity.md).
  document_type smallint not null check (document_type in (1, 2, 4)),
  name text not null check (name <> '' and length(name) <= 100),
  state text not null default 'reviewed' check (state in ('reviewed', 'verified', 'rejected')),
  -- Why they were rejected or are on hold, shown to the member.
  reason text not null default '',
  held_until timestamptz,
  -- The published target of the decision.
  due_at timestamptz not null,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state <> 'rejected' or reason <> ''),
  check ((state = 'reviewed') = (decided_at is null))
);
create index identity_documents_of_member on identity_documents (member_id, id desc);
create unique index identity_documents_one_review on identity_documents (member_id) where state = 'reviewed';

create table identity_images (
  document_id bigint not null references identity_documents (id),
  side text not null check (side in ('front', 'back', 'hand')),
  image_id bigint not null unique references images (id),
  -- As in `images`, to find the same picture sent by another member.
  sha256 text not null,
  difference_hash bit(256) not null,
  primary key (document_id, side)
);
create index identity_images_alike on identity_images (sha256);

-- A member who is verified, or waits for a decision, sends nothing. It locks the member, so that two devices cannot both send.
-- Refuses: identity_locked.
create function identity_check_sending() returns trigger language plpgsql as $$
declare
  status smallint;
begin
  select m.real_name_status into status from members m where m.id = new.member_id for no key update;
  if status not in (0, 3) or new.state <> 'reviewed' then
    raise exception 'an identity is verified or under review' using errcode = 'check_violation', constraint = 'identity_locked';
  end if;
  return new;
end
$$;
create trigger identity_documents_sending before insert on identity_documents
  for each row execute function identity_check_sending();

-- What was sent never changes, nor does a decision. Refuses: identity_approval.
create function identity_check_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' or (new.id, new.member_id, new.document_type, new.name, new.due_at, new.created_at)
    is distinct from (old.id, old.member_id, old.document_type, old.name, old.due_at, old.created_at)
  then
    raise exception 'documents that were sent do not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'verified' and not exists (
    select from reviews_agreed a where a.kind = 'identity' and a.subject_id = old.id
  ) then
    raise exception 'two operators verify an identity' using errcode = 'insufficient_privilege', constraint = 'identity_approval';
  end if;
  return new;
end
$$;
create trigger identity_documents_change before update on identity_documents
  for each row execute function identity_check_change();

create trigger identity_documents_stay before delete or truncate on identity_documents
  for each statement execute function refuse_write('documents stay as they were sent');
create trigger identity_images_stay before update or delete or truncate on identity_images
  for each statement execute function refuse_write('documents stay as they were sent');

grant select, insert, update (state, reason, held_until, decided_at, updated_at) on identity_documents to tern_app;
grant select, insert on identity_images to tern_app;
