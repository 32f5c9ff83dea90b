-- feature: kernel
-- Members' notifications: one narrow row per fact, in no language (rules §10, ADR 32).

-- Ten thousand contracts settle in one second and each writes a row: no foreign key, no index that is not needed.
create table notifications (
  id bigint generated always as identity,
  member_id bigint not null,
  -- The record it links to; 0 for none.
  about_id bigint not null,
  created_at timestamptz not null,
  read_at timestamptz,
  kind text not null check (kind <> ''),
  about text not null,
  -- The values in its sentence, as the kind defines them.
  values json not null,
  primary key (member_id, id)
);
create index notifications_age on notifications (created_at);

-- Everything of the member up to this id has been read: unread ones are counted from here on.
create table notification_floors (
  member_id bigint primary key,
  read_through bigint not null
);

grant select, insert, delete on notifications to tern_app;
-- What was sent does not change.
grant update (read_at) on notifications to tern_app;
grant select, insert, update on notification_floors to tern_app;
