/** The calls of closed days. */
import { operatorDayCloseCalls } from '@tern/protocol/operator';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { DayCloseDeps } from './deps.ts';
import { linkToLedger } from './ledger-endpoint.ts';
import { listDays, showDay } from './show-days.ts';
import { trialBalanceFile } from './write-file.ts';

export function dayCloseRoutes(deps: DayCloseDeps): Route[] {
  const { database, clock } = deps;
  return [
    route(operatorDayCloseCalls.dayCloses, ({ input }) => listDays(database, input.before)),
    route(operatorDayCloseCalls.dayClose, ({ input }) => showDay(database, input.day)),
    route(operatorDayCloseCalls.dayCloseFile, async (context) => {
      const shown = await showDay(database, context.input.day);
      const act = {
        actor: actorOf(context),
        action: 'dayClose.export' as const,
        subject: `day-close:${shown.day}`,
        detail: { day: shown.day },
      };
      await database.transaction((tx) => logAct(tx, act, clock.now()));
      return { csv: trialBalanceFile(shown) };
    }),
    route(operatorDayCloseCalls.ledgerFile, (context) =>
      linkToLedger(deps, actorOf(context), context.input),
    ),
  ];
}
