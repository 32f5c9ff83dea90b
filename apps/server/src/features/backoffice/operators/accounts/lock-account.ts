/**
 * Locks of operators' accounts: any operator locks a colleague, or the own account, for a day; a second one confirms it until
 * two unlock it (ADR 90).
 */
import { meets, operatorAccountCalls } from '@tern/protocol/operator';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import {
  everyOperator,
  lockOperator,
  lockOperators,
  type Operator,
  operatorById,
} from '../../../../kernel/operators/operators.ts';
import { publishSessionsEnded } from '../../../../kernel/operators/operator-live.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Bus } from '../../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import {
  askToUnlock,
  confirmLock,
  endLock,
  insertLock,
  type OperatorLock,
  openLockOf,
  openLocks,
} from '../store-locks.ts';
import { deleteSessions } from '../store-sessions.ts';

export interface LockDeps {
  database: Database;
  bus: Bus;
  clock: Clock;
}

/** Of one operator alone. */
const ALONE_MS = DAY_MS;
/** How long the first of two who unlock waits for the second. */
const ASKED_MS = DAY_MS;
/** Colleagues that one operator keeps locked at a time: one alone must not lock all. */
const LOCKS_MAX = 2;
/** With fewer, nobody could lift a confirmed lock. */
const UNLOCKERS_MIN = 2;

/** Whoever may confirm a lock and lift one. */
const mayUnlock = ({ permissions }: Pick<Operator, 'permissions'>): boolean =>
  meets(permissions, operatorAccountCalls.unlockAccount.needs);

const isInForce = ({ until }: OperatorLock, at: number): boolean => until === null || until > at;

/**
 * Ends all sessions; no other can be opened. Returns the end (epoch ms).
 * @throws invalid-request naming the field, not-found, already-decided for a locked or closed account, second-person-needed for
 *   whoever keeps two colleagues locked
 */
export async function lockAccount(
  { database, bus, clock }: LockDeps,
  actor: Reviewer,
  input: { id: number; reason: string },
): Promise<number> {
  const { id } = input;
  const reason = readReason(input.reason);
  const until = await database.transaction(async (tx) => {
    const at = clock.now();
    await lockOperators(tx);
    const operator = await operatorById(tx, id);
    if (operator === undefined) throw new Refusal('not-found');
    const before = await tx.maybe(openLockOf, [id]);
    if (!operator.isActive || (before !== undefined && isInForce(before, at)))
      throw new Refusal('already-decided');
    const own = (await running(tx, at)).filter((lock) => lock.lockedBy === actor.operatorId);
    const isAlone = id === actor.operatorId || own.length < LOCKS_MAX;
    if (!isAlone) throw new Refusal('second-person-needed');
    if (before !== undefined) await tx.run(endLock, [before.id, null, before.until ?? at]);
    const until = at + ALONE_MS;
    const { operatorId } = actor;
    await insertLock(tx, { operatorId: id, reason, lockedBy: operatorId, beganAt: at, until });
    await tx.run(deleteSessions, [id]);
    const entry = { actor, action: 'account.lock' as const, subject: operatorSubject(id) };
    await logAct(tx, { ...entry, reason, detail: { until: isoTime(until) } }, at);
    return until;
  });
  publishSessionsEnded(bus);
  return until;
}

/**
 * It lasts until two unlock it.
 * @throws invalid-request naming the field, already-decided without a lock that waits, second-person-needed for whoever began it,
 *   check-failed when fewer than two who could unlock it are left
 */
export async function confirmAccountLock(
  { database, clock }: LockDeps,
  actor: Reviewer,
  input: { id: number; reason: string },
): Promise<void> {
  const reason = readReason(input.reason);
  await database.transaction(async (tx) => {
    const at = clock.now();
    const lock = await inForce(tx, input.id, at);
    if (lock.confirmedBy !== null) throw new Refusal('already-decided');
    const { operatorId } = actor;
    if (lock.lockedBy === operatorId) throw new Refusal('second-person-needed');
    await assertUnlockersLeft(tx, at);
    await tx.run(confirmLock, [lock.id, operatorId, at]);
    const entry = {
      actor,
      action: 'account.confirmLock' as const,
      subject: operatorSubject(input.id),
    };
    await logAct(tx, { ...entry, reason }, at);
  });
}

/**
 * One person unlocks what one locked; of a confirmed lock the first asks and a second unlocks within a day. Returns whether the
 * account is unlocked.
 * @throws invalid-request naming the field, already-decided when it is not locked, second-person-needed for whoever asked
 */
export async function unlockAccount(
  { database, clock }: LockDeps,
  actor: Reviewer,
  input: { id: number; reason: string },
): Promise<boolean> {
  const reason = readReason(input.reason);
  return database.transaction(async (tx) => {
    const at = clock.now();
    const lock = await inForce(tx, input.id, at);
    const { operatorId } = actor;
    const { confirmedBy, askedBy, askedAt } = lock;
    const isAsked = askedAt !== null && askedAt + ASKED_MS > at;
    if (isAsked && askedBy === operatorId) throw new Refusal('second-person-needed');
    const isUnlocked = confirmedBy === null || isAsked;
    if (isUnlocked) await tx.run(endLock, [lock.id, operatorId, at]);
    else await tx.run(askToUnlock, [lock.id, operatorId, at]);
    const action = isUnlocked ? ('account.unlock' as const) : ('account.askUnlock' as const);
    await logAct(tx, { actor, action, subject: operatorSubject(input.id), reason }, at);
    return isUnlocked;
  });
}

/** Waits for who locks the account meanwhile. @throws account-frozen while it is locked */
export async function assertUnlocked(tx: Tx, id: number, at: number): Promise<void> {
  await lockOperator(tx, id);
  const lock = await tx.maybe(openLockOf, [id]);
  if (lock !== undefined && isInForce(lock, at))
    throw new Refusal('account-frozen', { text: 'operator.locked' });
}

async function inForce(tx: Tx, id: number, at: number): Promise<OperatorLock> {
  const lock = await tx.maybe(openLockOf, [id]);
  if (lock === undefined || !isInForce(lock, at)) throw new Refusal('already-decided');
  return lock;
}

/** Those in force, by account. */
export async function running(reader: Reader, at: number): Promise<OperatorLock[]> {
  return (await reader.many(openLocks, [])).filter((lock) => isInForce(lock, at));
}

/** @throws check-failed */
async function assertUnlockersLeft(tx: Tx, at: number): Promise<void> {
  const locked = new Set((await running(tx, at)).map(({ operatorId }) => operatorId));
  const left = (await everyOperator(tx)).filter(
    (each) =>
      each.isActive && each.passwordHash !== null && !locked.has(each.id) && mayUnlock(each),
  );
  if (left.length < UNLOCKERS_MIN) throw new Refusal('check-failed');
}
