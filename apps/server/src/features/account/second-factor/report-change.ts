/** Reports changes of factors to the member on every channel, and blocks withdrawals after one is taken away. */
import { blockWithdrawals } from '../../../kernel/members/change-members.ts';
import type { Member } from '../../../kernel/members/members.ts';
import type { NoticeKind, NoticeValues } from '../../../kernel/messaging/notice-kinds.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { type AlertKind, authSettings } from '../auth/index.ts';
import type { FactorDeps } from './deps.ts';

type FactorNotice = Extract<
  NoticeKind,
  `security.${'passkey' | 'authenticator' | 'recoveryCode'}${string}`
>;

export interface FactorChange<K extends FactorNotice> {
  member: Member;
  kind: K;
  values: NoticeValues<K>;
  alert: AlertKind;
  /** The end of the block of withdrawals, epoch ms. */
  until?: number;
}

/** Wake the delivery after the commit. */
export async function reportChange<K extends FactorNotice>(
  tx: Tx,
  { auth }: Pick<FactorDeps, 'auth'>,
  { change, at }: { change: FactorChange<K>; at: number },
): Promise<void> {
  const { member, kind, values, alert, until } = change;
  await notify(tx, { memberId: member.id, kind, values }, at);
  const pause = until === undefined ? {} : { until };
  await auth.alerts.send(tx, { member, kind: alert, ...pause }, at);
}

/** Returns the end of the block, epoch ms and as the notice has it. */
export async function pauseWithdrawals(
  tx: Tx,
  { settings }: Pick<FactorDeps, 'settings'>,
  { memberId, at }: { memberId: number; at: number },
): Promise<{ until: number; untilText: string }> {
  const until = at + settings.read(authSettings.withdrawalPauseHours) * HOUR_MS;
  await blockWithdrawals(tx, { memberId, until }, at);
  return { until, untilText: isoTime(until) };
}
