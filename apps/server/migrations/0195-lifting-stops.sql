-- feature: operators
-- A stop is lifted by someone with the right with which it was set, and by two people when its reason was suspicion (ADR 24).

alter table member_blocks
  -- The right with which it was set.
  add column set_as text not null default 'reviewer' check (set_as in ('support', 'reviewer')),
  add column is_suspicion boolean not null default true,
  -- Who asked to lift it first, where two people must, and when.
  add column lift_by bigint references operators (id),
  add column lift_at timestamptz,
  -- Who lifted it; null when it ended by itself.
  add column lifted_by bigint references operators (id),
  add constraint member_blocks_lift_asked check ((lift_by is null) = (lift_at is null));
-- From here on each new row says it.
alter table member_blocks alter column set_as drop default, alter column is_suspicion drop default;
-- Not of rows that ended before there was this rule.
alter table member_blocks add constraint member_blocks_lifted check (
  ended_at is null or (until is not null and until <= ended_at)
  -- New documents took its place.
  or (act = 'unverify' and lifted_by is null)
  or (lifted_by is not null and (not is_suspicion and confirmed_by is null or (lift_by is not null and lift_by <> lifted_by)))
) not valid;

-- Documents that a member sends end a removed verification: their review decides from then on.
update member_blocks b set ended_at = now() where b.act = 'unverify' and b.ended_at is null
  and exists (select from reviews r where r.kind = 'identity' and r.member_id = b.member_id and r.created_at >= b.set_at);
