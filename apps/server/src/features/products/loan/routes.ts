/** Loans in the API: calls to use cases and back; no decision, no SQL. */
import { loanCalls } from '@tern/protocol';
import { operatorLoanCalls } from '@tern/protocol/operator';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { applyForLoan } from './apply-for-loan.ts';
import type { LoanDeps } from './deps.ts';
import { findLoan, listLoans, listProducts, quoteLoan } from './list-loans.ts';
import { lowerAmount } from './lower-amount.ts';
import { repayLoan } from './repay-loan.ts';

export function loanRoutes(deps: LoanDeps): Route[] {
  return [
    route(loanCalls.loans, ({ caller, input }) => listProducts(deps, caller.memberId, input)),
    route(loanCalls.loanQuote, ({ input }) => {
      const { loan_id: productId, amount } = input;
      return quoteLoan(deps, { productId: Number(productId), amount });
    }),
    route(loanCalls.loanOrders, ({ caller, input, lang }) => {
      const { status = '', ...page } = input;
      const wanted = status === '' ? undefined : Number(status);
      return listLoans(deps, caller.memberId, { ...page, status: wanted, lang });
    }),
    route(loanCalls.findLoanOrder, ({ caller: { memberId }, input, lang }) =>
      findLoan(deps, memberId, { id: Number(input.ID), lang }),
    ),
    route(loanCalls.applyForLoan, async (context) => {
      const { loan_id: productId, amount, consent, min, max, version } = context.input;
      const { memberId } = context.caller;
      const key = requestKeyOf(loanCalls.applyForLoan, context);
      const application = { productId: Number(productId), amount, consent, min, max, version };
      return { order: await applyForLoan(deps, { ...application, memberId, key }) };
    }),
    route(
      loanCalls.repayLoan,
      (context) => {
        const { ID, num: amount } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(loanCalls.repayLoan, context);
        return repayLoan(deps, { memberId, lang: context.lang, id: Number(ID), amount, key });
      },
      { fields: { amount: 'num' } },
    ),
    route(
      operatorLoanCalls.lowerAmount,
      async (context) => {
        const { ID, num: amount, message, reason } = context.input;
        const change = { reviewId: Number(ID), given: { amount, message, reason } };
        await lowerAmount(deps, actorOf(context), change);
        return {};
      },
      { fields: { amount: 'num' } },
    ),
  ];
}
