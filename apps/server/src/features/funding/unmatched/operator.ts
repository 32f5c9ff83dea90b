/** Unmatched transfers on the console's wire: calls to use cases and back. */
import { operatorChainCalls } from '@tern/protocol/operator';
import { pageOf } from '../../../kernel/requests/page.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../operators/index.ts';
import { candidatesFor } from './find-candidates.ts';
import { listUnmatched } from './list-unmatched.ts';
import { proposeUnmatched, type UnmatchedDeps } from './propose-unmatched.ts';

export function unmatchedOperatorRoutes(deps: UnmatchedDeps): Route[] {
  return [
    route(operatorChainCalls.strays, ({ input }) => {
      const { state, fault, search = '' } = input;
      return listUnmatched(deps.database, { page: pageOf(input), state, fault, search });
    }),
    route(operatorChainCalls.strayCandidates, async (context) => ({
      list: await candidatesFor(deps, actorOf(context), context.input.reference),
    })),
    route(operatorChainCalls.proposeUnmatched, async (context) => {
      const { reference, proposal: act, memberId, reason } = context.input;
      const proposal = {
        reference,
        act,
        reason,
        memberId: memberId === undefined ? undefined : Number(memberId),
      };
      return { reviewId: await proposeUnmatched(deps, actorOf(context), proposal) };
    }),
  ];
}
