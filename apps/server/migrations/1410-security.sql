-- feature: security
-- Requests to lift a freeze by the owner: two operators check the identity, a day later at the earliest (ADR 43).

create table unfreeze_requests (
  id bigint generated always as identity (start with 50001) primary key,
  member_id bigint not null references members (id),
  -- When the owner froze the account.
  frozen_at timestamptz not null,
  -- From the member, for operators.
  note text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'cancelled')),
  -- Of a rejection, shown to the member.
  reason text not null default '',
  earliest_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint unfreeze_requests_wait check (earliest_at >= created_at + interval '24 hours'),
  constraint unfreeze_requests_decided check ((state = 'open') = (decided_at is null)),
  constraint unfreeze_requests_in_time check (state <> 'approved' or decided_at >= earliest_at)
);
create unique index unfreeze_requests_one on unfreeze_requests (member_id) where state = 'open';
create index unfreeze_requests_of_member on unfreeze_requests (member_id, id desc);

create function unfreeze_requests_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (new.id, new.member_id, new.frozen_at, new.note, new.earliest_at, new.created_at)
    is distinct from (old.id, old.member_id, old.frozen_at, old.note, old.earliest_at, old.created_at) then
    raise exception 'a request to unfreeze does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'approved'
    and not exists (select from reviews_agreed a where a.kind = 'unfreeze' and a.subject_id = new.id) then
    raise exception 'two operators approve a request to unfreeze' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger unfreeze_requests_stay before update on unfreeze_requests
  for each row execute function unfreeze_requests_refuse_change();

grant select, insert on unfreeze_requests to tern_app;
grant update (state, reason, decided_at) on unfreeze_requests to tern_app;
