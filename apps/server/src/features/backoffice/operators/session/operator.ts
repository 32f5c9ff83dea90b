/** Operators' sessions in the API: calls to use cases and back. */
import type { Permission } from '@tern/protocol';
import { operatorSessionCalls } from '@tern/protocol/operator';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import { everyRole } from '../../../../kernel/operators/roles.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { loginPlace } from '../../../account/auth/index.ts';
import {
  enrol,
  type LogInDeps,
  logIn,
  logInWithPasskey,
  type Place,
  type SignedIn,
} from './log-in.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import type { PasskeyOffer } from './passkey-challenges.ts';

const operatorOut = (operator: {
  id: number;
  login: string;
  roles: readonly string[];
  permissions: readonly Permission[];
}) => ({
  ID: operator.id,
  login: operator.login,
  roles: [...operator.roles],
  permissions: [...operator.permissions],
});

export const sessionOut = ({ operator, session }: SignedIn) => ({
  token: session.token,
  expiresAt: isoTime(session.expiresAt),
  idleMinutes: session.idleMinutes,
  operator: operatorOut(operator),
});

/** What a passkey signs. */
export const offerOut = (offer: PasskeyOffer) => ({
  ...offer,
  expiresAt: isoTime(offer.expiresAt),
});

/** `device`: the key that the browser keeps. */
export function placeOf(
  context: { address: string; userAgent?: string },
  device: string | undefined,
): Place {
  const { address, userAgent = '' } = context;
  return { address, device: loginPlace({ address, userAgent }).device, deviceKey: device };
}

export function sessionRoutes(deps: LogInDeps & { mode: 'paper' | 'live' }): Route[] {
  return [
    route(operatorSessionCalls.login, async ({ input, ...context }) => {
      const { login, password, code = '', device } = input;
      const place = placeOf(context, device);
      const outcome = await logIn(deps, { login, password, code, ...place });
      const none = { session: null, enrolment: null, passkey: null };
      if ('session' in outcome) return { ...none, session: sessionOut(outcome) };
      if ('ticket' in outcome) return { ...none, enrolment: outcome };
      return { ...none, passkey: offerOut(outcome) };
    }),
    route(operatorSessionCalls.loginWithPasskey, async ({ input, ...context }) => {
      const { device, ...signed } = input;
      const place = placeOf(context, device);
      return { session: sessionOut(await logInWithPasskey(deps, { signed, place })) };
    }),
    route(operatorSessionCalls.enrol, async ({ input, ...context }) => {
      const { ticket, code, device } = input;
      const given = { ticket, code, ...placeOf(context, device) };
      const { recoveryCodes, ...signedIn } = await enrol(deps, given);
      return { session: sessionOut(signedIn), recoveryCodes };
    }),
    route(operatorSessionCalls.logout, async (context) => {
      const actor = actorOf(context);
      await deps.database.transaction(async (tx) => {
        const entry = {
          actor,
          action: 'session.logout' as const,
          subject: operatorSubject(actor.operatorId),
        };
        await logAct(tx, entry, deps.clock.now());
        await deps.sessions.end(tx, actor.operatorId, context.operator.sessionId);
      });
      deps.sessions.announce();
      return {};
    }),
    route(operatorSessionCalls.me, async ({ operator }) => {
      const roles = await everyRole(deps.database);
      return {
        operator: operatorOut({ ...operator, id: operator.operatorId }),
        expiresAt: isoTime(operator.expiresAt),
        mode: deps.mode,
        roleNames: roles.map(({ key, name }) => ({ key, name })),
      };
    }),
  ];
}
