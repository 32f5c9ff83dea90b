/** A change of the own account that takes a one-time code, or a recovery code. */
import { lockOperator } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { limitKey } from '../../../../platform/limit-key.ts';
import type { Attempts } from '../../../account/auth/index.ts';
import { logRefusedLogin } from '../session/log-in.ts';
import { type CodeDeps, spendCode } from '../session/own-codes.ts';
import { ownOperator } from './own-operator.ts';

export interface ConfirmingDeps extends CodeDeps {
  database: Database;
  attempts: Attempts;
}

/** The operator in one of their sessions. */
export interface OwnCaller {
  actor: Reviewer;
  sessionId: number;
}

/**
 * Changes something with the operator locked, after a one-time or recovery code. Wrong codes count as attempts of a sign-in.
 * @throws wrong-one-time-code, too-many-requests with the seconds to wait
 */
export async function withCode<T>(
  deps: ConfirmingDeps,
  { actor, code }: { actor: Reviewer; code: string },
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { operatorId, address } = actor;
  const attempt = await deps.attempts.take([limitKey('operator', operatorId)]);
  const outcome = await deps.database.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const operator = await ownOperator(tx, operatorId);
    if ((await spendCode(deps, tx, { operator, code })) === undefined) return undefined;
    await deps.attempts.refund(tx, attempt);
    return { changed: await change(tx) };
  });
  if (outcome !== undefined) return outcome.changed;
  await logRefusedLogin(deps, { operatorId, address, why: 'code' });
  throw new Refusal('wrong-one-time-code', { fields: ['code'] });
}
