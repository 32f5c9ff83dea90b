/** The calls of hedging. */
import { operatorHedgingCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { HedgingDeps } from './deps.ts';
import { showHedging } from './show-hedging.ts';
import { proposeResume, stopByPerson } from './switch.ts';
import { proposeVenueMove } from './venue-moves.ts';

export function hedgingRoutes(deps: HedgingDeps): Route[] {
  return [
    route(operatorHedgingCalls.hedging, () => showHedging(deps)),
    route(operatorHedgingCalls.stopHedging, async (context) => {
      await stopByPerson(deps, actorOf(context), context.input.reason);
      return {};
    }),
    route(operatorHedgingCalls.proposeResume, async (context) => ({
      reviewId: await proposeResume(deps, actorOf(context), context.input.reason),
    })),
    route(operatorHedgingCalls.proposeVenueMove, async (context) => {
      const { amount, move: direction, ...given } = context.input;
      const input = { ...given, direction, amount: String(amount) };
      return { reviewId: await proposeVenueMove(deps, actorOf(context), input) };
    }),
  ];
}
