/** Sends due pushes of notices to the devices of their members, retrying with growing pauses. */
import {
  claimDuePushes,
  finishDelivery,
  postponeDelivery,
  type PushDelivery,
} from '../../../kernel/messaging/notice-deliveries.ts';
import { categoryOf, describeNotice } from '../../../kernel/messaging/notice-kinds.ts';
import { noticeSettings } from '../../../kernel/messaging/notice-preferences.ts';
import { openTarget, removeGoneDevice } from '../../../kernel/messaging/push-devices.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import type { DueDeps } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { PushMessage, PushSender, PushTarget } from '../../../kernel/messaging/channels.ts';
import {
  dropPush,
  PUSH_NEWS_MS,
  type PushRecord,
  recordPush,
} from '../../../kernel/messaging/push-records.ts';
import { holdUntil, wanted } from './due-notice.ts';
import { pushContent } from './notice-messages.ts';
import { noticeText } from './notice-text.ts';

export interface DeliveryDeps extends DueDeps {
  log: Log;
  secretBox: SecretBox;
  sender: PushSender;
  /** Base URL of the app, for links in emails. */
  publicUrl: string;
  mode: 'paper' | 'live';
}

const BATCH = 32;
/** Longer than any attempt takes; a push whose instance dies is sent again then. */
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 30_000;
const ATTEMPTS_MAX = 8;
/** A security event is worth storing for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60;

/** Pauses of 30 s, 1, 2 … 64 minutes; undefined after the last attempt. */
function retryAt(attempts: number, at: number): number | undefined {
  return attempts >= ATTEMPTS_MAX ? undefined : at + FIRST_PAUSE_MS * 2 ** (attempts - 1);
}

/**
 * Sends all that are due. Each is claimed by one instance at a time and deleted once sent, with a record in the outbox; one that is
 * sent twice, because its instance died in between, replaces the first on the device.
 */
export async function deliverPushes(deps: DeliveryDeps): Promise<void> {
  let claimed: PushDelivery[];
  do {
    const at = deps.clock.now();
    claimed = await deps.database.transaction((tx) =>
      claimDuePushes(tx, { at, retryAt: at + LEASE_MS, limit: BATCH }),
    );
    await Promise.all(claimed.map((delivery) => deliver(deps, delivery)));
  } while (claimed.length === BATCH);
}

/** A push as its device shows it, and where that is. */
interface Push {
  record: PushRecord;
  target: PushTarget;
  message: PushMessage;
}

type Outcome =
  | { kind: 'sent' }
  | { kind: 'failed'; reason: string; isDeviceGone?: true }
  | { kind: 'again'; reason: string; until: number }
  /** Nothing is sent: it was read, is old, or its device was removed. */
  | { kind: 'unwanted'; reason: string }
  /** By quiet hours. */
  | { kind: 'held'; until: number };

async function deliver(deps: DeliveryDeps, delivery: PushDelivery): Promise<void> {
  const { id, attempts } = delivery;
  let push: Push | undefined;
  let outcome: Outcome;
  try {
    const found = await pushOf(deps, delivery);
    if ('kind' in found) outcome = found;
    else {
      push = found;
      outcome = await send(deps, found);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ id, attempts, reason }, 'a push was not delivered');
    const until = retryAt(attempts, deps.clock.now());
    outcome = until === undefined ? { kind: 'failed', reason } : { kind: 'again', reason, until };
  }
  const done = outcome;
  await deps.database.transaction((tx) => store(tx, deps, { delivery, push, outcome: done }));
}

async function store(
  tx: Tx,
  { clock }: DeliveryDeps,
  { delivery, push, outcome }: { delivery: PushDelivery; push: Push | undefined; outcome: Outcome },
): Promise<void> {
  const { id, deviceId } = delivery;
  const { kind } = outcome;
  if (kind === 'held') return postponeDelivery(tx, { id, until: outcome.until, isUncounted: true });
  if (kind === 'again') await postponeDelivery(tx, { id, until: outcome.until });
  else await finishDelivery(tx, id);
  if (kind === 'failed' && outcome.isDeviceGone === true) await removeGoneDevice(tx, deviceId);
  const reason = kind === 'sent' ? '' : outcome.reason;
  if (kind === 'unwanted') return dropPush(tx, id, reason);
  const state = kind === 'again' ? 'waiting' : kind;
  if (push !== undefined) await recordPush(tx, push.record, { state, reason, at: clock.now() });
}

/** What is to be sent, or why nothing is. */
async function pushOf(
  { database, clock, secretBox }: DeliveryDeps,
  delivery: PushDelivery,
): Promise<Push | Extract<Outcome, { kind: 'unwanted' | 'held' }>> {
  const { memberId, sealed, lang, id: deliveryId, deviceId, attempts, createdAt } = delivery;
  const at = clock.now();
  const unwanted = (reason: string) => ({ kind: 'unwanted', reason }) as const;
  if (sealed === null) return unwanted('the device was removed');
  const notice = wanted(delivery);
  if (notice === undefined) return unwanted('the notice was read before');
  if (at - createdAt > PUSH_NEWS_MS) return unwanted('the notice is older than a day');
  const category = categoryOf(notice.kind, notice.about);
  const until = await holdUntil(database, { memberId, category }, at);
  if (until !== undefined) return { kind: 'held', until };
  const { showsDetails } = await noticeSettings(database, memberId);
  const language = langOf(lang ?? undefined);
  const sentences = noticeText(notice, language);
  const content = pushContent(
    { id: notice.id, notice: sentences, category, showsDetails },
    language,
  );
  const { title, body } = content;
  const { id: notificationId, kind } = notice;
  const which = { deliveryId, deviceId, notificationId, memberId };
  return {
    record: { ...which, title, body, kind, attempts, createdAt },
    target: openTarget(secretBox, sealed),
    message: {
      payload: JSON.stringify(content),
      ttlSeconds: TTL_SECONDS,
      isUrgent: describeNotice(kind).isUrgent === true,
      topic: `notice-${notificationId}`,
    },
  };
}

/** @throws Error when the push service did not answer or asks to try later */
async function send({ log, sender }: DeliveryDeps, { record, target, message }: Push) {
  const sent = await sender.send(target, message);
  if (sent === 'sent') return { kind: 'sent' } as const;
  if (sent === 'gone') {
    const reason = 'the device takes no more pushes';
    return { kind: 'failed', reason, isDeviceGone: true } as const;
  }
  log.warn({ id: record.deliveryId }, 'a push service refused a push');
  return { kind: 'failed', reason: 'the push service refused it' } as const;
}
