/** Operators' accounts in the API: calls to use cases and back. */
import { operatorAccountCalls } from '@tern/protocol/operator';
import { everyOperator } from '../../../../kernel/operators/operators.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { accountsHeldBy, sessionUses } from '../store-accounts.ts';
import { linkedOperators } from '../store-links.ts';
import type { OperatorLock } from '../store-locks.ts';
import {
  confirmAccountLock,
  type LockDeps,
  lockAccount,
  running,
  unlockAccount,
} from './lock-account.ts';
import { type AccountDeps, proposeAccount } from './propose-account.ts';
import { type StartDeps, startAccount, takeStartHalf } from './start-account.ts';

/** Sorted by login. `by` is the calling operator. */
async function listAccounts(reader: Reader, given: { by: number; at: number }) {
  const { by, at } = given;
  const [operators, uses, held, locks, linked] = await Promise.all([
    everyOperator(reader),
    reader.many(sessionUses, []),
    reader.many(accountsHeldBy, [by]),
    running(reader, at),
    reader.many(linkedOperators, []),
  ]);
  const logins = new Map(operators.map(({ id, login }) => [id, login]));
  const lastUse = new Map(uses.map(({ operatorId, lastUsedAt }) => [operatorId, lastUsedAt]));
  return operators.map(({ id, createdAt, login, roles, isActive, ...secrets }) => {
    const lastUsedAt = lastUse.get(id);
    return {
      ID: id,
      CreatedAt: isoTime(createdAt),
      login,
      roles,
      isActive,
      hasPassword: secrets.passwordHash !== null,
      hasCodes: secrets.sealedTotp !== null,
      hasLink: linked.some(({ operatorId }) => operatorId === id),
      lastUsedAt: lastUsedAt === undefined ? null : isoTime(lastUsedAt),
      isHolder: held.some(({ operatorId }) => operatorId === id),
      lock: lockOut(
        locks.find(({ operatorId }) => operatorId === id),
        logins,
      ),
    };
  });
}

function lockOut(lock: OperatorLock | undefined, logins: ReadonlyMap<number, string>) {
  if (lock === undefined) return null;
  const { reason, lockedBy, beganAt, until, confirmedBy, askedBy } = lock;
  const nameOf = (id: number | null) => (id === null ? null : (logins.get(id) ?? ''));
  return {
    reason,
    by: nameOf(lockedBy) ?? '',
    beganAt: isoTime(beganAt),
    until: until === null ? null : isoTime(until),
    confirmedBy: nameOf(confirmedBy),
    askedBy: nameOf(askedBy),
  };
}

export function accountRoutes(deps: AccountDeps & StartDeps & LockDeps): Route[] {
  return [
    route(operatorAccountCalls.accounts, async ({ operator }) => ({
      list: await listAccounts(deps.database, {
        by: operator.operatorId,
        at: deps.clock.now(),
      }),
    })),
    route(operatorAccountCalls.proposeAccount, async (context) => {
      const { requestId = null, ...input } = context.input;
      return { reviewId: await proposeAccount(deps, actorOf(context), { ...input, requestId }) };
    }),
    route(operatorAccountCalls.takeStartHalf, async (context) => {
      const id = Number(context.input.ID);
      const { half, expiresAt } = await takeStartHalf(deps, actorOf(context), id);
      return { half, expiresAt: isoTime(expiresAt) };
    }),
    route(operatorAccountCalls.lockAccount, async (context) => {
      const { ID, reason } = context.input;
      const until = await lockAccount(deps, actorOf(context), { id: Number(ID), reason });
      return { until: isoTime(until) };
    }),
    route(operatorAccountCalls.confirmLock, async (context) => {
      const { ID, reason } = context.input;
      await confirmAccountLock(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
    route(operatorAccountCalls.unlockAccount, async (context) => {
      const { ID, reason } = context.input;
      const given = { id: Number(ID), reason };
      return { isUnlocked: await unlockAccount(deps, actorOf(context), given) };
    }),
    route(operatorAccountCalls.startAccount, async ({ input, address }) => {
      await startAccount(deps, { ...input, address });
      return {};
    }),
  ];
}
