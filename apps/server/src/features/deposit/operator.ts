/** Wire of transfers that belong to nobody, for the console: translates calls to use cases and back. */
import { operatorChainCalls } from '@tern/protocol/operator';
import { pageOf } from '../../kernel/page.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { actorOf } from '../operators/index.ts';
import { candidatesFor } from './strays/find-candidates.ts';
import { listStrays } from './strays/list-strays.ts';
import { proposeStray, type StrayDeps } from './strays/propose-stray.ts';

export function depositOperatorRoutes(deps: StrayDeps): Route[] {
  return [
    route(operatorChainCalls.strays, ({ input }) => {
      const { state, fault, search = '' } = input;
      return listStrays(deps.database, { page: pageOf(input), state, fault, search });
    }),
    route(operatorChainCalls.strayCandidates, async (context) => ({
      list: await candidatesFor(deps, actorOf(context), context.input.reference),
    })),
    route(operatorChainCalls.proposeStray, async (context) => {
      const { reference, proposal: act, memberId, reason } = context.input;
      const wish = {
        reference,
        act,
        reason,
        memberId: memberId === undefined ? undefined : Number(memberId),
      };
      return { reviewId: await proposeStray(deps, actorOf(context), wish) };
    }),
  ];
}
