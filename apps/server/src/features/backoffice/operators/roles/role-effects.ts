/** What the operators at work could do with other roles. Pure. */
import type { Permission } from '@tern/protocol';
import { permissionsOf } from '../../../../kernel/operators/roles.ts';
import { type NamedRole, roleMatrix } from './role-matrix.ts';

/** One of them proposes accounts and roles, and another one agrees. */
const DECIDING_OPERATORS = ['operators.propose', 'reviews.read', 'reviews.second'] as const;
/** With fewer, no new one could ever be agreed to. */
const APPROVERS_MIN = 2;

/** Whether enough of these people can propose operators and agree to them. */
export function areApproversLeft(
  people: readonly { readonly permissions: readonly Permission[] }[],
): boolean {
  const left = people.filter(({ permissions }) =>
    DECIDING_OPERATORS.every((permission) => permissions.includes(permission)),
  );
  return left.length >= APPROVERS_MIN;
}

export interface Holder {
  readonly login: string;
  /** Keys. */
  readonly roles: readonly string[];
}

const atWork = (roles: readonly NamedRole[], holders: readonly Holder[]) =>
  holders.map(({ login, roles: keys }) => ({ login, permissions: permissionsOf(roles, keys) }));

/**
 * The rows of the matrix that could be done, by two people where it takes two, and could not be any more. What nobody could do before
 * prevents no change: a deployment may begin without an operator for it.
 */
export function lostRows(
  before: readonly NamedRole[],
  after: readonly NamedRole[],
  holders: readonly Holder[],
): string[] {
  const possible = new Set(
    roleMatrix(before, atWork(before, holders)).flatMap(({ key, lacks }) =>
      lacks === null ? [key] : [],
    ),
  );
  return roleMatrix(after, atWork(after, holders))
    .filter(({ key, lacks }) => lacks !== null && possible.has(key))
    .map(({ key }) => key);
}

/** Whether accounts and roles can still be changed by two people. */
export const keepsApprovers = (after: readonly NamedRole[], holders: readonly Holder[]): boolean =>
  areApproversLeft(atWork(after, holders));
