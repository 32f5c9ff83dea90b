/** Resets a forgotten login password with a code by e-mail or SMS. */
import { markPasswordReset, setPassword } from '../../../kernel/members/change-members.ts';
import { lockMember, memberByEmail, memberByProvenPhone } from '../../../kernel/members/members.ts';
import { NOWHERE } from '../../../kernel/members/security-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { assertStrongPassword } from '../../../kernel/members/password-strength.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Alerts } from './alerts.ts';
import { accountSubject, type Attempts } from './attempts.ts';
import type { Captchas } from './captchas.ts';
import type { Codes } from './codes.ts';
import type { CodeTarget } from './rules.ts';
import type { Sessions } from './sessions.ts';
import { authSettings } from './settings.ts';

export interface ResetDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  passwords: Passwords;
  captchas: Captchas;
  codes: Codes;
  attempts: Attempts;
  sessions: Sessions;
  alerts: Alerts;
  bus: Bus;
}

export interface Reset {
  target: CodeTarget;
  code: string;
  /** Wire name of the code's field, for a refusal. */
  codeField: string;
  password: string;
  captchaId: string;
  captcha: string;
  /** The caller's network address. */
  address: string;
}

/**
 * Sets the new password, ends every session, blocks withdrawals for a day and alerts the owner on all
 * channels. A phone resets only the account that has proven it.
 * @throws wrong-captcha, wrong-code, unknown-account (no account has proven this address; only someone with the right code
 * finds out), too-many-requests, weak-password
 */
export async function resetPassword(deps: ResetDeps, reset: Reset): Promise<void> {
  const { database, clock, codes, sessions } = deps;
  const { target, code } = reset;
  assertStrongPassword(reset.password, { field: 'passWord', owner: target });
  await deps.captchas.consume(reset.captchaId, reset.captcha);
  const use = { target, purpose: 'resetPassword' } as const;
  if (!(await codes.isRight(use, code, reset)))
    throw new Refusal('wrong-code', { fields: [reset.codeField] });
  const passwordHash = await deps.passwords.hash(reset.password);
  const pauseMs = deps.settings.read(authSettings.withdrawalPauseHours) * 3_600_000;
  const ended = await database.transaction(async (tx) => {
    await codes.take(tx, use, code);
    const found = await memberOf(tx, target);
    if (found === undefined) return undefined;
    const member = await lockMember(tx, found.id);
    // The member may have lost the phone while this transaction waited for the lock.
    if (member === undefined || (await memberOf(tx, target))?.id !== member.id) return undefined;
    const at = clock.now();
    const withdrawalsBlockedUntil = at + pauseMs;
    await setPassword(tx, { memberId: member.id, passwordHash, withdrawalsBlockedUntil }, at);
    await markPasswordReset(tx, member.id, at);
    const values = { until: isoTime(withdrawalsBlockedUntil) };
    await deps.alerts.send(
      tx,
      { member, kind: 'passwordReset', until: withdrawalsBlockedUntil },
      at,
    );
    const notice = { memberId: member.id, kind: 'security.passwordReset', values } as const;
    await notify(tx, { ...notice, place: NOWHERE }, at);
    await deps.attempts.forget(tx, accountSubject(member.id));
    return sessions.endAll(tx, member.id, 'password');
  });
  // Outside the transaction, so that the code is used up anyway.
  if (ended === undefined) throw new Refusal('unknown-account');
  wakeDelivery(deps.bus);
  sessions.announce(ended);
}

function memberOf(reader: Reader, target: CodeTarget) {
  return 'email' in target
    ? memberByEmail(reader, target.email)
    : memberByProvenPhone(reader, target);
}
