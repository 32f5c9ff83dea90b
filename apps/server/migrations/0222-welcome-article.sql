-- feature: announcement
-- The first announcement, so that the news are not empty: what members can check, and where to begin. seeds/welcome-article has
-- its texts, one file per language. An installation that has announcements of its own keeps them as they are.
do $$
declare
  seeds constant jsonb := current_setting('migration.seeds')::jsonb;
  written_at constant timestamptz := '2026-11-01T00:00:00Z';
  article_id bigint;
  texts jsonb;
begin
  if exists (select 1 from announcements where cate = 1) then
    return;
  end if;
  -- A body is a list of lines.
  select jsonb_object_agg(l.key, jsonb_build_object('title', l.value ->> 'title', 'body',
      (select string_agg(b.line, E'\n' order by b.place)
       from jsonb_array_elements_text(l.value -> 'body') with ordinality as b(line, place))))
    into texts
  from jsonb_each(seeds) as l(key, value);

  insert into announcements (cate, published_at, created_at) values (1, written_at, written_at)
  returning id into article_id;
  insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
  values (article_id, texts, written_at, 'Part of the installation.', 'published', written_at);
  insert into announcement_drafts (announcement_id, lang, title, body)
  select article_id, t.key, t.value ->> 'title', t.value ->> 'body' from jsonb_each(texts) as t(key, value);
end
$$;
