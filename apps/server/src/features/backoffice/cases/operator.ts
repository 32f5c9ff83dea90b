/** Cases in the API: calls to use cases and back. */
import type { InputOf } from '@tern/protocol';
import { operatorCaseCalls } from '@tern/protocol/operator';
import { pageOf } from '../../../kernel/requests/page.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { caseTimeline } from './case-timeline.ts';
import { decideAct, proposeAct, withdrawAct } from './decide-case.ts';
import type { CasesDeps } from './deps.ts';
import { listCases, listClosed } from './list-cases.ts';
import { downloadReport, recordReceipt } from './report-case.ts';
import { showCase } from './show-case.ts';
import { addCaseNote, handOverCase, openByHand, takeCase } from './work-on-case.ts';

type WrittenReport = NonNullable<InputOf<typeof operatorCaseCalls.proposeCaseAct>['report']>;

export const caseRoutes = (deps: CasesDeps): Route[] => [...readRoutes(deps), ...actRoutes(deps)];

function readRoutes(deps: CasesDeps): Route[] {
  return [
    route(operatorCaseCalls.cases, (context) => listCases(deps, actorOf(context))),
    route(operatorCaseCalls.closedCases, (context) =>
      listClosed(deps, actorOf(context), pageOf(context.input)),
    ),
    route(operatorCaseCalls.case, async (context) => ({
      case: await showCase(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorCaseCalls.caseReport, (context) => {
      const { ID, format } = context.input;
      return downloadReport(deps, actorOf(context), { id: Number(ID), format });
    }),
    route(operatorCaseCalls.caseTimeline, (context) => {
      const { ID, group, after = '' } = context.input;
      return caseTimeline(deps, actorOf(context), { id: Number(ID), group, cursor: after });
    }),
  ];
}

const reportIn = ({ from: fromDay, until: untilDay, usd: amount, ...rest }: WrittenReport) => ({
  ...rest,
  fromDay,
  untilDay,
  amount,
});

function actRoutes(deps: CasesDeps): Route[] {
  return [
    route(operatorCaseCalls.openCase, (context) => {
      const { memberId, ...given } = context.input;
      return openByHand(deps, actorOf(context), { memberId: Number(memberId), ...given });
    }),
    route(operatorCaseCalls.takeCase, async (context) => {
      await takeCase(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorCaseCalls.handOverCase, async (context) => {
      const { ID, operatorId } = context.input;
      const to = operatorId === undefined ? undefined : Number(operatorId);
      await handOverCase(deps, actorOf(context), { id: Number(ID), to });
      return {};
    }),
    route(operatorCaseCalls.addCaseNote, async (context) => {
      const { ID, note, level } = context.input;
      await addCaseNote(deps, actorOf(context), { id: Number(ID), note, level });
      return {};
    }),
    route(operatorCaseCalls.proposeCaseAct, async (context) => {
      const { ID, act, parts = [], reason } = context.input;
      const report = context.input.report && reportIn(context.input.report);
      const given = { id: Number(ID), act, parts, report, reason };
      const until = await proposeAct(deps, actorOf(context), given);
      return { until: until === null ? null : isoTime(until) };
    }),
    route(operatorCaseCalls.decideCaseAct, async (context) => {
      const { ID, proposalId, act, isAgreed, reason } = context.input;
      const given = { id: Number(ID), proposalId: Number(proposalId), act, isAgreed, reason };
      await decideAct(deps, actorOf(context), given);
      return {};
    }),
    route(operatorCaseCalls.recordCaseReceipt, async (context) => {
      const { ID, number, receivedAt } = context.input;
      const given = { id: Number(ID), number, receivedAt: Date.parse(receivedAt) };
      await recordReceipt(deps, actorOf(context), given);
      return {};
    }),
    route(operatorCaseCalls.withdrawCaseAct, async (context) => {
      const { ID, proposalId } = context.input;
      const given = { id: Number(ID), proposalId: Number(proposalId) };
      await withdrawAct(deps, actorOf(context), given);
      return {};
    }),
  ];
}
