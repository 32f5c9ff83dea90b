/** A forgotten login password: a code by e-mail or SMS opens the way to a new one. */
import { setPassword } from '../../kernel/change-members.ts';
import { lockMember, memberByEmail, memberByPhone } from '../../kernel/members.ts';
import { notify } from '../../kernel/notifications.ts';
import { isStrongPassword, type Passwords } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Settings } from '../../kernel/settings.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Attempts } from './attempts.ts';
import type { Captchas } from './captchas.ts';
import type { Codes, CodeTarget } from './codes.ts';
import { accountSubject } from './rules.ts';
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
}

export interface Reset {
  target: CodeTarget;
  code: string;
  /** The wire's name of the code's field, to point at when it is wrong. */
  codeField: string;
  password: string;
  captchaId: string;
  captcha: string;
}

/**
 * Sets the new password, ends every session and blocks withdrawals for a day (spec §9).
 * Fails with: 4005, 4009, 4010 (no such account, told only to the holder of a right code), 4024, 5015.
 */
export async function resetPassword(deps: ResetDeps, reset: Reset): Promise<void> {
  const { database, clock, codes, sessions } = deps;
  const { target, code } = reset;
  if (!isStrongPassword(reset.password)) throw new Refusal(5015, { fields: ['passWord'] });
  await deps.captchas.consume(reset.captchaId, reset.captcha);
  if (!(await codes.isRight(target, code))) throw new Refusal(4009, { fields: [reset.codeField] });
  const passwordHash = await deps.passwords.hash(reset.password);
  const pauseMs = deps.settings.read(authSettings.withdrawalPauseHours) * 3_600_000;
  const ended = await database.transaction(async (tx) => {
    await codes.take(tx, target, code);
    const found =
      'email' in target ? await memberByEmail(tx, target.email) : await memberByPhone(tx, target);
    const member = found === undefined ? undefined : await lockMember(tx, found.id);
    if (member === undefined) return undefined;
    const at = clock.now();
    const withdrawalsBlockedUntil = at + pauseMs;
    await setPassword(tx, { memberId: member.id, passwordHash, withdrawalsBlockedUntil }, at);
    const values = { until: isoTime(withdrawalsBlockedUntil) };
    await notify(tx, { memberId: member.id, kind: 'security.passwordReset', values }, at);
    await deps.attempts.forget(tx, accountSubject(member.id));
    return sessions.endAll(tx, member.id);
  });
  // Outside of the transaction, so that the code is used up all the same.
  if (ended === undefined) throw new Refusal(4010);
  sessions.announce(ended);
}
