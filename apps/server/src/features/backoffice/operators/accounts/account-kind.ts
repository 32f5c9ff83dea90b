/** Changes of operators' accounts in the review queue: facts, checks, and the effect of an approval (ADR 24). */
import {
  addOperator,
  everyOperator,
  forgetTotp,
  lockOperators,
  operatorByLogin,
  setRoles,
} from '../../../../kernel/operators/operators.ts';
import { everyRole, permissionsOf, type Role } from '../../../../kernel/operators/roles.ts';
import { publishSessionsEnded } from '../../../../kernel/operators/operator-live.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { assertChecks } from '../../../../kernel/review/review-rules.ts';
import type { Decision, ReviewKind } from '../../../../kernel/review/review-kind.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import {
  type AccountChange,
  changeById,
  deleteRecoveryCodes,
  insertHalves,
} from '../store-accounts.ts';
import { OPERATOR_KEY } from '../own-account/passkey-kind.ts';
import { OPERATOR_LINK } from '../provider/link-kind.ts';
import {
  deleteLinks,
  deleteProviderLogin,
  endLinkRequest,
  waitingLinksOf,
} from '../store-links.ts';
import { areApproversLeft } from '../roles/role-effects.ts';
import { deletePasskeys, endPasskeyRequest, waitingPasskeysOf } from '../store-passkeys.ts';
import { deleteEnrolment, deleteSessions } from '../store-sessions.ts';

export const ACCOUNT = 'account';

const changeOf = (reader: Reader, id: number): Promise<AccountChange> =>
  reader.one(changeById, [id]);

const listed = (roles: readonly string[]) => roles.toSorted().join(', ');

/** As colleagues read them. */
const namesOf = (all: readonly Role[], keys: readonly string[]) =>
  listed(all.flatMap(({ key, name }) => (keys.includes(key) ? [name] : [])));

export function accountKind(deps: { bus: Bus; reviews: Pick<Reviews, 'cancel'> }): ReviewKind {
  const { bus } = deps;
  return {
    kind: ACCOUNT,
    letter: 'O',
    movesMoney: false,
    approvals: 2,
    isDecidedInReadOnly: true,
    async facts(reader, subjectId) {
      const { change, login, roles, reason } = await changeOf(reader, subjectId);
      const operator = await operatorByLogin(reader, login);
      const rolesNow = operator === undefined ? null : listed(operator.roles);
      // Another version of a role gives other permissions: who agreed to the change reads it again.
      const all = await everyRole(reader);
      const given = all.filter(({ key }) => roles.includes(key));
      const versions = listed(given.map(({ key, version }) => `${key} ${version}`));
      return { change, login, roles: listed(roles), versions, rolesNow, reason };
    },
    async checks(reader, subjectId) {
      const change = await changeOf(reader, subjectId);
      return [
        change.change === 'add'
          ? await loginFree(reader, change)
          : await approversLeft(reader, change),
        await rolesInForce(reader, change),
      ];
    },
    async evidence(reader, subjectId) {
      const { change, login, roles, reason } = await changeOf(reader, subjectId);
      const all = await everyRole(reader);
      const now = namesOf(all, (await operatorByLogin(reader, login))?.roles ?? []);
      const takesRoles = change === 'add' || change === 'roles';
      const values = [now, takesRoles ? namesOf(all, roles) : now];
      const link = { label: 'Link to the provider', values: ['yes', 'no'], isEqual: false };
      return {
        summary: `${login} · ${reason}`,
        columns: ['Now', 'Proposed'],
        rows: [{ label: 'Roles', values, isEqual: null }, ...(change === 'unlink' ? [link] : [])],
        images: [],
      };
    },
    approve: (tx, decision) => applyChange(tx, deps, decision),
    reject: () => Promise.resolve(),
    decided: () => publishSessionsEnded(bus),
  };
}

async function loginFree(reader: Reader, { login }: AccountChange) {
  const isPassed = (await operatorByLogin(reader, login)) === undefined;
  return { name: 'login-free', isPassed, level: 'stop' } as const;
}

async function rolesInForce(reader: Reader, { roles }: AccountChange) {
  const all = await everyRole(reader);
  const isInForce = (key: string) => all.some((role) => role.key === key && role.endedAt === null);
  return { name: 'roles-in-force', isPassed: roles.every(isInForce), level: 'stop' } as const;
}

async function approversLeft(reader: Reader, { change, login, roles }: AccountChange) {
  const [operators, all] = await Promise.all([everyOperator(reader), everyRole(reader)]);
  const after = operators.map((each) => {
    const isConcerned = change === 'roles' && each.login === login;
    const isAtWork = each.isActive && each.passwordHash !== null;
    const permissions = isAtWork ? each.permissions : [];
    return { permissions: isConcerned ? permissionsOf(all, roles) : permissions };
  });
  return { name: 'approvers-left', isPassed: areApproversLeft(after), level: 'stop' } as const;
}

/**
 * @throws already-exists, second-person-needed for the operator concerned, check-failed when too few approvers would remain
 */
async function applyChange(
  tx: Tx,
  { reviews }: { reviews: Pick<Reviews, 'cancel'> },
  decision: Decision,
): Promise<void> {
  const change = await changeOf(tx, decision.subjectId);
  const { operatorId, firstOperatorId, at } = decision;
  if (change.change === 'add') {
    const id = await addOperator(tx, change, at);
    if (id === undefined)
      throw new Refusal('already-exists', { fields: ['login'], text: 'operator.taken' });
    const holders = [operatorId, firstOperatorId].filter((holder) => holder !== null);
    await tx.run(insertHalves, [id, holders]);
    return;
  }
  await lockOperators(tx);
  assertChecks([await approversLeft(tx, change)], false);
  const operator = await operatorByLogin(tx, change.login);
  if (operator === undefined) throw new Error(`no operator ${change.login}`);
  if (operator.id === operatorId || operator.id === firstOperatorId)
    throw new Refusal('second-person-needed');
  await tx.run(deleteSessions, [operator.id]);
  if (change.change === 'roles') return setRoles(tx, operator.id, change.roles);
  await endLinks(tx, reviews, { id: operator.id, at });
  if (change.change === 'unlink') return;
  await forgetTotp(tx, operator.id);
  await tx.run(deleteRecoveryCodes, [operator.id]);
  await tx.run(deleteEnrolment, [operator.id]);
  await tx.run(deletePasskeys, [operator.id]);
  for (const { id } of await tx.many(waitingPasskeysOf, [operator.id])) {
    await reviews.cancel(tx, { kind: OPERATOR_KEY, subjectId: id });
    await tx.run(endPasskeyRequest, [id, 'withdrawn', at]);
  }
}

/** Of one operator: the links, those that wait, and a sign-in that began with one. */
async function endLinks(
  tx: Tx,
  reviews: Pick<Reviews, 'cancel'>,
  { id: operatorId, at }: { id: number; at: number },
): Promise<void> {
  await tx.run(deleteLinks, [operatorId]);
  await tx.run(deleteProviderLogin, [operatorId]);
  for (const { id } of await tx.many(waitingLinksOf, [operatorId])) {
    await reviews.cancel(tx, { kind: OPERATOR_LINK, subjectId: id });
    await tx.run(endLinkRequest, [id, 'withdrawn', at]);
  }
}
