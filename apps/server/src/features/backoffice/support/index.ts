/** Support: conversations of members and visitors with operators. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { SupportDeps } from './deps.ts';
import { supportJobs } from './jobs.ts';
import { inboxRoutes } from './operator.ts';
import { supportRoutes } from './routes.ts';
import { VisitorLive } from './visitor-live.ts';
import { imagesOfMember, supportRows } from './export-rows.ts';
import { supportNotices } from './notices.ts';
import { conversationsBefore } from './store-conversations.ts';

const CHECK_VISITORS_MS = 5_000;

export function createSupport(given: Omit<SupportDeps, 'isVisitorHere'>): NotifyingFeature {
  const live = new VisitorLive(given);
  const deps = { ...given, isVisitorHere: (id: number) => live.isConnected(id) };
  return {
    slug: 'support',
    notices: supportNotices,
    routes: [...supportRoutes(deps), ...inboxRoutes(deps)],
    sockets: [live.endpoint],
    jobs: [
      ...supportJobs(deps),
      {
        name: 'support.check-visitors',
        everyMs: CHECK_VISITORS_MS,
        runs: 'everywhere',
        run: () => live.checkMessages(),
      },
    ],
    start: async () => live.start(),
    stop: async () => live.stop(),
  };
}

/** What it holds about a member, for exports and closing. */
export const supportAccount: AccountPart = {
  held: supportRows,
  images: async (reader, memberId) =>
    (await reader.many(imagesOfMember, [memberId])).map(({ id, name }) => ({
      name: `conversation-image-${id}`,
      file: name,
    })),
};

/** The member's conversations before one, or all; newest first. */
export const chatsBefore = (
  reader: Reader,
  memberId: number,
  { before, limit }: { before: number | null; limit: number },
) => reader.many(conversationsBefore, [memberId, before, limit]);
