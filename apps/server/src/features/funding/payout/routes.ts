/** Payouts on the wire: calls to use cases and back; no decision, no SQL. */
import { fiatCalls } from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { cancelRequest } from '../request/lifecycle.ts';
import { findRequest, listRequests } from '../request/list.ts';
import { createPayout, type PayoutDeps } from './create-payout.ts';
import { showTerms } from './payout-terms.ts';
import { payouts } from './payouts.ts';

export function payoutRoutes(deps: PayoutDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.payoutTerms, async ({ caller, input }) => {
      const { coinname: coin, currency } = input;
      const { memberId } = caller;
      return { terms: await showTerms(database, deps, { memberId, coin, currency }) };
    }),
    route(fiatCalls.payouts, ({ caller, input, lang }) =>
      listRequests(database, payouts, {
        ...input,
        memberId: caller.memberId,
        lang: langOf(lang),
      }),
    ),
    route(fiatCalls.findPayout, async ({ caller, input, lang }) => ({
      rewithdraw_bank: await findRequest(database, payouts, {
        memberId: caller.memberId,
        id: Number(input.ID),
        lang: langOf(lang),
      }),
    })),
    route(fiatCalls.createPayout, async (context) => {
      // The password is left out of the hash of the request: six digits could be found by trying.
      const { pay_password: payPassword, ...asked } = context.input;
      const { num, bank_id: cardId, coinname: coin, coin_id: coinId, currency } = asked;
      const payout = await createPayout(deps, {
        memberId: context.caller.memberId,
        num,
        coin,
        coinId: coinId === undefined ? undefined : Number(coinId),
        currency,
        cardId: Number(cardId),
        leastReceived: asked.min_received,
        payPassword,
        key: requestKeyOf(fiatCalls.createPayout, { ...context, input: asked }),
      });
      return { withdraw_bank: payout };
    }),
    route(fiatCalls.cancelPayout, async (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(fiatCalls.cancelPayout, context);
      const id = Number(context.input.ID);
      return { withdraw_bank: await cancelRequest(deps, payouts, { memberId, id, key }) };
    }),
  ];
}
