/** Changes the login password of a signed-in member. */
import { setPassword } from '../../../kernel/members/change-members.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { assertStrongPassword } from '../../../kernel/members/password-strength.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Auth, authSettings } from '../auth/index.ts';
import { checkLoginPassword, ownData } from './check-login-password.ts';

export interface ChangePasswordDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  settings: Settings;
  passwords: Passwords;
  auth: Pick<Auth, 'sessions' | 'attempts' | 'alerts'>;
}

/**
 * Sets the new password, ends the session and blocks withdrawals for a day. Returns the end of the block,
 * epoch ms.
 * @throws wrong-login-password, too-many-requests after too many wrong tries, weak-password
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  memberId: number,
  change: { password: string; newPassword: string },
): Promise<number> {
  const { database, clock, auth } = deps;
  if (change.newPassword === change.password) {
    throw new Refusal('weak-password', { fields: ['newPassword'], text: 'password.same' });
  }
  const known = await ownData(database, memberId);
  assertStrongPassword(change.newPassword, { field: 'newPassword', owner: known });
  await checkLoginPassword(deps, known, {
    password: change.password,
    field: 'password',
  });
  const passwordHash = await deps.passwords.hash(change.newPassword);
  const pauseMs = deps.settings.read(authSettings.withdrawalPauseHours) * 3_600_000;
  const { ended, until } = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash)
      throw new Refusal('wrong-login-password', { fields: ['password'] });
    const at = clock.now();
    const withdrawalsBlockedUntil = at + pauseMs;
    await setPassword(tx, { memberId, passwordHash, withdrawalsBlockedUntil }, at);
    const until = withdrawalsBlockedUntil;
    await auth.alerts.send(tx, { member, kind: 'passwordChanged', until }, at);
    const values = { until: isoTime(until) };
    await notify(tx, { memberId, kind: 'security.password', values }, at);
    return { ended: await auth.sessions.endAll(tx, memberId, 'password'), until };
  });
  wakeDelivery(deps.bus);
  auth.sessions.announce(ended);
  return until;
}
