/** Cases as the console lists them: each operator those that are not about themselves. */
import type { CasePart, CaseRow } from '@tern/protocol/operator';
import { POINTS_MAX, riskOfPoints } from '../../../kernel/cases/risk.ts';
import {
  closedCases,
  countClosed,
  countOpen,
  openCases,
  type ShownCase,
} from '../../../kernel/cases/store-cases.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import type { Page } from '../../../kernel/requests/page.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import type { Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { CasesDeps } from './deps.ts';

/** Single letters name requests. */
export const CASE_LETTERS = 'CS';
const OPEN_MAX = 500;
const CLOSED_MAX = 100;
const WEEK_MS = 7 * DAY_MS;

export async function listCases(
  { database, clock, namesOf }: Pick<CasesDeps, 'database' | 'clock' | 'namesOf'>,
  actor: Reviewer,
) {
  const at = clock.now();
  const [open, closed, counted] = await Promise.all([
    database.many(openCases, [OPEN_MAX, actor.operatorId]),
    database.many(closedCases, [CLOSED_MAX, 0, actor.operatorId]),
    database.one(countOpen, [at, actor.operatorId]),
  ]);
  const lately = closed.filter(({ closedAt }) => (closedAt ?? 0) > at - WEEK_MS);
  const rows = await caseRows(database, [...open, ...lately], { namesOf, actor, at });
  return {
    list: rows.slice(0, open.length),
    total: counted.open,
    late: counted.late,
    waiting: counted.waiting,
    closedThisWeek: rows.slice(open.length),
  };
}

export async function listClosed(
  { database, clock, namesOf }: Pick<CasesDeps, 'database' | 'clock' | 'namesOf'>,
  actor: Reviewer,
  page: Page,
) {
  const [closed, { total }] = await Promise.all([
    database.many(closedCases, [page.limit, page.offset, actor.operatorId]),
    database.one(countClosed, [actor.operatorId]),
  ]);
  const list = await caseRows(database, closed, { namesOf, actor, at: clock.now() });
  return { list, total, page: page.number, pageSize: page.limit };
}

const timeOut = (at: number | null) => (at === null ? null : isoTime(at));

/** One query for all names, one for all logins. */
export async function caseRows(
  reader: Reader,
  rows: readonly ShownCase[],
  given: Pick<CasesDeps, 'namesOf'> & { actor: Reviewer; at: number },
): Promise<CaseRow[]> {
  const { actor, at } = given;
  const people = rows.flatMap(({ ownerId, proposedBy, decidedBy }) =>
    [ownerId, proposedBy, ...decidedBy].filter((id) => id !== null),
  );
  const [names, logins] = await Promise.all([
    given.namesOf(
      reader,
      rows.map(({ memberId }) => memberId),
    ),
    operatorLogins(reader, people),
  ]);
  const login = (id: number) => logins.get(id) ?? '';
  return rows.map((row) => {
    const { id, memberId, ownerId, act, proposedBy, dueAt, closedAt } = row;
    const name = names.get(memberId);
    const points = Math.min(row.points, POINTS_MAX);
    return {
      ID: id,
      recordNo: recordNo(CASE_LETTERS, id),
      memberId,
      memberName: name?.name ?? '',
      isNameVerified: name?.isVerified ?? false,
      source: row.source as CaseRow['source'],
      why: row.why,
      alerts: row.alerts,
      points,
      risk: riskOfPoints(points),
      restricted: (row.parts ?? []) as CasePart[],
      restrictedSince: timeOut(row.restrictedSince),
      restrictedUntil: timeOut(row.until),
      dueAt: isoTime(dueAt),
      isLate: closedAt === null && dueAt <= at,
      owner: ownerId === null ? null : { ID: ownerId, login: login(ownerId) },
      proposal:
        act === null || proposedBy === null
          ? null
          : {
              act: act as NonNullable<CaseRow['proposal']>['act'],
              login: login(proposedBy),
              isOwn: proposedBy === actor.operatorId,
            },
      CreatedAt: isoTime(row.openedAt),
      closedAt: timeOut(closedAt),
      outcome: row.outcome as CaseRow['outcome'],
      decidedBy: row.decidedBy.map(login),
    };
  });
}
