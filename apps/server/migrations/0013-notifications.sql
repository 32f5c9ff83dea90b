-- feature: kernel
-- Members' notices: one narrow row per fact, without text (rules §10, ADR 32).

-- Narrow, because ten thousand contracts may settle in one second and each inserts a row: no foreign key, few indexes.
create table notifications (
  id bigint generated always as identity,
  member_id bigint not null,
  -- The id of the record it links to; 0 for none.
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

-- A member has read all notices up to this id; unread ones are counted from here.
create table notification_floors (
  member_id bigint primary key,
  read_through bigint not null
);

grant select, insert, delete on notifications to tern_app;
-- A notice never changes, except that it is read.
grant update (read_at) on notifications to tern_app;
grant select, insert, update on notification_floors to tern_app;
