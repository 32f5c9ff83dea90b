/** Changes of roles in the review queue: facts, checks, before and after, and the effect of an approval (ADR 108). */
import type { Permission } from '@tern/protocol';
import { mixedDuties, permissionNames, permissions as every } from '@tern/protocol/operator';
import { everyOperator, lockOperators } from '../../../../kernel/operators/operators.ts';
import { publishRolesChanged } from '../../../../kernel/operators/operator-live.ts';
import {
  addRole,
  changeRole,
  endRole,
  everyRole,
  type Role,
} from '../../../../kernel/operators/roles.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewCheck,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { reviewsOfSubjects } from '../../../../kernel/review/list-reviews.ts';
import { assertChecks } from '../../../../kernel/review/review-rules.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { newestRoleChanges, type RoleChange, roleChangeById } from '../store-roles.ts';
import { keepsApprovers, lostRows } from './role-effects.ts';

export const ROLE = 'role';

/** A role as it is proposed. */
export interface WantedRole {
  readonly change: string;
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The version that it follows; 0 of a new role. */
  readonly baseVersion: number;
}

interface Effects {
  /** Logins of those who hold the role. */
  holders: string[];
  /** Rows of the matrix that nobody could do any more, or not by two. */
  lost: string[];
  areApproversLeft: boolean;
}

/** All roles, the one with this key, and what a change of it would do to the work of the people there are. */
export async function readEffects(reader: Reader, key: string) {
  const [roles, operators] = await Promise.all([everyRole(reader), everyOperator(reader)]);
  const people = operators.filter(
    ({ isActive, passwordHash }) => isActive && passwordHash !== null,
  );
  const inForce = roles.filter(({ endedAt }) => endedAt === null);
  const others = inForce.filter((each) => each.key !== key);
  return {
    roles,
    role: inForce.find((each) => each.key === key),
    effectsOf(wanted: WantedRole): Effects {
      const after = wanted.change === 'end' ? others : [...others, wanted];
      return {
        holders: operators.filter((each) => each.roles.includes(key)).map(({ login }) => login),
        lost: lostRows(inForce, after, people),
        areApproversLeft: keepsApprovers(after, people),
      };
    },
  };
}

/** Proposed changes that wait for a second person, each with its review; the newest first. */
export async function waitingRoleChanges(reader: Reader) {
  const changes = await reader.many(newestRoleChanges, []);
  const reviews = await reviewsOfSubjects(
    reader,
    changes.map(({ id }) => `${ROLE}:${id}`),
  );
  return changes.flatMap((change) => {
    const review = reviews.get(`${ROLE}:${change.id}`);
    return review?.state === 'open' ? [{ ...change, reviewId: review.id }] : [];
  });
}

/** Two names that a reader takes for one. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const wantedOf = ({ roleKey: key, ...change }: RoleChange): WantedRole => ({ key, ...change });

const listed = (permissions: readonly Permission[]) => permissions.toSorted().join(', ');

export function roleKind({ bus }: { bus: Bus }): ReviewKind {
  const changeOf = (reader: Reader, id: number) => reader.one(roleChangeById, [id]);
  return {
    kind: ROLE,
    letter: 'RO',
    movesMoney: false,
    approvals: 2,
    isDecidedInReadOnly: true,
    async facts(reader, subjectId) {
      const { change, roleKey, name, permissions, reason } = await changeOf(reader, subjectId);
      const { role } = await readEffects(reader, roleKey);
      const now = role === undefined ? null : listed(role.permissions);
      const nameNow = role === undefined || role.name === name ? {} : { nameNow: role.name };
      const facts = { change, role: roleKey, name, ...nameNow };
      return { ...facts, permissions: listed(permissions), now, reason };
    },
    checks: async (reader, subjectId) => checksOf(reader, await changeOf(reader, subjectId)),
    async evidence(reader, subjectId) {
      const change = await changeOf(reader, subjectId);
      const { role } = await readEffects(reader, change.roleKey);
      return {
        summary: `${change.name} · ${change.reason}`,
        columns: ['Now', 'Proposed'],
        rows: rowsOf(change, role),
        images: [],
      };
    },
    approve: (tx, decision) => applyChange(tx, decision),
    reject: () => Promise.resolve(),
    decided: () => publishRolesChanged(bus),
  };
}

/** Each permission that the role has before or after, the ones that change are marked. */
function rowsOf({ change, name, permissions }: RoleChange, role: Role | undefined) {
  const after = change === 'end' ? [] : permissions;
  const before = role?.permissions ?? [];
  const shown = every.filter((each) => before.includes(each) || after.includes(each));
  const text = (held: readonly Permission[], each: Permission) =>
    held.includes(each) ? 'yes' : 'no';
  const rows = shown.map((each) =>
    comparisonRow(
      permissionNames[each],
      [text(before, each), text(after, each)],
      before.includes(each) === after.includes(each),
    ),
  );
  const isRenamed = role !== undefined && role.name !== name;
  return isRenamed ? [comparisonRow('Name', [role.name, name], false), ...rows] : rows;
}

async function checksOf(reader: Reader, change: RoleChange): Promise<ReviewCheck[]> {
  const { roles, role, effectsOf } = await readEffects(reader, change.roleKey);
  const { holders, lost, areApproversLeft } = effectsOf(wantedOf(change));
  const isEnd = change.change === 'end';
  const isTaken = roles.some(
    ({ key, name }) => key !== change.roleKey && isSameName(name, change.name),
  );
  const mixed = isEnd ? [] : mixedDuties(change.permissions);
  return [
    {
      name: 'role-as-proposed',
      isPassed: (role?.version ?? 0) === change.baseVersion,
      level: 'stop',
    },
    { name: 'work-possible', isPassed: lost.length === 0, level: 'stop', detail: lost.join(', ') },
    { name: 'approvers-left', isPassed: areApproversLeft, level: 'stop' },
    ...(isEnd
      ? [{ name: 'role-unheld', isPassed: holders.length === 0, level: 'stop' } as const]
      : [
          { name: 'role-name-free', isPassed: !isTaken, level: 'stop' } as const,
          {
            name: 'duties-separate',
            isPassed: mixed.length === 0,
            level: 'warning',
            detail: mixed.map(({ name }) => name).join('; '),
          } as const,
        ]),
  ];
}

/** @throws check-failed when it would leave work undone, already-decided when the role has changed since */
async function applyChange(tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const change = await tx.one(roleChangeById, [subjectId]);
  // Nobody gains or loses a role meanwhile.
  await lockOperators(tx);
  assertChecks(await checksOf(tx, change), true);
  const { roleKey: key, name, permissions, baseVersion } = change;
  const isDone =
    change.change === 'add'
      ? await addRole(tx, { key, name, permissions })
      : change.change === 'end'
        ? await endRole(tx, { key, baseVersion }, at)
        : await changeRole(tx, { key, baseVersion, permissions, name });
  if (!isDone) throw new Refusal('already-decided');
}
