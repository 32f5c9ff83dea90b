-- feature: kernel
-- Verification has one way: documents that two operators approved (ADR 41). Members of the demo are seeded in paper mode.

create function members_refuse_unproven_identity() returns trigger language plpgsql as $$
begin
  if is_live() and not exists (
    select from reviews r join reviews_agreed a on a.kind = r.kind and a.subject_id = r.subject_id
    where r.kind = 'identity' and r.member_id = new.id
  ) and not exists (
    -- A verification that was removed for a while returns.
    select from member_blocks b where b.member_id = new.id and b.act = 'unverify' and b.confirmed_by is null
  ) then
    raise exception 'member % has no documents that two operators approved', new.id
      using errcode = 'check_violation', constraint = 'members_verified_by_documents';
  end if;
  return new;
end
$$;
create trigger members_verified_by_documents before update of real_name_status on members for each row
  when (new.real_name_status = 2 and old.real_name_status <> 2) execute function members_refuse_unproven_identity();
create trigger members_opened_unverified before insert on members for each row
  when (new.real_name_status = 2) execute function members_refuse_unproven_identity();
