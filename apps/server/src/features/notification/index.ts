/** Notifications: a member's notices, deleted after half a year. */
import { pruneNotifications } from '../../kernel/messaging/read-notifications.ts';
import type { Feature } from '../../platform/feature.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { type NotificationDeps, notificationRoutes } from './routes.ts';

/** The records behind the notices are not deleted. */
const KEPT_MS = 180 * 24 * HOUR_MS;

export { noticeText } from './notice-text.ts';

export function createNotifications(deps: NotificationDeps): Feature {
  const { database, clock } = deps;
  return {
    slug: 'notification',
    routes: notificationRoutes(deps),
    jobs: [
      {
        name: 'notification.prune',
        everyMs: HOUR_MS,
        run: async () => {
          const before = clock.now() - KEPT_MS;
          while ((await database.transaction((tx) => pruneNotifications(tx, before))) > 0);
        },
      },
    ],
  };
}
