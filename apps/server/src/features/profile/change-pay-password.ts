/** First set and change of the six-digit withdrawal password. */
import { setPayPassword } from '../../kernel/change-members.ts';
import { lockMember, type Member } from '../../kernel/members.ts';
import { notify } from '../../kernel/notifications.ts';
import type { Passwords } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Auth } from '../auth/index.ts';
import { checkLoginPassword } from './check-login-password.ts';
import { checkPayPassword } from './check-pay-password.ts';
import { ownData } from './own-data.ts';

export interface ChangePayPasswordDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  passwords: Passwords;
  auth: Pick<Auth, 'attempts'>;
}

export interface PayPasswordChange {
  /** The new withdrawal password. */
  password: string;
  loginPassword?: string;
  oldPassword?: string;
}

const SIX_DIGITS = /^\d{6}$/;

/**
 * A session alone must not be enough to open withdrawals (reliability: the first set needs the login
 * password, a change the old withdrawal password).
 * Fails with: 4011, 4012 with the tries left, 4024, 5001 (not six digits), 5009 while locked, 5010.
 */
export async function changePayPassword(
  deps: ChangePayPasswordDeps,
  memberId: number,
  change: PayPasswordChange,
): Promise<void> {
  if (!SIX_DIGITS.test(change.password)) {
    throw new Refusal(5001, { fields: ['password'], text: 'payPassword.shape' });
  }
  const known = await ownData(deps.database, memberId);
  const settle =
    known.payPasswordHash === null
      ? await proveByLogin(deps, known, change.loginPassword)
      : await proveByOld(deps, known, change.oldPassword);
  const passwordHash = await deps.passwords.hash(change.password);
  await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    // Someone else's change came between: what was proven no longer is.
    if (member?.payPasswordHash !== known.payPasswordHash) throw new Refusal(4012);
    const at = deps.clock.now();
    await setPayPassword(tx, { memberId, passwordHash }, at);
    const isFirst = known.payPasswordHash === null;
    const kind = isFirst ? 'security.payPasswordSet' : 'security.payPassword';
    await notify(tx, { memberId, kind, values: {} }, at);
    await settle(tx);
  });
}

type Settle = (tx: Tx) => Promise<void>;

/** Fails with: 5010 when the login password is missing, 4011, 4024. */
async function proveByLogin(
  deps: ChangePayPasswordDeps,
  member: Member,
  loginPassword: string | undefined,
): Promise<Settle> {
  const field = 'loginPassword';
  if (loginPassword === undefined || loginPassword === '') {
    throw new Refusal(5010, { fields: [field] });
  }
  const attempt = await checkLoginPassword(deps, member, { password: loginPassword, field });
  return (tx) => deps.auth.attempts.giveBack(tx, attempt);
}

/** Fails with: 4012 with the tries left, 5009 while locked. */
async function proveByOld(
  deps: ChangePayPasswordDeps,
  member: Member,
  oldPassword: string | undefined,
): Promise<Settle> {
  const fields = ['oldPassword'];
  if (oldPassword === undefined || oldPassword === '') throw new Refusal(4012, { fields });
  const outcome = await checkPayPassword(deps, member, oldPassword);
  if (outcome.kind === 'wrong') {
    throw new Refusal(4012, { fields, data: { triesLeft: outcome.triesLeft } });
  }
  return async () => {};
}
