/** Scheduled jobs of support: report unread answers, release and close conversations, delete what is no longer needed. */
import { notify } from '../../../kernel/messaging/notifications.ts';
import { queueMessage, wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { langOf, textOf } from '../../../kernel/i18n/texts.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { Job } from '../../../platform/feature.ts';
import { releaseConversation } from './answer-conversation.ts';
import type { SupportDeps } from './deps.ts';
import { pruneImages } from './images.ts';
import { recordChange, publishChange } from './publish.ts';
import { supportSettings } from './settings.ts';
import {
  abandoned,
  closeStatement,
  type Conversation,
  forgetAddresses,
  lockedConversation,
  overdueAssigned,
  pruneCounts,
  removeEmpty,
  setNotified,
  unnotified,
} from './store-conversations.ts';
import { addAutomatic } from './write-message.ts';

const EVERY_MS = 10_000;

export function supportJobs(deps: SupportDeps): Job[] {
  return [
    { name: 'support.notify-unread', everyMs: EVERY_MS, run: () => notifyUnread(deps) },
    { name: 'support.release', everyMs: EVERY_MS, run: () => releaseOverdue(deps) },
    { name: 'support.close', everyMs: MINUTE_MS, run: () => closeAbandoned(deps) },
    { name: 'support.prune', everyMs: HOUR_MS, run: () => prune(deps) },
  ];
}

/** A notice for an answer that stays unread, one until the customer reads; an email for a visitor who gave an address. */
async function notifyUnread(deps: SupportDeps): Promise<void> {
  const { database, clock, settings, bus } = deps;
  const before = clock.now() - settings.read(supportSettings.noticeMinutes) * MINUTE_MS;
  for (const { id } of await database.many(unnotified, [before])) {
    await database.transaction(async (tx) => {
      const conversation = await tx.one(lockedConversation, [id]);
      if (conversation.notifiedSeq > conversation.readSeq) return;
      await tx.run(setNotified, [id]);
      await notifyCustomer(deps, tx, conversation);
    });
    bus.publish(MEMBER_EVENTS_WAKE, null);
    wakeDelivery(bus);
  }
}

async function notifyCustomer(
  deps: SupportDeps,
  tx: Tx,
  conversation: Conversation,
): Promise<void> {
  const { id, memberId, visitorEmail } = conversation;
  const at = deps.clock.now();
  if (memberId !== null) {
    const about = { kind: 'service', id };
    return notify(tx, { memberId, kind: 'service.answered', about, values: {} }, at);
  }
  const recipient = visitorEmail;
  if (recipient === null) return;
  const lang = langOf(conversation.lang);
  const link = `${deps.publicUrl}/#/pages/user/service`;
  const subject = textOf(lang, 'support.mail.subject');
  // The answer itself stays in the app: a mailbox may be read by others.
  const body = textOf(lang, 'support.mail.body', { link });
  await queueMessage(tx, { channel: 'email', recipient, subject, body, purpose: 'service' }, at);
}

async function releaseOverdue(deps: SupportDeps): Promise<void> {
  const minutes = deps.settings.read(supportSettings.releaseMinutes);
  const before = deps.clock.now() - minutes * MINUTE_MS;
  for (const { id } of await deps.database.many(overdueAssigned, [before])) {
    await releaseConversation(deps, id, before);
  }
}

/** With a last word in the customer's language. */
async function closeAbandoned(deps: SupportDeps): Promise<void> {
  const { database, clock, settings, bus } = deps;
  const before = clock.now() - settings.read(supportSettings.closeHours) * HOUR_MS;
  for (const { id } of await database.many(abandoned, [before])) {
    const closed = await database.transaction(async (tx) => {
      const { state, lastAt, lastSeq } = await tx.one(lockedConversation, [id]);
      if (state !== 'answered' || lastAt >= before) return undefined;
      const at = clock.now();
      await addAutomatic(tx, id, { kind: 'unanswered', at });
      await tx.run(closeStatement, [id, at]);
      return recordChange(deps, tx, { id, afterSeq: lastSeq, at });
    });
    if (closed !== undefined) publishChange(bus, closed);
  }
}

async function prune(deps: SupportDeps): Promise<void> {
  await pruneImages(deps);
  const before = deps.clock.now() - DAY_MS;
  await deps.database.transaction(async (tx) => {
    await tx.run(removeEmpty, [before]);
    await tx.run(forgetAddresses, [before]);
    await tx.run(pruneCounts, [before]);
  });
}
