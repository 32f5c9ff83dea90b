/** The first two operators of a live deployment, made on its own machine; everybody after them is proposed and approved in the console (ADR 62). */
import { assertStrongPassword } from '../../../../kernel/members/password-strength.ts';
import { insertInvitationCode } from '../../../../kernel/members/change-members.ts';
import type { Passwords } from '../../../../kernel/members/passwords.ts';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import {
  addOperator,
  everyOperator,
  lockOperators,
  setFirstPassword,
} from '../../../../kernel/operators/operators.ts';
import { firstRoles } from '../../../../kernel/operators/roles.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import type { Random } from '../../../../platform/random.ts';
import { CODE_ALPHABET } from '../../../account/auth/index.ts';
import { LOGIN } from './propose-account.ts';

const INVITATION_LENGTH = 8;

/** Two people can approve everybody else. */
const FIRST = 2;

interface FirstDeps {
  database: Database;
  clock: Clock;
  random: Random;
  passwords: Passwords;
}

/**
 * Opens an account with every role; one-time codes are set up at its first login. Returns how many are still to be made, and with
 * the last one an invitation code: members need one to register, and there is no member yet who could invite them.
 * @throws invalid-request naming the field, weak-password, already-exists, already-decided once there are two
 */
export async function addFirstOperator(
  { database, clock, random, passwords }: FirstDeps,
  { login, password }: { login: string; password: string },
): Promise<{ missing: number; invitationCode: string | undefined }> {
  if (!LOGIN.test(login)) throw new Refusal('invalid-request', { fields: ['login'] });
  assertStrongPassword(password, { field: 'password' });
  const hash = await passwords.hash(password);
  return database.transaction(async (tx) => {
    await lockOperators(tx);
    const missing = FIRST - (await countStarted(tx));
    if (missing <= 0) throw new Refusal('already-decided');
    const at = clock.now();
    const id = await addOperator(tx, { login, roles: firstRoles }, at);
    if (id === undefined) throw new Refusal('already-exists', { fields: ['login'] });
    await setFirstPassword(tx, id, hash);
    const detail = { login, roles: [...firstRoles] };
    const subject = operatorSubject(id);
    await logAct(tx, { actor: undefined, action: 'account.first', subject, detail }, at);
    if (missing > 1) return { missing: missing - 1, invitationCode: undefined };
    const invitationCode = random.text(INVITATION_LENGTH, CODE_ALPHABET);
    await insertInvitationCode(tx, invitationCode, at);
    return { missing: 0, invitationCode };
  });
}

/** Accounts that were ever opened count, also closed ones: nobody gets past the two people who are there. */
async function countStarted(tx: Tx): Promise<number> {
  const operators = await everyOperator(tx);
  return operators.filter(({ passwordHash }) => passwordHash !== null).length;
}
