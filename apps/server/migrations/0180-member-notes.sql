-- feature: operators
-- Notes of operators on a member: appended, never changed, never shown to the member.

create table member_notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  operator_id bigint not null references operators (id),
  body text not null check (body <> ''),
  created_at timestamptz not null
);
create index member_notes_of_member on member_notes (member_id, id desc);

create function member_notes_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'notes are only added' using errcode = 'insufficient_privilege';
end
$$;
create trigger member_notes_append_only before update or delete or truncate on member_notes
  for each statement execute function member_notes_refuse_change();

grant select, insert on member_notes to tern_app;
