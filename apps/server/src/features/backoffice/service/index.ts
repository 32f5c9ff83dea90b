/** Service: conversations of members and visitors with operators. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { ServiceDeps } from './deps.ts';
import { serviceJobs } from './jobs.ts';
import { inboxRoutes } from './operator.ts';
import { serviceRoutes } from './routes.ts';
import { VisitorLive } from './visitor-live.ts';
import { imagesOfMember, serviceRows } from './export-rows.ts';
import { serviceNotices } from './notices.ts';

const CHECK_VISITORS_MS = 5_000;

export function createService(given: Omit<ServiceDeps, 'isVisitorHere'>): NotifyingFeature {
  const live = new VisitorLive(given);
  const deps = { ...given, isVisitorHere: (id: number) => live.isConnected(id) };
  return {
    slug: 'service',
    notices: serviceNotices,
    routes: [...serviceRoutes(deps), ...inboxRoutes(deps)],
    sockets: [live.endpoint],
    jobs: [
      ...serviceJobs(deps),
      {
        name: 'service.check-visitors',
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
export const serviceAccount: AccountPart = {
  held: serviceRows,
  images: async (reader, memberId) =>
    (await reader.many(imagesOfMember, [memberId])).map(({ id, name }) => ({
      name: `conversation-image-${id}`,
      file: name,
    })),
};
