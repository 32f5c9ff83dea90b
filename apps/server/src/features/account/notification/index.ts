/** Notifications: a member's notices, their preferences, and delivery by email and push (ADR 32, 46). */
import type { PushServices, VapidKeys } from '../../../kernel/messaging/channels.ts';
import { pruneNotifications } from '../../../kernel/messaging/read-notifications.ts';
import { pushKeys } from '../../../kernel/messaging/push-devices.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { deliverEmails } from './deliver-emails.ts';
import { deliverPushes } from './deliver-pushes.ts';
import { notificationRoutes } from './routes.ts';
import { notifyYields, yieldNotices } from './notify-yields.ts';

export interface NotificationDeps {
  database: Database;
  /** For lists. */
  lists: Reader;
  clock: Clock;
  log: Log;
  bus: Bus;
  secretBox: SecretBox;
  publicUrl: string;
  mode: 'paper' | 'live';
  pushes: PushServices;
  /** Origins of more push services, such as a test's own. */
  morePushServices?: readonly string[] | undefined;
}

/** The records behind the notices are not deleted. */
const KEPT_MS = 180 * 24 * HOUR_MS;
const DELIVER_EVERY_MS = 1_000;

export { noticeText } from './notice-text.ts';

export function createNotifications(deps: NotificationDeps): NotifyingFeature {
  const { database, clock, pushes, publicUrl, morePushServices = [] } = deps;
  let known: VapidKeys | undefined;
  const keys = () => {
    if (known === undefined) throw new Error('the push keys are read at the start');
    return known;
  };
  const sender = pushes.connect({
    keys,
    // Push services accept no address of this machine.
    subject: publicUrl.startsWith('https://') ? publicUrl : 'mailto:operator@localhost',
    moreServices: morePushServices,
  });
  const delivering = { ...deps, sender };
  return {
    slug: 'notification',
    notices: yieldNotices,
    routes: notificationRoutes({ ...delivering, pushKey: () => keys().publicKey }),
    jobs: [
      {
        name: 'notification.prune',
        everyMs: HOUR_MS,
        run: async () => {
          const before = clock.now() - KEPT_MS;
          while ((await database.transaction((tx) => pruneNotifications(tx, before))) > 0);
        },
      },
      { name: 'notification.yields', everyMs: MINUTE_MS, run: () => notifyYields(delivering) },
      {
        name: 'notification.email',
        everyMs: DELIVER_EVERY_MS,
        run: () => deliverEmails(delivering),
      },
      {
        name: 'notification.push',
        everyMs: DELIVER_EVERY_MS,
        run: () => deliverPushes(delivering),
      },
    ],
    async start() {
      known = await pushKeys(deps, pushes.makeKeys, clock.now());
    },
  };
}
