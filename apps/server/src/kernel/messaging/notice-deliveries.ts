/** Deliveries of notices by email and push: written with the notice (`notify`), claimed here, deleted when done. */
import {
  bytea,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';

const deliveryRow = {
  id: int8,
  memberId: int8,
  attempts: int4,
  createdAt: timestamptz,
  notificationId: int8,
  kind: nullable(text),
  about: nullable(text),
  aboutId: nullable(int8),
  values: nullable(json<Record<string, string>>()),
  readAt: nullable(timestamptz),
} as const;

const NOTICE = `d.id, d.member_id, d.attempts, d.created_at, d.notification_id, n.kind, n.about, n.about_id,
  n.values, n.read_at`;
const OF_NOTICE =
  'left join notifications n on n.member_id = d.member_id and n.id = d.notification_id';

/** Held until the transaction ends, so that two instances never take the same one. */
const emailsDue = defineQuery({
  name: 'kernel.noticeEmailsDue',
  text: `with due as (
      select * from notification_deliveries where channel = 'email' and next_attempt_at <= $1
      order by next_attempt_at limit $2 for no key update skip locked
    )
    select ${NOTICE} from due d ${OF_NOTICE} order by d.id`,
  params: [timestamptz, int8],
  row: deliveryRow,
});

/** Leased until `$2`: if the instance dies meanwhile, they are due again. */
const claimPushes = defineQuery({
  name: 'kernel.claimNoticePushes',
  text: `with d as (
      update notification_deliveries set attempts = attempts + 1, next_attempt_at = $2
      where id in (
        select id from notification_deliveries where channel = 'push' and next_attempt_at <= $1
        order by next_attempt_at limit $3 for update skip locked
      )
      returning *
    )
    select ${NOTICE}, d.device_id, p.sealed, p.lang from d ${OF_NOTICE}
    left join push_devices p on p.id = d.device_id and p.member_id = d.member_id order by d.id`,
  params: [timestamptz, timestamptz, int8],
  row: { ...deliveryRow, deviceId: int8, sealed: nullable(bytea), lang: nullable(text) },
});

const postpone = defineStatement({
  name: 'kernel.postponeNoticeDelivery',
  text: 'update notification_deliveries set next_attempt_at = $2, attempts = attempts - $3 where id = $1',
  params: [int8, timestamptz, int4],
});

const finish = defineStatement({
  name: 'kernel.finishNoticeDelivery',
  text: 'delete from notification_deliveries where id = $1',
  params: [int8],
});

type EmailDelivery = RowOf<typeof emailsDue>;
export type PushDelivery = RowOf<typeof claimPushes>;

/** Due emails, locked until the end of the transaction. */
export function lockDueEmails(
  tx: Tx,
  { at, limit }: { at: number; limit: number },
): Promise<EmailDelivery[]> {
  return tx.many(emailsDue, [at, limit]);
}

/** Claims due pushes; if the claimer dies, they are due again at `retryAt`. */
export function claimDuePushes(
  tx: Tx,
  { at, retryAt, limit }: { at: number; retryAt: number; limit: number },
): Promise<PushDelivery[]> {
  return tx.many(claimPushes, [at, retryAt, limit]);
}

/** `isUncounted`: the wait is no failure, such as quiet hours, so the attempt does not count. */
export async function postponeDelivery(
  tx: Tx,
  { id, until, isUncounted = false }: { id: number; until: number; isUncounted?: boolean },
): Promise<void> {
  await tx.run(postpone, [id, until, isUncounted ? 1 : 0]);
}

/** Delivered, or no longer wanted. */
export async function finishDelivery(tx: Tx, id: number): Promise<void> {
  await tx.run(finish, [id]);
}
