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
import { HOUR_MS } from '../../../platform/durations.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { PushSender } from '../../../kernel/messaging/channels.ts';
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
/** Older ones say nothing that the list does not say better. */
const STALE_MS = 24 * HOUR_MS;
/** A security event is worth storing for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60;

/** Pauses of 30 s, 1, 2 … 64 minutes; undefined after the last attempt. */
function retryAt(attempts: number, at: number): number | undefined {
  return attempts >= ATTEMPTS_MAX ? undefined : at + FIRST_PAUSE_MS * 2 ** (attempts - 1);
}

/**
 * Sends all that are due. Each is claimed by one instance at a time and deleted once sent; one that is sent twice, because its
 * instance died in between, replaces the first on the device.
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

type Outcome = 'done' | 'gone' | { until: number; isUncounted?: true };

async function deliver(deps: DeliveryDeps, delivery: PushDelivery): Promise<void> {
  const outcome = await attempt(deps, delivery).catch((error: unknown): Outcome => {
    const { id, attempts } = delivery;
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ id, attempts, reason }, 'a push was not delivered');
    const until = retryAt(attempts, deps.clock.now());
    return until === undefined ? 'done' : { until };
  });
  await deps.database.transaction(async (tx) => {
    if (outcome === 'gone') await removeGoneDevice(tx, delivery.deviceId);
    if (typeof outcome === 'object') await postponeDelivery(tx, { id: delivery.id, ...outcome });
    else await finishDelivery(tx, delivery.id);
  });
}

/** @throws Error when the push service did not answer or asks to try later */
async function attempt(deps: DeliveryDeps, delivery: PushDelivery): Promise<Outcome> {
  const { database, clock, secretBox, sender } = deps;
  const { memberId, sealed, lang } = delivery;
  const at = clock.now();
  const notice = wanted(delivery);
  if (notice === undefined || sealed === null || at - delivery.createdAt > STALE_MS) return 'done';
  const category = categoryOf(notice.kind, notice.about);
  const until = await holdUntil(database, { memberId, category }, at);
  if (until !== undefined) return { until, isUncounted: true };
  const { showsDetails } = await noticeSettings(database, memberId);
  const language = langOf(lang ?? undefined);
  const sentences = noticeText(notice, language);
  const content = { id: notice.id, notice: sentences, category, showsDetails };
  const sent = await sender.send(openTarget(secretBox, sealed), {
    payload: JSON.stringify(pushContent(content, language)),
    ttlSeconds: TTL_SECONDS,
    isUrgent: describeNotice(notice.kind).isUrgent === true,
    topic: `notice-${notice.id}`,
  });
  if (sent === 'refused') deps.log.warn({ id: delivery.id }, 'a push service refused a push');
  return sent === 'gone' ? 'gone' : 'done';
}
