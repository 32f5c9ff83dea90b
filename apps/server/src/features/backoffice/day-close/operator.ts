/** The calls of closed days. */
import { operatorDayCloseCalls, operatorDaySignOffCalls } from '@tern/protocol/operator';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { type DayCloseDeps, daySubject } from './deps.ts';
import {
  explainDifference,
  handOverRemainder,
  settleRemainder,
  withdrawItem,
} from './explain-difference.ts';
import { listDays, showDay } from './show-days.ts';
import { refuseDay, signDay } from './sign-day.ts';
import { trialBalanceFile } from './write-file.ts';

export function dayCloseRoutes(deps: DayCloseDeps): Route[] {
  const { database, clock } = deps;
  return [
    route(operatorDayCloseCalls.dayCloses, ({ input }) => listDays(database, input.before)),
    route(operatorDayCloseCalls.dayClose, (context) => shownTo(deps, context)),
    route(operatorDayCloseCalls.dayCloseFile, async (context) => {
      const shown = await shownTo(deps, context);
      const act = {
        actor: actorOf(context),
        action: 'dayClose.export' as const,
        subject: daySubject(shown.day),
        detail: { day: shown.day },
      };
      await database.transaction((tx) => logAct(tx, act, clock.now()));
      return { csv: trialBalanceFile(shown) };
    }),
    ...signOffRoutes(deps),
  ];
}

function signOffRoutes(deps: DayCloseDeps): Route[] {
  const calls = operatorDaySignOffCalls;
  return [
    route(calls.explainDifference, async (context) => {
      const { coinname, ...input } = context.input;
      const { account, against = 'books', record, dueOn, login } = input;
      const given = { ...input, asset: coinname, account, against, record, dueOn, login };
      return { recordNo: await explainDifference(deps, actorOf(context), given) };
    }),
    route(calls.removeDayItem, async (context) => {
      await withdrawItem(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(calls.settleRemainder, async (context) => {
      const { ID, record, reason } = context.input;
      await settleRemainder(deps, actorOf(context), { id: Number(ID), record, reason });
      return {};
    }),
    route(calls.handOverRemainder, async (context) => {
      const { ID, login, dueOn } = context.input;
      await handOverRemainder(deps, actorOf(context), { id: Number(ID), login, dueOn });
      return {};
    }),
    route(calls.signDay, async (context) => {
      const { day, hash, note = '' } = context.input;
      return { state: await signDay(deps, actorOf(context), { day, hash, note }) };
    }),
    route(calls.refuseDay, async (context) => {
      await refuseDay(deps, actorOf(context), context.input);
      return {};
    }),
  ];
}

const shownTo = (
  { database, clock }: DayCloseDeps,
  { input, operator }: { input: { day: string }; operator: { operatorId: number } },
) => showDay(database, input.day, { operatorId: operator.operatorId, at: clock.now() });
