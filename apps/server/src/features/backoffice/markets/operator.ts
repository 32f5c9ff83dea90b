/** The calls of markets. */
import { formatDecimal } from '@tern/money';
import { operatorMarketCalls } from '@tern/protocol/operator';
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import { timeOf } from '../../../kernel/requests/given-time.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { type DelistDeps, proposeDelisting, withdrawAgreed } from './delist-market.ts';
import { impactOf } from './delisting-impact.ts';
import { confirmMarketHalt, haltMarket, marketNamed, reopenMarket } from './halt-market.ts';
import { listHalts, listMarkets } from './list-markets.ts';

export function marketRoutes(deps: DelistDeps): Route[] {
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
    ...delistingRoutes(deps),
  ];
}

function delistingRoutes(deps: DelistDeps): Route[] {
  return [
    route(operatorMarketCalls.delistingImpact, async ({ input: { symbol } }) => {
      const impact = await impactOf(deps, deps.database, marketNamed(deps, symbol));
      return { ...impact, held: formatDecimal(impact.held) };
    }),
    route(operatorMarketCalls.proposeDelisting, async (context) => {
      const { symbol, ordersUntil, endsAt, withdrawalsUntil, reason } = context.input;
      const dates = {
        ordersUntil: timeOf(ordersUntil, 'ordersUntil'),
        closesAt: timeOf(endsAt, 'endsAt'),
        withdrawalsUntil:
          withdrawalsUntil === undefined ? null : timeOf(withdrawalsUntil, 'withdrawalsUntil'),
      };
      const proposal = { symbol, ...dates, reason };
      return { reviewId: await proposeDelisting(deps, actorOf(context), proposal) };
    }),
    route(operatorMarketCalls.withdrawDelisting, async (context) => {
      await withdrawAgreed(deps, actorOf(context), context.input);
      return {};
    }),
  ];
}
