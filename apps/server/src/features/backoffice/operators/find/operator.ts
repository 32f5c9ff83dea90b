/** The console's search in the API. */
import { operatorFindCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { type FindDeps, findEverything } from './find-everything.ts';

export const findRoutes = (deps: FindDeps): Route[] => [
  route(operatorFindCalls.findEverything, (context) =>
    findEverything(deps, actorOf(context), context.input.words),
  ),
];
