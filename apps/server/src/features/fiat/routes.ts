/** Fiat on the wire: calls to use cases and back; no decision, no SQL. */
import { fiatCalls } from '@tern/protocol';
import { requestKeyOf } from '../../kernel/requests/answer-once.ts';
import { langOf } from '../../kernel/i18n/texts.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findCard, keepCard, listCards, removeCard } from './cards/keep-card.ts';
import { listCurrencies } from './list-currencies.ts';
import { createPayout, type PayoutDeps } from './payouts/create-payout.ts';
import { cancelPayout } from './payouts/end-payout.ts';
import { findPayout, listPayouts } from './payouts/list-payouts.ts';
import { showTerms } from './payouts/payout-terms.ts';
import { cancelWire } from './wires/cancel-wire.ts';
import type { WireDeps } from './wires/create-wire.ts';
import { findWire, listWires } from './wires/list-wires.ts';

export function fiatRoutes(deps: WireDeps & PayoutDeps): Route[] {
  const { database, assets } = deps;
  return [
    route(fiatCalls.fiatCurrencies, async () => ({ list: await listCurrencies(database, assets) })),
    ...cardRoutes(deps),
    ...wireRoutes(deps),
    ...payoutRoutes(deps),
  ];
}

function cardRoutes(deps: WireDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.bankCards, ({ caller, input }) => listCards(database, caller.memberId, input)),
    route(fiatCalls.findBankCard, async ({ caller, input }) => ({
      reuser_bank: await findCard(database, caller.memberId, Number(input.ID)),
    })),
    route(fiatCalls.createBankCard, async ({ caller, input }) => ({
      bank: await keepCard(deps, caller.memberId, input),
    })),
    route(fiatCalls.deleteBankCard, async ({ caller, input }) => {
      await removeCard(database, caller.memberId, Number(input.ID));
      return {};
    }),
  ];
}

function wireRoutes(deps: WireDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.wires, ({ caller, input }) => listWires(database, caller.memberId, input)),
    route(fiatCalls.findWire, ({ caller, input, lang }) =>
      findWire(database, caller.memberId, { id: Number(input.ID), lang }),
    ),
    route(fiatCalls.cancelWire, async (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(fiatCalls.cancelWire, context);
      return { wire: await cancelWire(deps, { memberId, id: Number(context.input.ID), key }) };
    }),
  ];
}

function payoutRoutes(deps: PayoutDeps): Route[] {
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
