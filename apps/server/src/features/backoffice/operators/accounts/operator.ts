/** Operators' accounts in the API: calls to use cases and back. */
import type { OperatorRole } from '@tern/protocol';
import { operatorAccountCalls } from '@tern/protocol/operator';
import { everyOperator } from '../../../../kernel/operators/operators.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { accountsHeldBy, sessionUses } from '../store-accounts.ts';
import { type AccountDeps, proposeAccount } from './propose-account.ts';
import { type StartDeps, startAccount, takeStartHalf } from './start-account.ts';

/** Sorted by login. `by` is the calling operator. */
async function listAccounts(reader: Reader, by: number) {
  const [operators, uses, held] = await Promise.all([
    everyOperator(reader),
    reader.many(sessionUses, []),
    reader.many(accountsHeldBy, [by]),
  ]);
  const lastUse = new Map(uses.map(({ operatorId, lastUsedAt }) => [operatorId, lastUsedAt]));
  return operators.map(({ id, createdAt, login, roles, isActive, ...secrets }) => {
    const lastUsedAt = lastUse.get(id);
    return {
      ID: id,
      CreatedAt: isoTime(createdAt),
      login,
      roles: roles as OperatorRole[],
      isActive,
      hasPassword: secrets.passwordHash !== null,
      hasCodes: secrets.sealedTotp !== null,
      lastUsedAt: lastUsedAt === undefined ? null : isoTime(lastUsedAt),
      isHolder: held.some(({ operatorId }) => operatorId === id),
    };
  });
}

export function accountRoutes(deps: AccountDeps & StartDeps): Route[] {
  return [
    route(operatorAccountCalls.accounts, async ({ operator }) => ({
      list: await listAccounts(deps.database, operator.operatorId),
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
    route(operatorAccountCalls.startAccount, async ({ input, address }) => {
      await startAccount(deps, { ...input, address });
      return {};
    }),
  ];
}
