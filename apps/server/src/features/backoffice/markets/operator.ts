/** The calls of markets. */
import { operatorMarketCalls } from '@tern/protocol/operator';
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { confirmMarketHalt, haltMarket, reopenMarket } from './halt-market.ts';
import { type ListDeps, listHalts, listMarkets } from './list-markets.ts';

export function marketRoutes(deps: ListDeps): Route[] {
  return [
    route(operatorMarketCalls.markets, async () => ({ list: await listMarkets(deps) })),
    route(operatorMarketCalls.marketHalts, async ({ input: { symbol } }) => ({
      list: await listHalts(deps, symbol),
    })),
    route(operatorMarketCalls.haltMarket, async (context) => {
      const { symbol, mode, message, reason } = context.input;
      const halt = { symbol, state: instrumentState[mode], message, reason };
      return { until: isoTime(await haltMarket(deps, actorOf(context), halt)) };
    }),
    route(operatorMarketCalls.confirmMarketHalt, async (context) => {
      const { symbol, hours = null, reason } = context.input;
      const until = await confirmMarketHalt(deps, actorOf(context), { symbol, hours, reason });
      return { until: until === null ? null : isoTime(until) };
    }),
    route(operatorMarketCalls.reopenMarket, async (context) => {
      await reopenMarket(deps, actorOf(context), context.input);
      return {};
    }),
  ];
}
