/** Reads a member's notices, counts unread ones, marks them read, deletes old ones. */
import {
  arrayOf,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import { filterOf, type NoticeCategory } from './notice-kinds.ts';
import type { About } from './notifications.ts';

const notifications = defineTable('notifications', {
  id: int8,
  aboutId: int8,
  createdAt: timestamptz,
  readAt: nullable(timestamptz),
  kind: text,
  about: text,
  values: json<Record<string, string>>(),
});

/** Skips to the page in the key alone, and fetches the rows of the page only. */
const pageOfMember = notifications.select(
  'kernel.notificationsOfMember',
  `where member_id = $1 and id in (
      select id from notifications where member_id = $1 order by id desc limit $2 offset $3
    ) order by id desc`,
  [int8, int8, int8],
);

const countOfMember = notifications.count('kernel.countNotifications', 'where member_id = $1', [
  int8,
]);

/** Of these kinds, or of the kinds `$3` if they are about a record of `$4`. */
const IN_GROUP = '(kind = any($2) or (kind = any($3) and about = any($4)))';
const groupParams = [arrayOf(text), arrayOf(text), arrayOf(text)] as const;

const pageOfGroup = notifications.select(
  'kernel.notificationsOfGroup',
  `where member_id = $1 and ${IN_GROUP} order by id desc
    limit $5 offset $6`,
  [int8, ...groupParams, int8, int8],
);

const countOfGroup = notifications.count(
  'kernel.countNotificationsOfGroup',
  `where member_id = $1 and ${IN_GROUP}`,
  [int8, ...groupParams],
);

const oneOfMember = notifications.select(
  'kernel.notificationOfMember',
  'where member_id = $1 and id = $2',
  [int8, int8],
);

const FLOOR = 'coalesce((select read_through from notification_floors where member_id = $1), 0)';

const countUnreadQuery = defineQuery({
  name: 'kernel.countUnreadNotifications',
  text: `select count(*)::int as unread from (
      select 1 from notifications where member_id = $1 and id > ${FLOOR} and read_at is null limit $2
    ) n`,
  params: [int8, int8],
  row: { unread: int4 },
});

const markOne = notifications.update(
  'kernel.markNotificationRead',
  'read_at = coalesce(read_at, $3) where member_id = $1 and id = $2',
  [int8, int8, timestamptz],
);

const markAbout = defineStatement({
  name: 'kernel.markNotificationsAboutRead',
  text: `update notifications set read_at = $4
    where member_id = $1 and id > ${FLOOR} and about = $2 and about_id = $3 and read_at is null`,
  params: [int8, text, int8, timestamptz],
});

const markThrough = defineStatement({
  name: 'kernel.markNotificationsRead',
  text: `update notifications set read_at = $3
    where member_id = $1 and id > ${FLOOR} and id <= $2 and read_at is null`,
  params: [int8, int8, timestamptz],
});

/** Ids are drawn before their transactions commit, so only ids up to an old row are safe. */
const raiseFloor = defineStatement({
  name: 'kernel.raiseNotificationFloor',
  text: `insert into notification_floors as f (member_id, read_through)
    select $1, id from notifications where member_id = $1 and id <= $2 and created_at < $3
    order by id desc limit 1
    on conflict (member_id) do update set read_through = excluded.read_through
      where f.read_through < excluded.read_through`,
  params: [int8, int8, timestamptz],
});

const deleteBefore = defineStatement({
  name: 'kernel.deleteNotificationsBefore',
  text: `delete from notifications where (member_id, id) in (
      select member_id, id from notifications where created_at < $1 order by created_at limit 5000)`,
  params: [timestamptz],
});

export type Notification = RowOf<typeof pageOfMember>;

/** The filters of the app. */
const noticeGroups = {
  money: ['money', 'loans', 'spot', 'rewards'],
  contracts: ['contracts'],
  security: ['security'],
  yield: ['yield'],
  news: ['news', 'service'],
} as const satisfies Record<string, readonly NoticeCategory[]>;
export type NoticeGroup = keyof typeof noticeGroups;

/** Newest first; without a group, all notices. */
export async function listNotifications(
  reader: Reader,
  memberId: number,
  page: { limit: number; offset: number; group?: NoticeGroup | undefined },
): Promise<{ notifications: Notification[]; total: number }> {
  const { limit, offset, group } = page;
  if (group === undefined) {
    const [notifications, { total }] = await Promise.all([
      reader.many(pageOfMember, [memberId, limit, offset]),
      reader.one(countOfMember, [memberId]),
    ]);
    return { notifications, total };
  }
  const { kinds, recordKinds, abouts } = filterOf(noticeGroups[group]);
  const filter = [memberId, kinds, recordKinds, abouts] as const;
  const [notifications, { total }] = await Promise.all([
    reader.many(pageOfGroup, [...filter, limit, offset]),
    reader.one(countOfGroup, filter),
  ]);
  return { notifications, total };
}

export function findNotification(
  reader: Reader,
  memberId: number,
  id: number,
): Promise<Notification | undefined> {
  return reader.maybe(oneOfMember, [memberId, id]);
}

/** Counting stops here. */
const UNREAD_MAX = 100;

/** At most 100, which then means "100 or more". */
export async function countUnread(reader: Reader, memberId: number): Promise<number> {
  return (await reader.one(countUnreadQuery, [memberId, UNREAD_MAX])).unread;
}

/** Returns the updated notice; undefined if it does not exist or belongs to another member. */
export function markRead(
  tx: Tx,
  given: { memberId: number; id: number },
  at: number,
): Promise<Notification | undefined> {
  return tx.maybe(markOne, [given.memberId, given.id, at]);
}

/** Marks the notices about a record as read, because the member has seen it; what was to leave the app stays there. */
export async function markReadAbout(
  tx: Tx,
  { memberId, about }: { memberId: number; about: About },
  at: number,
): Promise<void> {
  await tx.run(markAbout, [memberId, about.kind, about.id, at]);
}

/** Longer than any transaction that writes notices. */
const SETTLED_MS = 60 * 60_000;

/** Marks all notices up to an id as read; later ones stay unread. */
export async function markAllRead(
  tx: Tx,
  given: { memberId: number; through: number },
  at: number,
): Promise<void> {
  const { memberId, through } = given;
  await tx.run(markThrough, [memberId, through, at]);
  await tx.run(raiseFloor, [memberId, through, at - SETTLED_MS]);
}

/** Deletes a batch of notices older than `before` and returns how many; 0 when none is left. */
export function pruneNotifications(tx: Tx, before: number): Promise<number> {
  return tx.run(deleteBefore, [before]);
}
