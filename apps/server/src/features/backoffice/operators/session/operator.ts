/** Operators' sessions in the API: calls to use cases and back. */
import type { OperatorRole } from '@tern/protocol';
import { operatorSessionCalls } from '@tern/protocol/operator';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { enrol, type LogInDeps, logIn, type SignedIn } from './log-in.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';

const operatorOut = (operator: { id: number; login: string; roles: readonly string[] }) => ({
  ID: operator.id,
  login: operator.login,
  roles: operator.roles as OperatorRole[],
});

const sessionOut = ({ operator, session }: SignedIn) => ({
  token: session.token,
  expiresAt: isoTime(session.expiresAt),
  idleMinutes: session.idleMinutes,
  operator: operatorOut(operator),
});

export function sessionRoutes(deps: LogInDeps & { mode: 'paper' | 'live' }): Route[] {
  return [
    route(operatorSessionCalls.login, async ({ input, address }) => {
      const { login, password, code = '', device } = input;
      const outcome = await logIn(deps, { login, password, code, address, device });
      return 'session' in outcome
        ? { session: sessionOut(outcome), enrolment: null }
        : { session: null, enrolment: outcome };
    }),
    route(operatorSessionCalls.enrol, async ({ input, address }) => {
      const { recoveryCodes, ...signedIn } = await enrol(deps, {
        ...input,
        address,
        device: input.device,
      });
      return { session: sessionOut(signedIn), recoveryCodes };
    }),
    route(operatorSessionCalls.logout, async (context) => {
      const actor = actorOf(context);
      await deps.database.transaction(async (tx) => {
        const entry = {
          actor,
          action: 'session.logout' as const,
          subject: `operator:${actor.operatorId}`,
        };
        await logAct(tx, entry, deps.clock.now());
        await deps.sessions.end(tx, actor.operatorId);
      });
      return {};
    }),
    route(operatorSessionCalls.me, async ({ operator }) => ({
      operator: operatorOut({ ...operator, id: operator.operatorId }),
      expiresAt: isoTime(operator.expiresAt),
      mode: deps.mode,
    })),
  ];
}
