/** An operator changes the own password: with the present one and a code, which ends all other sessions (ADR 23). */
import { assertStrongPassword } from '../../../../kernel/members/password-strength.ts';
import type { Passwords } from '../../../../kernel/members/passwords.ts';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import {
  changePassword as storePassword,
  lockOperator,
  type Operator,
} from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { limitKey } from '../../../../platform/limit-key.ts';
import type { Attempt, Attempts } from '../../../account/auth/index.ts';
import { logRefusedLogin } from '../session/log-in.ts';
import { ownOperator } from './own-operator.ts';
import { type CodeDeps, spendCode } from '../session/own-codes.ts';
import type { OperatorSessions } from '../session/sessions.ts';
import { deleteChallenges } from '../store-passkeys.ts';

export interface PasswordDeps extends CodeDeps {
  database: Database;
  passwords: Passwords;
  attempts: Attempts;
  sessions: OperatorSessions;
}

/**
 * Returns how many other sessions have ended. Wrong passwords and codes count as attempts of a sign-in.
 * @throws weak-password, wrong-login-password, wrong-one-time-code, too-many-requests with the seconds to wait
 */
export async function changePassword(
  deps: PasswordDeps,
  { actor, sessionId }: { actor: Reviewer; sessionId: number },
  given: { password: string; newPassword: string; code: string },
): Promise<number> {
  const { database, attempts } = deps;
  const { newPassword } = given;
  if (newPassword === given.password)
    throw new Refusal('weak-password', { fields: ['newPassword'], text: 'password.same' });
  assertStrongPassword(newPassword, { field: 'newPassword' });
  const { operatorId, address } = actor;
  const known = await ownOperator(database, operatorId);
  const attempt = await checkPassword(deps, known, given.password);
  const refuse = async (why: 'password' | 'code') =>
    logRefusedLogin(deps, { operatorId, address, why });
  if (attempt === undefined) {
    await refuse('password');
    throw new Refusal('wrong-login-password', { fields: ['password'] });
  }
  const hash = await deps.passwords.hash(newPassword);
  const ended = await database.transaction(async (tx) => {
    const at = deps.clock.now();
    await lockOperator(tx, operatorId);
    const operator = await ownOperator(tx, operatorId);
    if (operator.passwordHash !== known.passwordHash)
      throw new Refusal('wrong-login-password', { fields: ['password'] });
    if ((await spendCode(deps, tx, { operator, code: given.code })) === undefined) return undefined;
    await attempts.refund(tx, attempt);
    const action = 'account.changePassword' as const;
    await logAct(tx, { actor, action, subject: operatorSubject(operatorId) }, at);
    await storePassword(tx, operatorId, { hash, at });
    // A sign-in that began with the old password goes no further.
    await tx.run(deleteChallenges, [operatorId]);
    return deps.sessions.endOthers(tx, operatorId, sessionId);
  });
  if (ended === undefined) {
    await refuse('code');
    throw new Refusal('wrong-one-time-code', { fields: ['code'] });
  }
  deps.sessions.announce();
  return ended;
}

/** The attempt, which counts until it is refunded; undefined for a wrong password. @throws too-many-requests */
async function checkPassword(
  { passwords, attempts }: PasswordDeps,
  operator: Operator,
  password: string,
): Promise<Attempt | undefined> {
  let attempt: Attempt | undefined;
  const isRight = await passwords.isRight({
    stored: operator.passwordHash,
    password,
    before: async () => {
      attempt = await attempts.take([limitKey('operator', operator.id)]);
    },
  });
  return isRight ? attempt : undefined;
}
