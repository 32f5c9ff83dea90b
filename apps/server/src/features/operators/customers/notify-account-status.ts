/** Writes down what was done to a member's standing, and tells them. */
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';

export interface AccountStatusAct {
  /** Absent: the program, when a block ends by itself. */
  actor: Actor | undefined;
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze' | 'verify' | 'unverify';
  /** The member reads it. */
  reason: string;
  /** When it ends by itself, epoch ms; absent: it does not. */
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
