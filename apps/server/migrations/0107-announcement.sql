-- feature: announcement
-- What operators tell everybody: drafts in up to fourteen languages, and editions that two people agreed on (rules §10, ADR 0040).

create table announcements (
  id bigint generated always as identity primary key,
  -- 1 announcement, 2 help, 3 rule of the house
  cate smallint not null check (cate in (1, 2, 3)),
  -- Counts what was written into the draft: who writes names the one they have read.
  revision int not null default 1,
  -- When members first saw it; absent while they see nothing of it.
  published_at timestamptz,
  -- Absent: came with the program.
  created_by bigint references operators (id),
  created_at timestamptz not null
);
create index announcements_published on announcements (cate, published_at desc, id desc) where published_at is not null;

create table announcement_drafts (
  announcement_id bigint not null references announcements (id),
  lang text not null check (lang in ('de', 'en', 'es', 'ru', 'pt', 'fr', 'it', 'id', 'jp', 'kr', 'tr', 'vn', 'zh', 'tw')),
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  primary key (announcement_id, lang)
);

create table announcement_editions (
  id bigint generated always as identity primary key,
  announcement_id bigint not null references announcements (id),
  -- Title and body by language, as they were proposed; nobody changes them.
  texts jsonb not null check (texts -> 'en' ->> 'title' <> '' and texts -> 'en' ->> 'body' <> ''),
  -- When it shall appear, and once it has, when it did; absent: as soon as it is agreed.
  publish_at timestamptz,
  reason text not null,
  state text not null check (state in ('proposed', 'agreed', 'published', 'replaced', 'rejected', 'takenBack')),
  -- Absent: came with the program.
  proposed_by bigint references operators (id),
  created_at timestamptz not null,
  constraint announcement_editions_time check (state in ('proposed', 'rejected', 'takenBack') or publish_at is not null)
);
-- One at most is on its way, and one is read.
create unique index announcement_editions_coming on announcement_editions (announcement_id) where state in ('proposed', 'agreed');
create unique index announcement_editions_published on announcement_editions (announcement_id) where state = 'published';
create index announcement_editions_due on announcement_editions (publish_at, id) where state = 'agreed';
create index announcement_editions_of on announcement_editions (announcement_id, id desc);

grant select, insert on announcements, announcement_drafts, announcement_editions to tern_app;
grant update (revision, published_at) on announcements to tern_app;
grant update (title, body), delete on announcement_drafts to tern_app;
grant update (state, publish_at) on announcement_editions to tern_app;
