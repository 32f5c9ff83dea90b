/** The SQL of published editions: lists, publishing and hiding. */
import {
  bool,
  int2,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import type { Texts } from './article-text.ts';

export const announcements = defineTable('announcements', {
  id: int8,
  cate: int2,
  revision: int4,
  publishedAt: nullable(timestamptz),
  createdAt: timestamptz,
});

const listed = {
  id: int8,
  cate: int2,
  publishedAt: timestamptz,
  changedAt: timestamptz,
  title: text,
  isOwn: bool,
} as const;

const LISTED = `a.id, a.cate, a.published_at, e.publish_at as changed_at,
  coalesce(e.texts -> $1 ->> 'title', e.texts -> 'en' ->> 'title') as title, e.texts ? $1 as is_own`;
const PUBLISHED = `announcements a join announcement_editions e on e.announcement_id = a.id and e.state = 'published'`;

/** In the language `$1` or English; of one category, or of all when `$2` is null. */
export const listPublished = defineQuery({
  name: 'announcement.listPublished',
  text: `select ${LISTED} from ${PUBLISHED} where ($2::smallint is null or a.cate = $2) and a.published_at is not null
    order by a.published_at desc, a.id desc limit $3 offset $4`,
  params: [text, nullable(int2), int8, int8],
  row: listed,
});

export const countPublished = announcements.count(
  'announcement.countPublished',
  'where ($1::smallint is null or cate = $1) and published_at is not null',
  [nullable(int2)],
);

export const findPublished = defineQuery({
  name: 'announcement.findPublished',
  text: `select ${LISTED}, coalesce(e.texts -> $1 ->> 'body', e.texts -> 'en' ->> 'body') as body
    from ${PUBLISHED} where a.id = $2`,
  params: [text, int8],
  row: { ...listed, body: text },
});

export type Published = RowOf<typeof listPublished>;

export const announcementEditions = defineTable('announcement_editions', {
  id: int8,
  announcementId: int8,
  texts: jsonb<Texts>(),
  publishAt: nullable(timestamptz),
  reason: text,
  state: text,
  proposedBy: nullable(int8),
  createdAt: timestamptz,
});

export type Edition = RowOf<typeof editionById>;

export const insertEdition = defineQuery({
  name: 'announcement.insertEdition',
  text: `insert into announcement_editions (announcement_id, texts, publish_at, reason, state, proposed_by, created_at)
    values ($1, $2, $3, $4, 'proposed', $5, $6)
    on conflict (announcement_id) where state in ('proposed', 'agreed') do nothing returning id`,
  params: [int8, announcementEditions.row.texts, nullable(timestamptz), text, int8, timestamptz],
  row: { id: int8 },
});

export const editionById = announcementEditions.select(
  'announcement.editionById',
  'where id = $1',
  [int8],
);

/** Newest first. */
export const editionsOf = announcementEditions.select(
  'announcement.editionsOf',
  'where announcement_id = $1 order by id desc limit 50',
  [int8],
);

/** The pending edition. */
export const pendingEditionOf = announcementEditions.select(
  'announcement.comingOf',
  `where announcement_id = $1 and state in ('proposed', 'agreed')`,
  [int8],
);

export const publishedOf = announcementEditions.select(
  'announcement.publishedOf',
  `where announcement_id = $1 and state = 'published'`,
  [int8],
);

/** Only from the state `$2`: another operator may have been faster. */
export const moveEdition = defineStatement({
  name: 'announcement.moveEdition',
  text: `update announcement_editions set state = $3, publish_at = coalesce($4, publish_at)
    where id = $1 and state = $2`,
  params: [int8, text, text, nullable(timestamptz)],
});

/** Ordered by time; skips editions that another process is publishing. */
export const dueEditions = defineQuery({
  name: 'announcement.dueEditions',
  text: `select id, announcement_id, publish_at from announcement_editions where state = 'agreed' and publish_at <= $1
    order by publish_at, id limit 100 for update skip locked`,
  params: [timestamptz],
  row: { id: int8, announcementId: int8, publishAt: timestamptz },
});

/** Retires the published edition. */
export const replacePublished = defineStatement({
  name: 'announcement.replacePublished',
  text: `update announcement_editions set state = 'replaced' where announcement_id = $1 and state = 'published'`,
  params: [int8],
});

/** Keeps the time of the first publication. */
export const setPublished = defineStatement({
  name: 'announcement.setPublished',
  text: 'update announcements set published_at = coalesce(published_at, $2) where id = $1',
  params: [int8, timestamptz],
});

export const setHidden = defineStatement({
  name: 'announcement.setHidden',
  text: 'update announcements set published_at = null where id = $1',
  params: [int8],
});

/** Once, at the first publication; help and policies are not reported. */
export const insertNotices = defineStatement({
  name: 'announcement.insertNotices',
  text: `insert into announcement_notices (announcement_id, published_at)
    select id, $2 from announcements where id = $1 and cate = 1 on conflict (announcement_id) do nothing`,
  params: [int8, timestamptz],
});

/** An announcement whose members are not all notified; it is locked, and skipped while it is withdrawn. */
export const nextToNotify = defineQuery({
  name: 'announcement.nextToNotify',
  text: `select n.announcement_id, n.published_at, n.sent_through, e.texts
    from announcement_notices n join ${PUBLISHED} on a.id = n.announcement_id
    where not n.is_done and a.published_at is not null
    order by n.announcement_id limit 1 for no key update of n skip locked`,
  params: [],
  row: {
    announcementId: int8,
    publishedAt: timestamptz,
    sentThrough: int8,
    texts: announcementEditions.row.texts,
  },
});

export const setNotified = defineStatement({
  name: 'announcement.setNotified',
  text: 'update announcement_notices set sent_through = $2, is_done = $3 where announcement_id = $1',
  params: [int8, int8, bool],
});
