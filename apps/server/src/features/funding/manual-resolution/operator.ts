/** Stuck withdrawals on the console's wire: calls to use cases and back. */
import { operatorChainCalls } from '@tern/protocol/operator';
import { pageOf } from '../../../kernel/requests/page.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../operators/index.ts';
import { listHalted } from './list-halted.ts';
import { haltMs, proposeResolution, type ResolutionDeps } from './propose-resolution.ts';

export function resolutionOperatorRoutes(deps: ResolutionDeps): Route[] {
  return [
    route(operatorChainCalls.halted, ({ input }) =>
      listHalted(deps.database, {
        page: pageOf(input),
        search: input.search ?? '',
        haltMs: haltMs(deps),
      }),
    ),
    route(operatorChainCalls.proposeResolution, async (context) => {
      const { ID, verdict: outcome, txid = '', reason } = context.input;
      const proposal = { withdrawalId: Number(ID), outcome, txid, reason };
      return { reviewId: await proposeResolution(deps, actorOf(context), proposal) };
    }),
  ];
}
