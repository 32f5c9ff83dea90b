/** Monitoring in the API: calls to use cases and back. */
import { operatorMonitoringCalls } from '@tern/protocol/operator';
import type { MonitoringHit } from '@tern/protocol/operator';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { decideProposed, proposeVersion, withdrawProposed } from './change-rule.ts';
import type { MonitoringDeps } from './deps.ts';
import { replayRule } from './replay.ts';
import { listRules, showRule } from './show-rules.ts';

export function monitoringRoutes(deps: MonitoringDeps): Route[] {
  return [
    route(operatorMonitoringCalls.monitoringRules, async (context) => ({
      list: await listRules(deps, actorOf(context)),
    })),
    route(operatorMonitoringCalls.monitoringRule, (context) =>
      showRule(deps, actorOf(context), context.input.key),
    ),
    route(operatorMonitoringCalls.replayMonitoringRule, async (context) => {
      const { from: fromDay, until: untilDay, ...given } = context.input;
      const replay = await replayRule(deps, actorOf(context), { ...given, fromDay, untilDay });
      return {
        ...replay,
        days: [...replay.days],
        examples: replay.examples.map(({ name, since, until, text, ...example }) => ({
          ...example,
          memberName: name,
          caseOutcome: example.caseOutcome as MonitoringHit['caseOutcome'],
          since: isoTime(since),
          until: isoTime(until),
          found: text,
        })),
      };
    }),
    route(operatorMonitoringCalls.proposeMonitoringRule, async (context) => ({
      ID: await proposeVersion(deps, actorOf(context), context.input),
    })),
    route(operatorMonitoringCalls.decideMonitoringRule, async (context) => {
      const { ID, isAgreed, reason } = context.input;
      await decideProposed(deps, actorOf(context), { id: Number(ID), isAgreed, reason });
      return {};
    }),
    route(operatorMonitoringCalls.withdrawMonitoringRule, async (context) => {
      await withdrawProposed(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
  ];
}
