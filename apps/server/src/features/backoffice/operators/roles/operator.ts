/** Roles in the API: the matrix, and proposals to change one. */
import { operatorRoleCalls } from '@tern/protocol/operator';
import { everyOperator } from '../../../../kernel/operators/operators.ts';
import { everyRole } from '../../../../kernel/operators/roles.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { waitingRoleChanges } from './role-kind.ts';
import { proposeRole, type RoleDeps } from './propose-role.ts';
import { roleMatrix } from './role-matrix.ts';

/** The matrix of the roles in force, with the operators at work. */
async function showRoles(reader: Reader) {
  const [every, operators, waiting] = await Promise.all([
    everyRole(reader),
    everyOperator(reader),
    waitingRoleChanges(reader),
  ]);
  const atWork = operators.filter(
    ({ isActive, passwordHash }) => isActive && passwordHash !== null,
  );
  const reviewOf = new Map(waiting.map(({ roleKey, reviewId }) => [roleKey, reviewId]));
  const roles = every.filter(({ endedAt }) => endedAt === null);
  return {
    rows: roleMatrix(roles, atWork),
    roles: roles.map(({ key, name, version, permissions }) => ({
      key,
      name,
      version,
      permissions,
      logins: atWork.filter((person) => person.roles.includes(key)).map(({ login }) => login),
      reviewId: reviewOf.get(key) ?? null,
    })),
  };
}

export function roleRoutes(deps: RoleDeps): Route[] {
  return [
    route(operatorRoleCalls.roles, () => showRoles(deps.database)),
    route(operatorRoleCalls.proposeRole, async (context) => {
      const { name = '', version = null, requestId = null, ...input } = context.input;
      const proposal = { ...input, name, version, requestId };
      return { reviewId: await proposeRole(deps, actorOf(context), proposal) };
    }),
  ];
}
