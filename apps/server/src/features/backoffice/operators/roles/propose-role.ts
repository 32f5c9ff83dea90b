/** Proposes a new role, another name or other permissions of one, or its end, for approval by another operator (ADR 108). */
import { permissions as everyPermission, roleRowNames } from '@tern/protocol/operator';
import type { Permission } from '@tern/protocol';
import { lockOperators } from '../../../../kernel/operators/operators.ts';
import type { Role } from '../../../../kernel/operators/roles.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { hasWord, isDisguised } from '../../../../kernel/requests/visible-text.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { insertRoleChange, roleChangeByRequest } from '../store-roles.ts';
import { isSameName, readEffects, ROLE, waitingRoleChanges, type WantedRole } from './role-kind.ts';

export interface RoleDeps {
  database: Database;
  clock: Clock;
  reviews: Reviews;
}

export interface RoleProposal {
  change: 'add' | 'edit' | 'end';
  /** Of the role. */
  key: string;
  /** The version that was shown; null of a new role. */
  version: number | null;
  /** Of a new role, or its new name; empty: it keeps its name. */
  name: string;
  /** All that it has afterwards. */
  permissions: readonly Permission[];
  reason: string;
  requestId: string | null;
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws invalid-request naming the field, idempotency-key-reused (the same request id with other content), not-found for a role that
 *   there is not, already-exists for a key or name that another one has, had or waits for, facts-changed when the role has changed since
 *   the version that was shown, already-decided when nothing would change,
 *   check-failed when an operator holds a role that would end, or with the rows of the matrix that nobody could do any more
 */
export async function proposeRole(
  deps: RoleDeps,
  actor: Reviewer,
  given: RoleProposal,
): Promise<number> {
  const reason = readReason(given.reason);
  const reviewId = await deps.database.transaction(async (tx) => {
    const earlier = await earlierReview(tx, actor.operatorId, { ...given, reason });
    if (earlier !== undefined) return earlier;
    // Of two proposals of one name, the later one sees the earlier.
    await lockOperators(tx);
    const { wanted, role } = await readWanted(tx, given);
    const at = deps.clock.now();
    const { change, key, name, permissions, baseVersion } = wanted;
    const created = await tx.maybe(insertRoleChange, [
      change,
      key,
      name,
      permissions,
      baseVersion,
      reason,
      actor.operatorId,
      given.requestId,
      at,
    ]);
    // The same request is being processed concurrently.
    if (created === undefined) throw new Refusal('idempotency-key-reused');
    const nameBefore = role === undefined || role.name === name ? {} : { nameBefore: role.name };
    const before = role?.permissions ?? [];
    const detail = { change, role: key, name, ...nameBefore, permissions, before };
    const subject = `role:${key}`;
    await logAct(tx, { actor, action: 'role.propose', subject, reason, detail }, at);
    const about = { kind: ROLE, subjectId: created.id, memberId: null };
    const proposal = { operatorId: actor.operatorId, note: reason };
    return deps.reviews.open(tx, { ...about, proposal });
  });
  deps.reviews.announce();
  return reviewId;
}

/** What is wanted, with the role as it is. @throws as `proposeRole` */
async function readWanted(
  tx: Tx,
  { change, key, ...given }: RoleProposal,
): Promise<{ wanted: WantedRole; role: Role | undefined }> {
  const chosen = everyPermission.filter((permission) => given.permissions.includes(permission));
  const { roles, role, effectsOf } = await readEffects(tx, key);
  if (change !== 'add') {
    if (role === undefined) throw new Refusal('not-found', { fields: ['key'] });
    if (given.version === null) throw new Refusal('invalid-request', { fields: ['version'] });
    if (given.version !== role.version)
      throw new Refusal('facts-changed', { text: 'operator.roleChanged' });
  }
  const name = change === 'end' ? (role?.name ?? '') : given.name.trim() || (role?.name ?? '');
  if (change === 'add' || name !== role?.name)
    await assertNameFree(tx, { key, name, change, roles });
  if (change !== 'end' && chosen.length === 0)
    throw new Refusal('invalid-request', { fields: ['permissions'] });
  const before = role?.permissions ?? [];
  const isSame = before.toSorted().join() === chosen.toSorted().join() && name === role?.name;
  if (change === 'edit' && isSame) throw new Refusal('already-decided');
  const wanted: WantedRole = {
    change,
    key,
    name,
    permissions: change === 'end' ? before : chosen,
    baseVersion: role?.version ?? 0,
  };
  const { holders, lost, areApproversLeft } = effectsOf(wanted);
  if (change === 'end' && holders.length > 0)
    throw new Refusal('check-failed', { text: 'operator.roleHeld', data: { logins: holders } });
  const rows = areApproversLeft || lost.includes('operators') ? lost : [...lost, 'operators'];
  if (rows.length > 0) {
    const values = { rows: rows.map((row) => roleRowNames[row] ?? row).join(', ') };
    throw new Refusal('check-failed', { text: 'operator.roleLacks', values, data: { rows } });
  }
  return { wanted, role };
}

interface NewName {
  key: string;
  name: string;
  change: RoleProposal['change'];
  /** Every one that there is or was. */
  roles: readonly Role[];
}

/** @throws invalid-request for what is no name, already-exists when another role has it, had it, or waits for it */
async function assertNameFree(tx: Tx, { key, name, change, roles }: NewName): Promise<void> {
  if (!hasWord(name) || isDisguised(name))
    throw new Refusal('invalid-request', { fields: ['name'] });
  const isNew = change === 'add';
  const isTaken =
    roles.some((each) => (each.key === key ? isNew : isSameName(each.name, name))) ||
    (await waitingRoleChanges(tx)).some((each) =>
      each.roleKey === key ? isNew : isSameName(each.name, name),
    );
  if (isTaken)
    throw new Refusal('already-exists', { fields: ['name'], text: 'operator.roleTaken' });
}

/** @throws idempotency-key-reused */
async function earlierReview(
  tx: Tx,
  operatorId: number,
  request: RoleProposal,
): Promise<number | undefined> {
  if (request.requestId === null) return undefined;
  const earlier = await tx.maybe(roleChangeByRequest, [operatorId, request.requestId]);
  if (earlier === undefined) return undefined;
  const isSame =
    earlier.change === request.change &&
    earlier.roleKey === request.key &&
    earlier.baseVersion === (request.version ?? 0) &&
    (earlier.name === request.name.trim() || request.name === '' || request.change === 'end') &&
    (earlier.change === 'end' ||
      earlier.permissions.toSorted().join() ===
        [...new Set(request.permissions)].toSorted().join()) &&
    earlier.reason === request.reason;
  const review = isSame ? await reviewOf(tx, ROLE, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('idempotency-key-reused');
  return review.id;
}
