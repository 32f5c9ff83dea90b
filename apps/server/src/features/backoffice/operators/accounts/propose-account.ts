/** Proposes a change of an operator's account, for approval by another operator (ADR 24). */
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { type Operator, operatorByLogin } from '../../../../kernel/operators/operators.ts';
import { everyRole } from '../../../../kernel/operators/roles.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { changeByRequest, insertChange } from '../store-accounts.ts';
import { linkedOperators } from '../store-links.ts';
import { ACCOUNT } from './account-kind.ts';

export interface AccountDeps {
  database: Database;
  clock: Clock;
  reviews: Reviews;
}

export interface AccountProposal {
  change: 'add' | 'roles' | 'resetCodes' | 'unlink';
  login: string;
  /** The new roles. */
  roles: readonly string[];
  reason: string;
  requestId: string | null;
}

/** Easily distinguished: no capitals and no letters that look alike. */
export const LOGIN = /^[a-z][a-z0-9.-]{2,31}$/;

/**
 * Returns the id of the review that awaits a second operator.
 * @throws invalid-request naming the field, idempotency-key-reused (the same request id with other content), not-found for
 * an unknown login, already-exists for a taken one, second-person-needed for the operator's own account, already-decided
 * when nothing would change
 */
export async function proposeAccount(
  deps: AccountDeps,
  actor: Reviewer,
  given: AccountProposal,
): Promise<number> {
  const reason = readReason(given.reason);
  const takesRoles = given.change === 'add' || given.change === 'roles';
  const roles = [...new Set(takesRoles ? given.roles : [])].sort();
  const proposal = { ...given, roles, reason };
  const reviewId = await deps.database.transaction(async (tx) => {
    const { change, login, requestId } = proposal;
    const { operatorId } = actor;
    const earlier = await earlierReview(tx, operatorId, proposal);
    if (earlier !== undefined) return earlier;
    const before = await checkProposal(tx, actor, proposal);
    const at = deps.clock.now();
    const values = [change, login, roles, reason, operatorId, requestId, at] as const;
    const created = await tx.maybe(insertChange, [...values]);
    // The same request is being processed concurrently.
    if (created === undefined) throw new Refusal('idempotency-key-reused');
    const detail = { change, login, roles, before };
    const subject = `account:${created.id}`;
    await logAct(tx, { actor, action: 'account.propose', subject, reason, detail }, at);
    const about = { kind: ACCOUNT, subjectId: created.id, memberId: null };
    return deps.reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

/**
 * Returns the current roles.
 * @throws invalid-request, not-found, already-exists, second-person-needed, already-decided
 */
async function checkProposal(
  tx: Tx,
  actor: Reviewer,
  { change, login, roles }: AccountProposal,
): Promise<readonly string[]> {
  const operator = await operatorByLogin(tx, login);
  const inForce = (await everyRole(tx)).filter(({ endedAt }) => endedAt === null);
  if (!roles.every((role) => inForce.some(({ key }) => key === role)))
    throw new Refusal('invalid-request', { fields: ['roles'] });
  if (change === 'add') {
    if (!LOGIN.test(login)) throw new Refusal('invalid-request', { fields: ['login'] });
    if (roles.length === 0) throw new Refusal('invalid-request', { fields: ['roles'] });
    if (operator !== undefined)
      throw new Refusal('already-exists', { fields: ['login'], text: 'operator.taken' });
    return [];
  }
  if (operator === undefined) throw new Refusal('not-found', { fields: ['login'] });
  if (operator.id === actor.operatorId) throw new Refusal('second-person-needed');
  if (await isAsWanted(tx, operator, { change, roles })) throw new Refusal('already-decided');
  return operator.roles;
}

/** Whether the change would change nothing. */
async function isAsWanted(
  tx: Tx,
  operator: Operator,
  { change, roles }: Pick<AccountProposal, 'change' | 'roles'>,
): Promise<boolean> {
  if (change === 'roles') return operator.roles.toSorted().join() === roles.join();
  if (change === 'resetCodes') return operator.sealedTotp === null;
  const linked = await tx.many(linkedOperators, []);
  return !linked.some(({ operatorId }) => operatorId === operator.id);
}

/** @throws idempotency-key-reused */
async function earlierReview(
  tx: Tx,
  operatorId: number,
  request: AccountProposal,
): Promise<number | undefined> {
  if (request.requestId === null) return undefined;
  const earlier = await tx.maybe(changeByRequest, [operatorId, request.requestId]);
  if (earlier === undefined) return undefined;
  const isSame =
    earlier.change === request.change &&
    earlier.login === request.login &&
    earlier.roles.join() === request.roles.join() &&
    earlier.reason === request.reason;
  const review = isSame ? await reviewOf(tx, ACCOUNT, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('idempotency-key-reused');
  return review.id;
}
