/** Members with notices, and instances that deliver them to an outbox and to a push service of our own. */
import { createLog } from '../../src/platform/log.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import { int4, int8, text } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { webPushServices } from '../../src/adapters/web-push.ts';
import { deliverEmails } from '../../src/features/account/notification/deliver-emails.ts';
import { deliverPushes } from '../../src/features/account/notification/deliver-pushes.ts';
import {
  addDevice,
  type PreferenceDeps,
} from '../../src/features/account/notification/preferences.ts';
import { notifyYields } from '../../src/features/account/notification/notify-yields.ts';
import { freshDatabase } from './database.ts';
import { fundedMember, manualClock } from './market.ts';
import { startPushService } from './push-service.ts';

const emails = defineQuery({
  name: 'test.noticeEmails',
  text: `select o.subject, o.body from outgoing_messages o join members m on m.email = o.recipient
    where m.id = $1 and o.purpose = 'notice' order by o.id`,
  params: [int8],
  row: { subject: text, body: text },
});

const waiting = defineQuery({
  name: 'test.waitingDeliveries',
  text: 'select channel from notification_deliveries where member_id = $1 order by id',
  params: [int8],
  row: { channel: text },
});

const records = defineQuery({
  name: 'test.pushRecords',
  text: `select id, subject, state, attempts, last_error from outgoing_messages where channel = 'push' and recipient = ($1)::text
    order by id`,
  params: [int8],
  row: { id: int8, subject: text, state: text, attempts: int4, lastError: text },
});

export type NoticeWorld = Awaited<ReturnType<typeof noticeWorld>>;

export async function noticeWorld() {
  const fresh = await freshDatabase({ poolSize: 16 });
  const { database } = fresh;
  const clock = manualClock();
  const service = await startPushService();
  const log = createLog('silent');
  const keys = webPushServices.makeKeys();
  const secretBox = createSecretBox(Buffer.alloc(32, 7));
  const sender = webPushServices.connect({
    keys: () => keys,
    subject: 'https://tern.test',
    moreServices: [service.origin],
  });
  const bus = createLocalBus(() => {});
  const publicUrl = 'https://tern.test';
  const deps = { database, clock, log, bus, secretBox, sender, publicUrl, mode: 'paper' as const };
  const preferences: PreferenceDeps = deps;
  return {
    database,
    clock,
    service,
    preferences,
    member: () => fundedMember(database, {}),
    /** A new browser of the member that takes pushes. */
    async subscribe(memberId: number, lang = 'en') {
      const device = service.device();
      await addDevice(preferences, memberId, { ...device, lang });
      return device;
    },
    /** What one instance does each second. */
    async deliver() {
      await deliverEmails(deps);
      await deliverPushes(deps);
    },
    notifyYields: () => notifyYields(deps),
    emailsTo: (memberId: number) => database.many(emails, [memberId]),
    /** What the outbox has of pushes. */
    pushRecords: (memberId: number) => database.many(records, [memberId]),
    async waitingFor(memberId: number) {
      return (await database.many(waiting, [memberId])).map(({ channel }) => channel);
    },
    async stop() {
      await service.close();
      await fresh.drop();
    },
  };
}
