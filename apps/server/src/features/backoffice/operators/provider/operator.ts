/** The sign-in through a provider of identities in the API: calls to use cases and back. */
import { operatorOwnCalls, operatorSessionCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { offerOut, placeOf, sessionOut } from '../session/operator.ts';
import { confirmWithCode, nameOperator, type ProviderLogInDeps } from './log-in-through.ts';
import { beginLink, finishLink, type LinkDeps, removeLink, withdrawLink } from './own-link.ts';
import { beginVisit } from './visits.ts';

const visitOut = ({ expiresAt, ...visit }: Awaited<ReturnType<typeof beginVisit>>) => ({
  ...visit,
  expiresAt: isoTime(expiresAt),
});

export function providerRoutes(deps: ProviderLogInDeps & LinkDeps): Route[] {
  return [
    route(operatorSessionCalls.signInProvider, async () => ({
      name: deps.signInProvider?.name ?? null,
    })),
    route(operatorSessionCalls.beginProvider, async () => visitOut(await beginVisit(deps))),
    route(operatorSessionCalls.finishProvider, async ({ input, address }) => {
      const { ticket, answer } = input;
      const named = await nameOperator(deps, { ticket, answer, address });
      return {
        login: named.login,
        ticket: named.ticket,
        expiresAt: isoTime(named.expiresAt),
        passkey: named.passkey === undefined ? null : offerOut(named.passkey),
      };
    }),
    route(operatorSessionCalls.confirmProvider, async ({ input, ...context }) => {
      const { ticket, code, device } = input;
      const given = { ticket, code, place: placeOf(context, device) };
      return { session: sessionOut(await confirmWithCode(deps, given)) };
    }),
    route(operatorOwnCalls.beginLink, async (context) => {
      const caller = { actor: actorOf(context), sessionId: context.operator.sessionId };
      return visitOut(await beginLink(deps, caller, context.input.code));
    }),
    route(operatorOwnCalls.finishLink, async (context) => {
      const caller = { actor: actorOf(context), sessionId: context.operator.sessionId };
      const { ticket, answer } = context.input;
      await finishLink(deps, caller, { ticket, answer });
      return {};
    }),
    route(operatorOwnCalls.withdrawLink, async (context) => {
      await withdrawLink(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorOwnCalls.removeLink, async (context) => {
      const { ID, code } = context.input;
      await removeLink(deps, actorOf(context), { id: Number(ID), code });
      return {};
    }),
  ];
}
