/** Announcements and articles: texts for all members, written by operators and approved by a second one. */
import type { Bus } from '../../../platform/bus.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { editionKind, publishDue } from './edition-kind.ts';
import { announcementOperatorRoutes } from './operator.ts';
import { notifyMembers, announcementNotices } from './notify-members.ts';
import type { EditionDeps } from './propose-edition.ts';
import { announcementRoutes } from './routes.ts';
import { announcementsTitled } from './store-drafts.ts';

const DUE_EVERY_MS = 1_000;

export interface AnnouncementDeps extends EditionDeps {
  bus: Bus;
  /** For lists. */
  lists: Reader;
}

export function createAnnouncements(deps: AnnouncementDeps): NotifyingFeature {
  deps.reviews.register(editionKind());
  return {
    slug: 'announcement',
    notices: announcementNotices,
    routes: [...announcementRoutes(deps), ...announcementOperatorRoutes(deps)],
    jobs: [
      { name: 'announcement.publish', everyMs: DUE_EVERY_MS, run: () => publishDue(deps) },
      { name: 'announcement.notify', everyMs: DUE_EVERY_MS, run: () => notifyMembers(deps) },
    ],
  };
}

/** The newest with a part of their title in any language, published or not. `words`: lower case. */
export async function findAnnouncements(
  reader: Reader,
  words: string,
  limit: number,
): Promise<{ id: number; title: string; isPublished: boolean }[]> {
  const found = await reader.many(announcementsTitled, [words, limit]);
  return found.map(({ id, title, publishedAt }) => ({
    id,
    title,
    isPublished: publishedAt !== null,
  }));
}
