/** Pushes in the outbox: what left for which device, and why one did not arrive; a failed one is sent again while it still says something new. */
import { int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { DAY_MS } from '../../platform/durations.ts';

/** An older push says nothing that the list of notices does not say better. */
export const PUSH_NEWS_MS = DAY_MS;

export interface PushRecord {
  deliveryId: number;
  deviceId: number;
  notificationId: number;
  memberId: number;
  /** As the device shows it. */
  title: string;
  body: string;
  /** The kind of its notice. */
  kind: string;
  attempts: number;
  /** Of the notice, epoch ms. */
  createdAt: number;
}

/** `waiting`: another attempt follows. */
export interface PushEnd {
  state: 'sent' | 'waiting' | 'failed';
  /** Empty when it was sent. */
  reason: string;
}

const REASON_LENGTH_MAX = 500;

/** Its delivery is what is due: an instance of before this record would send it by SMS. */
const put = defineStatement({
  name: 'kernel.putPushRecord',
  text: `insert into outgoing_messages (channel, recipient, subject, body, purpose, delivery_id, device_id, notification_id,
      state, attempts, last_error, sent_at, next_attempt_at, created_at)
    values ('push', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'infinity', $12)
    on conflict (delivery_id) do update set subject = excluded.subject, body = excluded.body, state = excluded.state,
      attempts = excluded.attempts, last_error = excluded.last_error, sent_at = excluded.sent_at`,
  params: [
    text,
    text,
    text,
    text,
    int8,
    int8,
    int8,
    text,
    int4,
    text,
    nullable(timestamptz),
    timestamptz,
  ],
});

const drop = defineStatement({
  name: 'kernel.dropPushRecord',
  text: `update outgoing_messages set state = 'failed', last_error = $2 where delivery_id = $1 and state = 'waiting'`,
  params: [int8, text],
});

/** No row when the device is gone, or its member has read the notice. */
const beginAgain = defineQuery({
  name: 'kernel.sendPushAgain',
  text: `with failed as (
      select id, device_id, notification_id from outgoing_messages where id = $1 and state = 'failed' for update
    ), again as (
      insert into notification_deliveries (member_id, notification_id, channel, device_id, next_attempt_at, created_at)
      select n.member_id, n.id, 'push', p.id, $2, n.created_at
      from failed o join push_devices p on p.id = o.device_id
        join notifications n on n.member_id = p.member_id and n.id = o.notification_id
      where n.read_at is null and n.created_at > $3
      returning id
    )
    update outgoing_messages o set state = 'waiting', attempts = 0, delivery_id = again.id from again where o.id = $1
    returning o.id`,
  params: [int8, timestamptz, timestamptz],
  row: { id: int8 },
});

/** What came of an attempt; the next one of the same delivery takes its place. */
export async function recordPush(
  tx: Tx,
  push: PushRecord,
  { state, reason, at }: PushEnd & { at: number },
): Promise<void> {
  const { deliveryId, deviceId, notificationId, memberId, title, body, kind } = push;
  const shown = [String(memberId), title, body, kind] as const;
  const which = [deliveryId, deviceId, notificationId] as const;
  const sentAt = state === 'sent' ? at : null;
  const error = reason.slice(0, REASON_LENGTH_MAX);
  const ended = [state, push.attempts, error, sentAt, push.createdAt] as const;
  await tx.run(put, [...shown, ...which, ...ended]);
}

/** The push is no longer wanted. One that was never attempted has no record. */
export async function dropPush(tx: Tx, deliveryId: number, reason: string): Promise<void> {
  await tx.run(drop, [deliveryId, reason]);
}

/** A failed one waits again, with all its attempts. False when it would say nothing new, or nowhere. */
export async function sendPushAgain(tx: Tx, id: number, at: number): Promise<boolean> {
  return (await tx.maybe(beginAgain, [id, at, at - PUSH_NEWS_MS])) !== undefined;
}
