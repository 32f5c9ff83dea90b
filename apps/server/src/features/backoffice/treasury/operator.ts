/** The calls of the treasury. */
import { operatorTreasuryCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { TreasuryDeps } from './deps.ts';
import { proposeMove } from './propose-move.ts';
import { listMoves, showAccounts, showCoverage, showRevenue } from './show-treasury.ts';

export function treasuryRoutes(deps: TreasuryDeps): Route[] {
  return [
    route(operatorTreasuryCalls.treasuryAccounts, ({ input }) =>
      showAccounts(deps, input.coinname),
    ),
    route(operatorTreasuryCalls.treasuryCoverage, () => showCoverage(deps)),
    route(operatorTreasuryCalls.treasuryRevenue, ({ input }) => showRevenue(deps, input.coinname)),
    route(operatorTreasuryCalls.treasuryMoves, async () => ({ list: await listMoves(deps) })),
    route(operatorTreasuryCalls.proposeTreasuryMove, async (context) => {
      const { amount, czline: network, requestId = null, ...given } = context.input;
      const proposal = { ...given, amount: String(amount), network, requestId };
      return { reviewId: await proposeMove(deps, actorOf(context), proposal) };
    }),
  ];
}
