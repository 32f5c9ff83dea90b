/** Terms on the operators' wire: calls to use cases and back. */
import { operatorMarketCalls, operatorTermsCalls } from '@tern/protocol/operator';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { timeOf } from '../../../../kernel/requests/given-time.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { listTerms } from './list-terms.ts';
import {
  listMarketVersions,
  type MarketVersionDeps,
  proposeMarketTerms,
} from './market-versions.ts';
import { PAUSE_HOURS_MAX, pauseTerms, resumeTerms } from './pause-terms.ts';
import { proposeTerms, type TermsDeps } from './propose-terms.ts';

export function termsRoutes(deps: TermsDeps & MarketVersionDeps): Route[] {
  return [
    route(operatorMarketCalls.marketVersions, async ({ input: { symbol } }) => ({
      list: await listMarketVersions(deps, symbol),
    })),
    route(operatorMarketCalls.proposeMarketTerms, async (context) => {
      const { symbol, message, reason, effectiveAt: from, ...fields } = context.input;
      const effectiveAt = timeOf(from, 'effectiveAt');
      const proposal = { symbol, fields, effectiveAt, message, reason };
      return { reviewId: await proposeMarketTerms(deps, actorOf(context), proposal) };
    }),
    route(operatorTermsCalls.terms, async () => ({ list: await listTerms(deps) })),
    route(operatorTermsCalls.proposeTerms, async (context) => {
      const { key, message, reason, effectiveAt: from, ...fields } = context.input;
      const effectiveAt = timeOf(from, 'effectiveAt');
      const proposal = { key, fields, effectiveAt, message, reason };
      return { reviewId: await proposeTerms(deps, actorOf(context), proposal) };
    }),
    route(operatorTermsCalls.pauseTerms, async (context) => {
      const { key, way: direction, message, reason, hours = PAUSE_HOURS_MAX } = context.input;
      const pause = { key, direction, message, reason, hours };
      return { until: isoTime(await pauseTerms(deps, actorOf(context), pause)) };
    }),
    route(operatorTermsCalls.resumeTerms, async (context) => {
      const { key, way: direction, reason } = context.input;
      await resumeTerms(deps, actorOf(context), { key, direction, reason });
      return {};
    }),
  ];
}
