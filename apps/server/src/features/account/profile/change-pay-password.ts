/** Sets and changes the six-digit withdrawal password. */
import { setPayPassword } from '../../../kernel/members/change-members.ts';
import { lockMember, type Member } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { payPasswordFault } from '../../../kernel/members/password-strength.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Auth, authSettings } from '../auth/index.ts';
import { checkLoginPassword, ownData } from './check-login-password.ts';
import { checkPayPassword } from './check-pay-password.ts';

export interface ChangePayPasswordDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  settings: Settings;
  passwords: Passwords;
  auth: Pick<Auth, 'attempts' | 'codes' | 'alerts'>;
}

export interface PayPasswordChange {
  /** The new withdrawal password. */
  password: string;
  loginPassword?: string;
  oldPassword?: string;
}

/** @throws invalid-request (not six digits), weak-password (a date, a row or a repetition) */
export function checkNewPayPassword(password: string): void {
  const text = payPasswordFault(password);
  if (text === undefined) return;
  const code = text === 'payPassword.shape' ? 'invalid-request' : 'weak-password';
  throw new Refusal(code, { fields: ['password'], text });
}

/**
 * A session alone must not enable withdrawals: setting the password needs the login password, a change needs the old
 * one. The first one after a reset of the login password pauses withdrawals. Returns the end of the pause,
 * epoch ms; undefined without one.
 * @throws wrong-login-password, wrong-old-withdrawal-password with the tries left, too-many-requests, invalid-request (not
 * six digits), weak-password, not-yet while locked, step-up-required
 */
export async function changePayPassword(
  deps: ChangePayPasswordDeps,
  memberId: number,
  change: PayPasswordChange,
): Promise<number | undefined> {
  checkNewPayPassword(change.password);
  const known = await ownData(deps.database, memberId);
  if (known.payPasswordHash === null) await proveByLogin(deps, known, change.loginPassword);
  else await proveByOld(deps, known, change.oldPassword);
  const passwordHash = await deps.passwords.hash(change.password);
  const pauseMs = deps.settings.read(authSettings.withdrawalPauseHours) * 3_600_000;
  const blockedUntil = await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    // The password has changed meanwhile, so the proof is out of date.
    if (member?.payPasswordHash !== known.payPasswordHash)
      throw new Refusal('wrong-old-withdrawal-password');
    const at = deps.clock.now();
    const isFirst = known.payPasswordHash === null;
    const until = isFirst && member.passwordResetAt !== null ? at + pauseMs : undefined;
    await setPayPassword(tx, { memberId, passwordHash, withdrawalsBlockedUntil: until }, at);
    if (until === undefined) {
      const kind = isFirst ? 'security.payPasswordSet' : 'security.payPassword';
      await notify(tx, { memberId, kind, values: {} }, at);
    } else {
      await deps.auth.alerts.send(tx, { member, kind: 'payPasswordSet', until }, at);
      const values = { until: isoTime(until) };
      await notify(tx, { memberId, kind: 'security.payPasswordReset', values }, at);
    }
    return until;
  });
  if (blockedUntil !== undefined) wakeDelivery(deps.bus);
  return blockedUntil;
}

/** @throws step-up-required when the login password is missing, wrong-login-password, too-many-requests */
async function proveByLogin(
  deps: ChangePayPasswordDeps,
  member: Member,
  loginPassword: string | undefined,
): Promise<void> {
  const field = 'loginPassword';
  if (loginPassword === undefined || loginPassword === '') {
    throw new Refusal('step-up-required', { fields: [field] });
  }
  await checkLoginPassword(deps, member, { password: loginPassword, field });
}

/** @throws wrong-old-withdrawal-password with the tries left, not-yet while locked */
async function proveByOld(
  deps: ChangePayPasswordDeps,
  member: Member,
  oldPassword: string | undefined,
): Promise<void> {
  const fields = ['oldPassword'];
  if (oldPassword === undefined || oldPassword === '')
    throw new Refusal('wrong-old-withdrawal-password', { fields });
  const outcome = await checkPayPassword(deps, member, oldPassword);
  if (outcome.kind === 'wrong') {
    throw new Refusal('wrong-old-withdrawal-password', {
      fields,
      data: { triesLeft: outcome.triesLeft },
    });
  }
}
