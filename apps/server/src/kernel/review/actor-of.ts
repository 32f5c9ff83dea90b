/** The operator behind a call, as the audit log and the review queue know them. */
import type { OperatorCaller } from '../../platform/http/route.ts';
import type { Reviewer } from './review-rules.ts';

export function actorOf(context: { operator: OperatorCaller; address: string }): Reviewer {
  const { operatorId, login, permissions, seal } = context.operator;
  return { operatorId, login, permissions, address: context.address, seal };
}
