/** Result alarms on the operators' wire: calls to use cases and back. */
import { operatorAlarmCalls } from '@tern/protocol/operator';
import { pageOf } from '../../../kernel/requests/page.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { listAlarms, reviewAlarm } from './alarms/review-alarms.ts';
import type { FuturesDeps } from './deps.ts';

export function futuresOperatorRoutes(deps: FuturesDeps): Route[] {
  return [
    route(operatorAlarmCalls.resultAlarms, ({ input }) =>
      listAlarms(deps, { state: input.state, page: pageOf(input) }),
    ),
    route(operatorAlarmCalls.reviewResultAlarm, async (context) => {
      const { ID, reason } = context.input;
      const isReviewed = await reviewAlarm(deps, actorOf(context), { id: Number(ID), reason });
      return { isReviewed };
    }),
  ];
}
