/** An operator's own account in the API: calls to use cases and back. */
import { operatorOwnCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { changePassword, type PasswordDeps } from './change-password.ts';
import { type EndDeps, endOtherSessions, endSession } from './end-sessions.ts';
import { showOwnAccount } from './show-own-account.ts';

export function ownAccountRoutes(deps: PasswordDeps & EndDeps): Route[] {
  return [
    route(operatorOwnCalls.ownAccount, ({ operator }) => showOwnAccount(deps, operator)),
    route(operatorOwnCalls.endSession, async (context) => {
      await endSession(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorOwnCalls.endOtherSessions, async (context) => ({
      ended: await endOtherSessions(deps, actorOf(context), context.operator.sessionId),
    })),
    route(operatorOwnCalls.changePassword, async (context) => {
      const caller = { actor: actorOf(context), sessionId: context.operator.sessionId };
      return { ended: await changePassword(deps, caller, context.input) };
    }),
  ];
}
