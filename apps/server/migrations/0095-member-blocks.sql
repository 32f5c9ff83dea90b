-- feature: operators
-- What one person does that stops a member's money ends by itself, unless a second person agrees (ADR 0036).

create table member_blocks (
  member_id bigint not null references members (id),
  act text not null check (act in ('freeze', 'ban', 'unverify')),
  operator_id bigint not null references operators (id),
  -- Absent once a second person has agreed to a ban or to a verification taken away.
  until timestamptz,
  confirmed_by bigint references operators (id),
  -- Ended blocks stay, so that nobody goes on alone with another.
  ended_at timestamptz,
  set_at timestamptz not null,
  primary key (member_id, act),
  constraint member_blocks_two_people check (
    (until is null) = (confirmed_by is not null) and confirmed_by is distinct from operator_id
  ),
  constraint member_blocks_freezes_end check (act <> 'freeze' or until is not null)
);
create index member_blocks_due on member_blocks (until) where ended_at is null;

insert into member_blocks (member_id, act, operator_id, until, ended_at, set_at)
select member_id, 'freeze', operator_id, until, ended_at, least(until, coalesce(ended_at, until)) - interval '72 hours'
from member_freezes;
drop table member_freezes;

grant select, insert, update on member_blocks to tern_app;
