-- feature: announcement
-- Announcements, help articles and policies: drafts in up to fourteen languages, and editions that two operators approved (ADR 26).

create table announcements (
  id bigint generated always as identity primary key,
  -- 1 announcement, 2 help, 3 policy.
  cate smallint not null check (cate in (1, 2, 3)),
  -- Counts changes of the draft; an editor names the revision they have read.
  revision int not null default 1,
  -- When members first saw it; null while it is not published.
  published_at timestamptz,
  -- Null: part of the installation.
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
  -- Title and body by language, as proposed. They do not change.
  texts jsonb not null check (texts -> 'en' ->> 'title' <> '' and texts -> 'en' ->> 'body' <> ''),
  -- Planned time of publication, later the actual one; null to publish on approval.
  publish_at timestamptz,
  reason text not null,
  state text not null check (state in ('proposed', 'agreed', 'published', 'replaced', 'rejected', 'takenBack')),
  -- Null: part of the installation.
  proposed_by bigint references operators (id),
  created_at timestamptz not null,
  constraint announcement_editions_time check (state in ('proposed', 'rejected', 'takenBack') or publish_at is not null)
);
-- At most one is pending, and one is published.
create unique index announcement_editions_coming on announcement_editions (announcement_id) where state in ('proposed', 'agreed');
create unique index announcement_editions_published on announcement_editions (announcement_id) where state = 'published';
create index announcement_editions_due on announcement_editions (publish_at, id) where state = 'agreed';
create index announcement_editions_of on announcement_editions (announcement_id, id desc);

-- Announcements that members are notified of: one row each, written when it is first published. Batches of members follow.
create table announcement_notices (
  announcement_id bigint primary key references announcements (id),
  -- Members who registered later are not notified.
  published_at timestamptz not null,
  -- Members up to this id have their notice.
  sent_through bigint not null default 0,
  is_done boolean not null default false
);
create index announcement_notices_open on announcement_notices (announcement_id) where not is_done;

grant select, insert, update (sent_through, is_done) on announcement_notices to tern_app;
grant select, insert on announcements, announcement_drafts, announcement_editions to tern_app;
grant update (revision, published_at) on announcements to tern_app;
grant update (title, body), delete on announcement_drafts to tern_app;
grant update (state, publish_at) on announcement_editions to tern_app;

-- The first articles: help for newcomers, the policies and the first announcement, so that the news are not empty.
-- seeds/announcement/articles.json lists them in order; one file per language has their texts. Operators edit them from here on.
do $$
declare
  seeds constant jsonb := current_setting('migration.seeds')::jsonb;
  article record;
  article_id bigint;
  texts jsonb;
begin
  for article in
    select a.value ->> 'name' as name, (a.value ->> 'cate')::smallint as cate, (a.value ->> 'writtenAt')::timestamptz as written_at
    from jsonb_array_elements(seeds -> 'articles') with ordinality as a(value, place) order by a.place
  loop
    -- A body is a list of lines.
    select jsonb_object_agg(l.key, jsonb_build_object('title', l.value -> article.name ->> 'title', 'body',
        (select string_agg(b.line, E'\n' order by b.place)
         from jsonb_array_elements_text(l.value -> article.name -> 'body') with ordinality as b(line, place))))
      into texts
    from jsonb_each(seeds - 'articles') as l(key, value);

    insert into announcements (cate, published_at, created_at) values (article.cate, article.written_at, article.written_at)
    returning id into article_id;
    insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
    values (article_id, texts, article.written_at, 'Part of the installation.', 'published', article.written_at);
    insert into announcement_drafts (announcement_id, lang, title, body)
    select article_id, t.key, t.value ->> 'title', t.value ->> 'body' from jsonb_each(texts) as t(key, value);
  end loop;
end
$$;
