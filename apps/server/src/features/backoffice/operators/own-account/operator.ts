/** An operator's own account in the API: calls to use cases and back. */
import { operatorOwnCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { changePassword, type PasswordDeps } from './change-password.ts';
import type { LinkDeps } from '../provider/own-link.ts';
import { type EndDeps, endOtherSessions, endSession } from './end-sessions.ts';
import {
  beginPasskey,
  finishPasskey,
  type PasskeyDeps,
  removePasskey,
  withdrawPasskey,
} from './passkeys.ts';
import { showOwnAccount } from './show-own-account.ts';

export function ownAccountRoutes(deps: PasswordDeps & EndDeps & PasskeyDeps & LinkDeps): Route[] {
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
    route(operatorOwnCalls.beginPasskey, async (context) => {
      const caller = { actor: actorOf(context), sessionId: context.operator.sessionId };
      const { options, expiresAt } = await beginPasskey(deps, caller, context.input.code);
      return { options, expiresAt: isoTime(expiresAt) };
    }),
    route(operatorOwnCalls.finishPasskey, async (context) => {
      const caller = { actor: actorOf(context), sessionId: context.operator.sessionId };
      await finishPasskey(deps, caller, context.input);
      return {};
    }),
    route(operatorOwnCalls.withdrawPasskey, async (context) => {
      await withdrawPasskey(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorOwnCalls.removePasskey, async (context) => {
      const { ID, code } = context.input;
      await removePasskey(deps, actorOf(context), { id: Number(ID), code });
      return {};
    }),
  ];
}
