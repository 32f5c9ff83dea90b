-- feature: kernel
-- Each review is due at a time, by the setting of its kind when it was opened. Operators work in this order.

alter table reviews add column due_at timestamptz not null default now() + interval '1 day';
-- Of those that were opened before: a day after. A change of type fires no trigger, so that decided ones get it too.
alter table reviews alter column due_at type timestamptz using created_at + interval '1 day';

drop index reviews_open;
create index reviews_open on reviews (due_at, id) where state = 'open';
-- The newest decided ones, of all kinds or of one.
create index reviews_decided on reviews (kind, id desc) where state <> 'open';

create or replace function reviews_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'a decided review does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.kind <> old.kind or new.subject_id <> old.subject_id or new.member_id is distinct from old.member_id
    or new.asset is distinct from old.asset or new.amount is distinct from old.amount
    or new.approvals <> old.approvals or new.facts <> old.facts or new.created_at <> old.created_at
    or new.due_at <> old.due_at then
    raise exception 'the facts of a review do not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
