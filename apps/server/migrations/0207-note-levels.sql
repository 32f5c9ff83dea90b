-- feature: operators
-- Who reads a note on a member: all operators, those who review, or those who see to compliance. Notes until here may hold a suspicion.

alter table member_notes add column level text not null default 'review' check (level in ('all', 'review', 'compliance'));
-- From here on each new note says it.
alter table member_notes alter column level drop default;
