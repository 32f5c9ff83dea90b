/** Wire of halted withdrawals, for the console: translates calls to use cases and back. */
import { operatorChainCalls } from '@tern/protocol/operator';
import { pageOf } from '../../kernel/page.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { actorOf } from '../operators/index.ts';
import { listHalted } from './verdicts/list-halted.ts';
import { haltMs, proposeVerdict, type VerdictDeps } from './verdicts/propose-verdict.ts';

export function withdrawalOperatorRoutes(deps: VerdictDeps): Route[] {
  return [
    route(operatorChainCalls.halted, ({ input }) =>
      listHalted(deps.database, {
        page: pageOf(input),
        search: input.search ?? '',
        haltMs: haltMs(deps),
      }),
    ),
    route(operatorChainCalls.proposeVerdict, async (context) => {
      const { ID, verdict, txid = '', reason } = context.input;
      const proposal = { withdrawalId: Number(ID), verdict, txid, reason };
      return { reviewId: await proposeVerdict(deps, actorOf(context), proposal) };
    }),
  ];
}
