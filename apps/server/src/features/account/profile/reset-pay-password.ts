/** Resets a forgotten withdrawal password with the login password and a code by e-mail. */
import { markPasswordReset, setPayPassword } from '../../../kernel/members/change-members.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { authSettings } from '../auth/index.ts';
import { type ChangePayPasswordDeps, checkNewPayPassword } from './change-pay-password.ts';
import { checkLoginPassword, ownData } from './check-login-password.ts';

/**
 * Sets the new password, ends its lock, and blocks withdrawals for a day. Returns the end of the block, epoch ms.
 * @throws wrong-code, wrong-login-password, too-many-requests, invalid-request (not six digits), weak-password
 */
export async function resetPayPassword(
  deps: ChangePayPasswordDeps,
  memberId: number,
  reset: { password: string; loginPassword: string; emailCode: string },
): Promise<number> {
  const { database, auth } = deps;
  checkNewPayPassword(reset.password);
  const known = await ownData(database, memberId);
  const use = { target: { email: known.email }, purpose: 'resetPayPassword' } as const;
  if (!(await auth.codes.isRight(use, reset.emailCode, { owner: memberId }))) {
    throw new Refusal('wrong-code', { fields: ['emailCode'] });
  }
  const login = { password: reset.loginPassword, field: 'loginPassword' };
  await checkLoginPassword(deps, known, login);
  const passwordHash = await deps.passwords.hash(reset.password);
  const pauseMs = deps.settings.read(authSettings.withdrawalPauseHours) * 3_600_000;
  const blockedUntil = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['loginPassword'] });
    }
    const at = deps.clock.now();
    const until = at + pauseMs;
    await auth.codes.take(tx, use, reset.emailCode);
    await setPayPassword(tx, { memberId, passwordHash, withdrawalsBlockedUntil: until }, at);
    await markPasswordReset(tx, memberId, at);
    await auth.alerts.send(tx, { member, kind: 'payPasswordReset', until }, at);
    const values = { until: isoTime(until) };
    await notify(tx, { memberId, kind: 'security.payPasswordReset', values }, at);
    return Math.max(until, member.withdrawalsBlockedUntil ?? 0);
  });
  wakeDelivery(deps.bus);
  return blockedUntil;
}
