/** Operations on the operators' wire: calls to use cases and back. */
import { operatorOperationCalls } from '@tern/protocol/operator';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { liftReadOnly, proposeLift } from './lift-read-only.ts';
import { showInvariants, showReadOnly } from './show-invariants.ts';
import { showState, type StateDeps } from './show-state.ts';

export function operationRoutes(deps: StateDeps): Route[] {
  return [
    route(operatorOperationCalls.invariants, () => showInvariants(deps)),
    route(operatorOperationCalls.state, ({ input }) => showState(deps, input.span)),
    route(operatorOperationCalls.readOnlyNow, () => showReadOnly(deps)),
    route(operatorOperationCalls.proposeLift, async (context) => {
      const { ID, reason } = context.input;
      await proposeLift(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
    route(operatorOperationCalls.liftReadOnly, async (context) => {
      const { ID, reason } = context.input;
      await liftReadOnly(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
  ];
}
