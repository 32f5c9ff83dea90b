/**
 * Opens a new operator's account: two operators have one half of the start code each, and both halves are needed (ADR
 * 24).
 */
import { sealWith } from '../../../../kernel/operators/act-seal.ts';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import {
  type Operator,
  operatorByLogin,
  setFirstPassword,
} from '../../../../kernel/operators/operators.ts';
import { assertStrongPassword } from '../../../../kernel/members/password-strength.ts';
import type { Passwords } from '../../../../kernel/members/passwords.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { addressSubject, limitKey, limitKeyOfText } from '../../../../platform/limit-key.ts';
import type { Random } from '../../../../platform/random.ts';
import { hashSecret, type SecretBox } from '../../../../platform/secret-box.ts';
import { CODE_ALPHABET, type Attempts } from '../../../account/auth/index.ts';
import { logRefusedLogin } from '../session/log-in.ts';
import { deleteHalves, halvesOf, putHalf } from '../store-accounts.ts';
import { DAY_MS } from '../../../../platform/durations.ts';

export interface StartDeps {
  database: Database;
  clock: Clock;
  random: Random;
  passwords: Passwords;
  attempts: Attempts;
  secretBox: SecretBox;
}

const HALF_LENGTH = 10;
const HALF_VALID_DAYS = 7;

const hashOf = (half: string) =>
  hashSecret('operator start', half.replaceAll(/[\s-]/g, '').toUpperCase());

/** Issues the actor's half, which voids an earlier one. Only its hash is stored. @throws not-found */
export async function takeStartHalf(
  { database, clock, random }: StartDeps,
  actor: Reviewer,
  id: number,
): Promise<{ half: string; expiresAt: number }> {
  const half = random.text(HALF_LENGTH, CODE_ALPHABET);
  const at = clock.now();
  const expiresAt = at + HALF_VALID_DAYS * DAY_MS;
  await database.transaction(async (tx) => {
    const held = await tx.run(putHalf, [id, actor.operatorId, hashOf(half), expiresAt]);
    if (held === 0) throw new Refusal('not-found');
    await logAct(tx, { actor, action: 'account.startHalf', subject: operatorSubject(id) }, at);
  });
  return { half, expiresAt };
}

export interface Start {
  login: string;
  firstHalf: string;
  secondHalf: string;
  password: string;
  /** Network address. */
  address: string;
}

/** @throws wrong-login (login or half wrong, expired or used), too-many-requests, weak-password */
export async function startAccount(deps: StartDeps, given: Start): Promise<void> {
  const { database, clock, attempts } = deps;
  const { login, password, address } = given;
  const operator = await operatorByLogin(database, login);
  const subject =
    operator === undefined
      ? limitKeyOfText('operator start', 'operator login', login)
      : limitKey('operator start', operator.id);
  const attempt = await attempts.take([subject, limitKey('console', addressSubject(address))]);
  if (operator === undefined || !(await isOpenedBy(deps, operator, given))) {
    await logRefusedLogin(deps, { operatorId: operator?.id, address, why: 'start-code' });
    throw new Refusal('wrong-login');
  }
  assertStrongPassword(password, { field: 'password' });
  const hash = await deps.passwords.hash(password);
  await database.transaction(async (tx) => {
    const isFirst = await setFirstPassword(tx, operator.id, hash);
    if (!isFirst) throw new Refusal('wrong-login');
    await tx.run(deleteHalves, [operator.id]);
    await attempts.refund(tx, attempt);
    const actor = { operatorId: operator.id, login, address, seal: sealWith(deps.secretBox) };
    const subjectOf = operatorSubject(operator.id);
    await logAct(tx, { actor, action: 'account.start', subject: subjectOf }, clock.now());
  });
}

async function isOpenedBy(
  { database, clock }: { database: Reader; clock: Clock },
  operator: Operator,
  { firstHalf, secondHalf }: Start,
): Promise<boolean> {
  if (operator.passwordHash !== null || !operator.isActive) return false;
  const given = new Set([hashOf(firstHalf), hashOf(secondHalf)]);
  const halves = await database.many(halvesOf, [operator.id]);
  const right = halves.filter(
    ({ halfHash, expiresAt }) =>
      halfHash !== null && given.has(halfHash) && (expiresAt ?? 0) > clock.now(),
  );
  return right.length === 2;
}
