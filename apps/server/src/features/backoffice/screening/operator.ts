/** The calls of screening. */
import { operatorScreeningCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { decideHit, reopenHit } from './decide-hit.ts';
import type { ScreeningDeps } from './deps.ts';
import { listScreening, showHit } from './list-hits.ts';

export function screeningRoutes(deps: ScreeningDeps): Route[] {
  return [
    route(operatorScreeningCalls.screening, (context) => listScreening(deps, actorOf(context))),
    route(operatorScreeningCalls.screeningHit, async (context) => ({
      hit: await showHit(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorScreeningCalls.decideHit, async (context) => {
      const { ID, ...decision } = context.input;
      return { state: await decideHit(deps, actorOf(context), { id: Number(ID), ...decision }) };
    }),
    route(operatorScreeningCalls.reopenHit, async (context) => {
      const { ID, reason } = context.input;
      await reopenHit(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
  ];
}
