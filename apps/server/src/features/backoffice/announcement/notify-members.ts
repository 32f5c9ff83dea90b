/**
 * Notifies all members of a published announcement: one batch of them in each run, so that a hundred thousand take minutes and
 * nothing else waits. The row of the announcement remembers how far it got, also after a restart.
 */
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { membersAfter } from '../../../kernel/members/members.ts';
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';
import { notifyMany } from '../../../kernel/messaging/notifications.ts';
import type { DueDeps } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { everyLang, type Texts } from './article-text.ts';
import { nextToNotify, setNotified } from './store.ts';

export const announcementNotices = defineNotices(
  {
    /** `title` is in the language that the member had at the time, or in English. */
    'announcement.published': { category: 'news', values: { title: 'text' } },
  },
  {
    announcement: { category: 'news', page: '/pages/user/afficheDetail' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    announcement: typeof announcementNotices;
  }
}

/** About 50 ms of work. */
const MEMBERS_MAX = 1_000;

export async function notifyMembers({ database, clock, bus }: DueDeps): Promise<void> {
  const count = await database.transaction((tx) => notifyBatch(tx, clock.now()));
  if (count > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
}

/** Returns how many members were notified. */
async function notifyBatch(tx: Tx, at: number): Promise<number> {
  const next = await tx.maybe(nextToNotify, []);
  if (next === undefined) return 0;
  const { announcementId: id, publishedAt, sentThrough, texts } = next;
  const range = { afterId: sentThrough, registeredBefore: publishedAt, limit: MEMBERS_MAX };
  const members = await membersAfter(tx, range);
  await notifyMany(tx, { about: 'announcement', groups: groupsOf(members, { id, texts }) }, at);
  const isDone = members.length < MEMBERS_MAX;
  await tx.run(setNotified, [id, members.at(-1)?.id ?? sentThrough, isDone]);
  return members.length;
}

/** One for each language. */
function groupsOf(
  members: readonly { id: number; lang: string }[],
  { id, texts }: { id: number; texts: Texts },
) {
  return everyLang.flatMap((lang) => {
    const memberIds = members.filter((each) => langOf(each.lang) === lang).map((each) => each.id);
    const { title } = texts[lang] ?? texts.en;
    const kind = 'announcement.published' as const;
    const aboutIds = memberIds.map(() => id);
    return memberIds.length === 0 ? [] : [{ kind, values: { title }, memberIds, aboutIds }];
  });
}
