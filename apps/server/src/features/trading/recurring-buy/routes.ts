/** Recurring buys in the API: calls to use cases and back. */
import { recurringBuyCalls } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { findPlan, listBuys, listPlans, type PlanAnswer } from './list-plans.ts';
import {
  changePlan,
  endPlan,
  type Own,
  pausePlan,
  resumePlan,
  type SetDeps,
  skipNext,
  startPlan,
} from './set-plan.ts';

export function recurringRoutes(deps: SetDeps): Route[] {
  const act = (
    name: 'pauseRecurring' | 'resumeRecurring' | 'endRecurring',
    run: (deps: SetDeps, own: Own) => Promise<PlanAnswer>,
  ) =>
    route(recurringBuyCalls[name], ({ caller, input }) =>
      run(deps, { id: Number(input.ID), memberId: caller.memberId }),
    );
  return [
    route(recurringBuyCalls.recurringPlans, ({ caller }) =>
      listPlans(deps.database, deps, caller.memberId),
    ),
    route(recurringBuyCalls.findRecurringPlan, async ({ caller, input }) => ({
      replan: await findPlan(deps.database, deps, {
        id: Number(input.ID),
        memberId: caller.memberId,
      }),
    })),
    route(recurringBuyCalls.recurringBuys, ({ caller, input: { ID, ...page } }) =>
      listBuys(deps.database, deps, { id: Number(ID), memberId: caller.memberId, ...page }),
    ),
    route(recurringBuyCalls.startRecurring, (context) => {
      const { caller, input } = context;
      const key = requestKeyOf(recurringBuyCalls.startRecurring, context);
      return startPlan(deps, { ...input, memberId: caller.memberId, key });
    }),
    route(recurringBuyCalls.changeRecurring, ({ caller, input: { ID, ...input } }) =>
      changePlan(deps, { id: Number(ID), memberId: caller.memberId }, input),
    ),
    route(recurringBuyCalls.skipRecurring, ({ caller, input }) =>
      skipNext(deps, { id: Number(input.ID), memberId: caller.memberId }, Date.parse(input.dueAt)),
    ),
    act('pauseRecurring', pausePlan),
    act('resumeRecurring', resumePlan),
    act('endRecurring', endPlan),
  ];
}
