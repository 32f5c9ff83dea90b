/** Roles in the API: the matrix, and proposals to change one. */
import { operatorRoleCalls } from '@tern/protocol/operator';
import { everyOperator } from '../../../../kernel/operators/operators.ts';
import { everyRole } from '../../../../kernel/operators/roles.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { reviewsOfSubjects } from '../../../../kernel/review/list-reviews.ts';
import { newestRoleChanges } from '../store-roles.ts';
import { ROLE } from './role-kind.ts';
import { proposeRole, type RoleDeps } from './propose-role.ts';
import { roleMatrix } from './role-matrix.ts';

/** Reviews of proposed changes that wait, by the key of the role. */
async function waitingReviews(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const changes = await reader.many(newestRoleChanges, []);
  const subjects = changes.map(({ id }) => `${ROLE}:${id}`);
  const reviews = await reviewsOfSubjects(reader, subjects);
  return new Map(
    changes.flatMap(({ id, roleKey }) => {
      const review = reviews.get(`${ROLE}:${id}`);
      return review?.state === 'open' ? [[roleKey, review.id] as const] : [];
    }),
  );
}

/** The matrix of the roles in force, with the operators at work. */
async function showRoles(reader: Reader) {
  const [every, operators, waiting] = await Promise.all([
    everyRole(reader),
    everyOperator(reader),
    waitingReviews(reader),
  ]);
  const atWork = operators.filter(
    ({ isActive, passwordHash }) => isActive && passwordHash !== null,
  );
  const roles = every.filter(({ endedAt }) => endedAt === null);
  return {
    rows: roleMatrix(roles, atWork),
    roles: roles.map(({ key, name, version, permissions }) => ({
      key,
      name,
      version,
      permissions,
      logins: atWork.filter((person) => person.roles.includes(key)).map(({ login }) => login),
      reviewId: waiting.get(key) ?? null,
    })),
  };
}

export function roleRoutes(deps: RoleDeps): Route[] {
  return [
    route(operatorRoleCalls.roles, () => showRoles(deps.database)),
    route(operatorRoleCalls.proposeRole, async (context) => {
      const { name = '', requestId = null, ...input } = context.input;
      const proposal = { ...input, name, requestId };
      return { reviewId: await proposeRole(deps, actorOf(context), proposal) };
    }),
  ];
}
