/** The SQL of drafts, which only operators read. */
import {
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { announcementEditions, announcements } from './store.ts';

export const insertAnnouncement = defineQuery({
  name: 'announcement.insert',
  text: 'insert into announcements (cate, created_by, created_at) values ($1, $2, $3) returning id',
  params: [int2, int8, timestamptz],
  row: { id: int8 },
});

/** Returns no row when the draft has changed since revision `$2`, or does not exist. */
export const nextRevision = announcements
  .pick('revision')
  .update('announcement.nextRevision', 'revision = revision + 1 where id = $1 and revision = $2', [
    int8,
    int4,
  ]);

export const announcementById = announcements.select('announcement.byId', 'where id = $1', [int8]);

/** Blocks other changes until the transaction ends. */
export const lockAnnouncement = announcements.select(
  'announcement.lock',
  'where id = $1 for update',
  [int8],
);

/** Newest first. */
export const listAnnouncements = defineQuery({
  name: 'announcement.list',
  text: `select a.id, a.cate, a.revision, a.published_at, a.created_at,
      coalesce((select d.title from announcement_drafts d where d.announcement_id = a.id and d.lang = 'en'), '') as title,
      array(select d.lang from announcement_drafts d where d.announcement_id = a.id) as langs
    from announcements a where ($1::smallint is null or a.cate = $1) order by a.id desc limit $2 offset $3`,
  params: [nullable(int2), int8, int8],
  row: { ...announcements.row, title: text, langs: arrayOf(text) },
});

/** By a part of the title in any language, in lower case: announcements are few. */
export const announcementsTitled = defineQuery({
  name: 'announcement.titled',
  text: `select a.id, coalesce(max(d.title) filter (where d.lang = 'en'), min(d.title)) as title, a.published_at
    from announcements a join announcement_drafts d on d.announcement_id = a.id
    group by a.id having bool_or(position($1 in lower(d.title)) > 0) order by a.id desc limit $2`,
  params: [text, int8],
  row: { id: int8, title: text, publishedAt: nullable(timestamptz) },
});

export const countAnnouncements = announcements.count(
  'announcement.count',
  'where ($1::smallint is null or cate = $1)',
  [nullable(int2)],
);

/** The pending editions of several announcements. */
export const pendingEditionsOf = announcementEditions
  .pick('id', 'announcementId', 'publishAt', 'state')
  .select(
    'announcement.comingOfAll',
    `where announcement_id = any($1) and state in ('proposed', 'agreed')`,
    [arrayOf(int8)],
  );

export const putDraft = defineStatement({
  name: 'announcement.putDraft',
  text: `insert into announcement_drafts (announcement_id, lang, title, body) values ($1, $2, $3, $4)
    on conflict (announcement_id, lang) do update set title = excluded.title, body = excluded.body`,
  params: [int8, text, text, text],
});

export const deleteDraft = defineStatement({
  name: 'announcement.deleteDraft',
  text: 'delete from announcement_drafts where announcement_id = $1 and lang = $2',
  params: [int8, text],
});

export const draftsOf = defineQuery({
  name: 'announcement.draftsOf',
  text: 'select lang, title, body from announcement_drafts where announcement_id = $1 order by lang',
  params: [int8],
  row: { lang: text, title: text, body: text },
});
