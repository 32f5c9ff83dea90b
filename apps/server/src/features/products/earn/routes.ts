/** Fixed terms in the API: calls to use cases and back; no decision, no SQL. */
import { earnCalls } from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { buyFixedTerm } from './buy-fixed-term.ts';
import type { EarnDeps } from './deps.ts';
import {
  findFixedTerm,
  findOrder,
  listFixedTerms,
  listOrders,
  listPayouts,
  quotePurchase,
  sumOrders,
} from './list-fixed-terms.ts';
import { quoteRedemption, redeemFixedTerm } from './redeem-fixed-term.ts';

export function earnRoutes(deps: EarnDeps): Route[] {
  return [
    route(earnCalls.fixedTerms, ({ caller, input, lang }) =>
      listFixedTerms(deps, { memberId: caller.memberId, lang: langOf(lang) }, input),
    ),
    route(earnCalls.findFixedTerm, async ({ input, lang }) => ({
      refinancing: await findFixedTerm(deps, langOf(lang), Number(input.ID)),
    })),
    route(
      earnCalls.fixedTermQuote,
      ({ caller, input }) => {
        const { financing_id: productId, money: principal } = input;
        return quotePurchase(deps, caller.memberId, { productId: Number(productId), principal });
      },
      { fields: { principal: 'money' } },
    ),
    route(earnCalls.fixedTermOrders, ({ caller, input }) => {
      const { status = 0, ...page } = input;
      return listOrders(deps, caller.memberId, { ...page, status: Number(status) });
    }),
    route(earnCalls.findFixedTermOrder, async ({ caller, input }) => ({
      refinancing_order: await findOrder(deps, caller.memberId, Number(input.ID)),
    })),
    route(earnCalls.fixedTermPayouts, ({ caller, input: { ID, ...page } }) =>
      listPayouts(deps, caller.memberId, { ...page, id: Number(ID) }),
    ),
    route(earnCalls.fixedTermTotals, ({ caller }) => sumOrders(deps, caller.memberId)),
    route(
      earnCalls.buyFixedTerm,
      async (context) => {
        const { financing_id: productId, money: principal, version } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(earnCalls.buyFixedTerm, context);
        const input = { memberId, productId: Number(productId), principal, version, key };
        return { order: await buyFixedTerm(deps, input) };
      },
      { fields: { principal: 'money' } },
    ),
    route(earnCalls.fixedTermRedemptionQuote, async ({ caller, input }) => ({
      reredemption: await quoteRedemption(deps, caller.memberId, Number(input.ID)),
    })),
    route(earnCalls.redeemFixedTerm, (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(earnCalls.redeemFixedTerm, context);
      return redeemFixedTerm(deps, { memberId, id: Number(context.input.ID), key });
    }),
  ];
}
