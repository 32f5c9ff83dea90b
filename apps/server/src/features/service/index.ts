/** Service: conversations of members and visitors with operators. */
import type { Feature } from '../../platform/feature.ts';
import type { ServiceDeps } from './deps.ts';
import { serviceJobs } from './jobs.ts';
import { inboxRoutes } from './operator.ts';
import { serviceRoutes } from './routes.ts';
import { VisitorLive } from './visitor-live.ts';

export function createService(given: Omit<ServiceDeps, 'isVisitorHere'>): Feature {
  const live = new VisitorLive(given);
  const deps = { ...given, isVisitorHere: (id: number) => live.isConnected(id) };
  return {
    slug: 'service',
    routes: [...serviceRoutes(deps), ...inboxRoutes(deps)],
    sockets: [live.endpoint],
    jobs: serviceJobs(deps),
    start: async () => live.start(),
    stop: async () => live.stop(),
  };
}
