/** The audit viewer in the API: the audit log and its export. */
import { operatorRecordCalls } from '@tern/protocol/operator';
import { timeOf } from '../../../../kernel/requests/given-time.ts';
import { type AuditFilter, listAudit, logAct } from '../../../../kernel/operators/audit-log.ts';
import { verifyAuditLog } from '../../../../kernel/operators/audit-log-chain.ts';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import { csvLine } from '../../../../platform/csv.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { recordOf } from '../reviews/review-out.ts';
import { auditRowsOut } from './audit-out.ts';

const EXPORT_ROWS_MAX = 10_000;

interface AuditInput {
  memberId?: number | string;
  login?: string;
  action?: string;
  subject?: string;
  reason?: string;
  search?: string;
  show?: 'all' | 'changes';
  from?: string;
  to?: string;
}

interface AuditViewerDeps {
  database: Database;
  clock: Clock;
  reviews: Reviews;
}

/** Searches by record number, else by reason. An empty text searches for nothing. */
async function searchOf(
  { database, reviews }: AuditViewerDeps,
  words: string,
): Promise<AuditFilter> {
  if (words === '') return {};
  const record = recordOf(reviews, words);
  if (record?.kind === undefined) return { reason: words };
  const { kind, id } = record;
  const review = await reviewOf(database, kind, id);
  const subjects = [`${kind}:${id}`];
  return { subjects: review === undefined ? subjects : [...subjects, `review:${review.id}`] };
}

/** An empty text is no filter. */
async function filterOf(deps: AuditViewerDeps, input: AuditInput): Promise<AuditFilter> {
  const { memberId, from, to } = input;
  const words = (text: string | undefined) => (text === '' ? undefined : text);
  return {
    memberId: memberId === undefined ? undefined : Number(memberId),
    login: words(input.login),
    action: words(input.action),
    subjects: input.subject ? [input.subject] : undefined,
    reason: words(input.reason),
    isChangesOnly: input.show === 'changes',
    from: from === undefined ? undefined : timeOf(from, 'from'),
    to: to === undefined ? undefined : timeOf(to, 'to'),
    ...(await searchOf(deps, input.search?.trim() ?? '')),
  };
}

const COLUMNS = [
  'ID',
  'CreatedAt',
  'login',
  'action',
  'subject',
  'recordNo',
  'memberId',
  'reason',
  'detail',
  'address',
  'isShown',
] as const;

export function auditViewerRoutes(deps: AuditViewerDeps): Route[] {
  const { database, clock, reviews } = deps;
  return [
    route(operatorRecordCalls.auditLog, async ({ input }) => {
      const page = pageOf(input);
      const { rows, total } = await listAudit(database, await filterOf(deps, input), page);
      const list = await auditRowsOut(database, rows, reviews);
      return { list, total, page: page.number, pageSize: page.limit };
    }),
    route(operatorRecordCalls.auditChain, async () => {
      const { entries, newest, broken } = await database.snapshot(verifyAuditLog);
      return {
        entries,
        through: newest,
        checkedAt: isoTime(clock.now()),
        brokenAt: broken[0]?.entryId ?? null,
        fault: broken[0]?.fault ?? '',
      };
    }),
    route(operatorRecordCalls.exportAudit, async (context) => {
      const page = { limit: EXPORT_ROWS_MAX, offset: 0 };
      const filter = await filterOf(deps, context.input);
      const { rows, total } = await listAudit(database, filter, page);
      const entry = {
        actor: actorOf(context),
        action: 'audit.export' as const,
        subject: 'audit',
        detail: { ...context.input, rows: rows.length },
      };
      await database.transaction((tx) => logAct(tx, entry, clock.now()));
      const list = await auditRowsOut(database, rows, reviews);
      const lines = list.map(({ record, ...row }) => {
        const line = { ...row, recordNo: record?.recordNo };
        return COLUMNS.map((name) => String(line[name] ?? ''));
      });
      return { csv: csvOf(COLUMNS, lines), rows: rows.length, isWhole: rows.length === total };
    }),
  ];
}

/** The first line has the names. */
function csvOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  return [names, ...rows].map(csvLine).join('');
}
