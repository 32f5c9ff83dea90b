/** Wire of what operators look back at: the audit log, its export, and the messages that left. */
import { operatorRecordCalls } from '@tern/protocol/operator';
import {
  type AuditFilter,
  type AuditRow,
  listAudit,
  logAct,
  logLook,
} from '../../../kernel/audit-log.ts';
import { listOutgoingMessages } from '../../../kernel/list-outgoing-messages.ts';
import { pageOf } from '../../../kernel/page.ts';
import { reasonIn } from '../../../kernel/reasons.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../actor.ts';
import { timeOf } from '../reviews/operator.ts';
import { csvOf } from './csv.ts';

const EXPORT_ROWS_MAX = 10_000;

interface AuditInput {
  memberId?: number | string;
  login?: string;
  action?: string;
  subject?: string;
  reason?: string;
  from?: string;
  to?: string;
}

/** Empty text filters nothing. */
function filterOf(input: AuditInput): AuditFilter {
  const { memberId, from, to } = input;
  const words = (text: string | undefined) => (text === '' ? undefined : text);
  return {
    memberId: memberId === undefined ? undefined : Number(memberId),
    login: words(input.login),
    action: words(input.action),
    subject: words(input.subject),
    reason: words(input.reason),
    from: from === undefined ? undefined : timeOf(from, 'from'),
    to: to === undefined ? undefined : timeOf(to, 'to'),
  };
}

const auditOut = (row: AuditRow) => ({
  ID: row.id,
  CreatedAt: isoTime(row.createdAt),
  login: row.operatorLogin,
  action: row.action,
  subject: row.subject,
  memberId: row.memberId,
  reason: reasonIn('en', row.reason),
  detail: JSON.stringify(row.detail),
  address: row.address,
  isShown: row.isShown,
});

const COLUMNS = [
  'ID',
  'CreatedAt',
  'login',
  'action',
  'subject',
  'memberId',
  'reason',
  'detail',
  'address',
  'isShown',
] as const;

export function lookbackRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route(operatorRecordCalls.auditLog, async ({ input }) => {
      const page = pageOf(input);
      const { rows, total } = await listAudit(database, filterOf(input), page);
      return { list: rows.map(auditOut), total, page: page.number, pageSize: page.limit };
    }),
    route(operatorRecordCalls.exportAudit, async (context) => {
      const page = { limit: EXPORT_ROWS_MAX, offset: 0 };
      const { rows, total } = await listAudit(database, filterOf(context.input), page);
      const entry = {
        actor: actorOf(context),
        action: 'audit.export',
        subject: 'audit',
        detail: { ...context.input, rows: rows.length },
      };
      await database.transaction((tx) => logAct(tx, entry, clock.now()));
      const lines = rows.map(auditOut).map((row) => COLUMNS.map((name) => String(row[name] ?? '')));
      return { csv: csvOf(COLUMNS, lines), rows: rows.length, isWhole: rows.length === total };
    }),
    route(operatorRecordCalls.outbox, async (context) => {
      const { recipient: reason = '' } = context.input;
      const page = pageOf(context.input);
      const recipient = reason === '' ? null : reason;
      const look = { actor: actorOf(context), action: 'outbox.view', subject: 'outbox', reason };
      await database.transaction((tx) => logLook(tx, look, clock.now()));
      const { messages, total } = await listOutgoingMessages(database, recipient, page);
      const list = messages.map(({ id, createdAt, sentAt, ...message }) => ({
        ID: id,
        CreatedAt: isoTime(createdAt),
        ...message,
        sentAt: sentAt === null ? null : isoTime(sentAt),
      }));
      return { list, total, page: page.number, pageSize: page.limit };
    }),
  ];
}
