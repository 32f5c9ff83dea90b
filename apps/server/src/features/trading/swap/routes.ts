/** Swap in the API: calls to use cases and back; no decision, no SQL. */
import { formatDecimal } from '@tern/money';
import { swapCalls } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { exchangeCoins } from './exchange-coins.ts';
import { convertSmall, listSmall, type SmallDeps } from './convert-small.ts';
import { findSwap, listSwaps } from './list-swaps.ts';
import { offerSwap } from './offer.ts';

export function swapRoutes(deps: SmallDeps): Route[] {
  return [
    route(
      swapCalls.exchangeFind,
      async ({ caller, input }) => {
        const [from = '', to = ''] = input.symbol.split('_');
        const offer = offerSwap(deps, { from, to });
        const key = { owner: caller.memberId, asset: offer.from.code };
        return {
          reexchange: {
            from_coin: offer.from.code,
            to_coin: offer.to.code,
            rate: formatDecimal(offer.rate),
            spread: formatDecimal(offer.spread),
            reference: formatDecimal(offer.reference),
            fromUsdt: formatDecimal(offer.fromUsdt),
            toUsdt: formatDecimal(offer.toUsdt),
            feeRatio: formatDecimal(offer.feeRatio),
            min: formatDecimal(offer.min),
            max: formatDecimal(offer.max),
            available: formatDecimal(await availableTo(deps.database, key)),
            at: isoTime(offer.at),
          },
        };
      },
      { fields: { from: 'symbol', to: 'symbol' } },
    ),
    route(
      swapCalls.exchange,
      async (context) => {
        const { num, from_coin: from, to_coin: to, min_received: leastReceived } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(swapCalls.exchange, context);
        const input = { memberId, given: num, from, to, leastReceived, key };
        return { exchange: await exchangeCoins(deps, input) };
      },
      { fields: { given: 'num', from: 'from_coin', to: 'to_coin', leastReceived: 'min_received' } },
    ),
    route(swapCalls.smallBalances, ({ caller }) => listSmall(deps, caller.memberId)),
    route(swapCalls.convertSmall, async (context) => {
      const { quote, coins } = context.input;
      return convertSmall(deps, {
        memberId: context.caller.memberId,
        quote,
        coins: coins.map(({ coinname }) => coinname.toUpperCase()),
        key: requestKeyOf(swapCalls.convertSmall, context),
      });
    }),
    route(swapCalls.swaps, ({ caller, input }) => listSwaps(deps.database, caller.memberId, input)),
    route(swapCalls.findSwap, async ({ caller, input }) => ({
      reexchange: await findSwap(deps.database, caller.memberId, Number(input.ID)),
    })),
  ];
}
