/** The operator behind a call, as the audit log and the review queue know them. */
import type { Reviewer } from '../../kernel/review/review-rules.ts';
import type { OperatorCaller } from '../../platform/http/route.ts';

export function actorOf(context: { operator: OperatorCaller; address: string }): Reviewer {
  const { operatorId, login, roles } = context.operator;
  return { operatorId, login, roles, address: context.address };
}
