/** Payouts on the wire: calls to use cases and back; no decision, no SQL. */
import { fiatCalls } from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createPayout, type PayoutDeps } from './create-payout.ts';
import { cancelPayout } from './end-payout.ts';
import { findPayout, listPayouts } from './list-payouts.ts';
import { showTerms } from './payout-terms.ts';

export function payoutRoutes(deps: PayoutDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.payoutTerms, async ({ caller, input }) => {
      const { coinname: coin, currency } = input;
      const { memberId } = caller;
      return { terms: await showTerms(database, deps, { memberId, coin, currency }) };
    }),
    route(fiatCalls.payouts, ({ caller, input, lang }) =>
      listPayouts(database, caller.memberId, { ...input, lang: langOf(lang) }),
    ),
    route(fiatCalls.findPayout, async ({ caller, input, lang }) => ({
      rewithdraw_bank: await findPayout(database, caller.memberId, {
        id: Number(input.ID),
        lang: langOf(lang),
      }),
    })),
    route(fiatCalls.createPayout, async (context) => {
      // A hash with six digits in it could be tried out; what is asked for is the payment.
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
      return { withdraw_bank: await cancelPayout(deps, { memberId, id, key }) };
    }),
  ];
}
