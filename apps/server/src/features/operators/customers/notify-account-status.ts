/** Logs a change of a member's account status and notifies the member. */
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';

export interface AccountStatusAct {
  /** Undefined when a block ends automatically. */
  actor: Actor | undefined;
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze' | 'verify' | 'unverify';
  /** Shown to the member. */
  reason: string;
  /** Automatic end, epoch ms; none when absent. */
  until?: number | undefined;
}

export async function notifyAccountStatus(
  tx: Tx,
  given: AccountStatusAct,
  at: number,
): Promise<void> {
  const { actor, memberId, act, reason, until } = given;
  const detail = until === undefined ? {} : { until };
  const action = `member.${act}` as const;
  const entry = { actor, action, subject: `member:${memberId}`, memberId };
  await logAct(tx, { ...entry, reason, detail, isShown: true }, at);
  const values = { reason, ...(until === undefined ? {} : { until: isoTime(until) }) };
  await notify(tx, { memberId, kind: `staff.${act}`, values }, at);
}
