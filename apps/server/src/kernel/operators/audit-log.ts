/** The audit log: every action and look of operators, written in the transaction of the action, never changed. */
import type { AuditAction, AuditView } from '@tern/protocol/operator';
import {
  arrayOf,
  bool,
  bytea,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { recordMemberEvents } from '../events/member-events.ts';
import { messageIn, type OwnReason } from '../i18n/reasons.ts';
import type { Lang, MessageKey } from '../i18n/texts.ts';
import { type Seal, textOfAct } from './act-seal.ts';
import { type Page, type PageOf, readPage } from '../requests/page.ts';

/** The operator who acts. `address` is the network address of the request. */
export interface Actor {
  operatorId: number;
  login: string;
  address: string;
  /** Of the session in which they act. Absent: their acts are not believed. */
  seal?: Seal;
}

export interface AuditEntry {
  /** Absent for the server's own rules, and for callers who are not signed in. */
  actor: Actor | undefined;
  /** The network address of a caller who is not signed in. */
  address?: string;
  action: AuditAction;
  /** The record acted on: `review:12`, `member:8200001`. */
  subject: string;
  memberId?: number | null;
  /** For operators. */
  reason?: string;
  /** What the member reads, in place of the reason. */
  message?: OwnReason | MessageKey | undefined;
  /** Data that explains the action later; never a secret. */
  detail?: Record<string, unknown>;
  /** The member sees action, message and time. */
  isShown?: boolean;
}

/** An operator's account as the subject of an act. */
export const operatorSubject = (operatorId: number): string => `operator:${operatorId}`;

const insertEntry = defineStatement({
  name: 'kernel.insertAuditEntry',
  text: `insert into audit_log
      (operator_id, operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at, seal)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  params: [
    nullable(int8),
    text,
    text,
    text,
    nullable(int8),
    text,
    jsonb<Record<string, unknown>>(),
    text,
    bool,
    timestamptz,
    nullable(bytea),
  ],
});

const seenRecently = defineQuery({
  name: 'kernel.auditSeenLately',
  text: `select exists (select 1 from audit_log where subject = $1 and action = $2 and operator_id = $3
    and created_at > $4 and reason = $5) as is_seen`,
  params: [text, text, int8, timestamptz, text],
  row: { isSeen: bool },
});

/** Actions that change nothing; excluded by `isChangesOnly`. */
const looks: Readonly<Record<AuditView, true>> = {
  'review.view': true,
  'review.image': true,
  'review.numbers': true,
  'screening.view': true,
  'case.view': true,
  'case.download': true,
  'monitoring.view': true,
  'monitoring.replay': true,
  'customer.list': true,
  'customer.search': true,
  'customer.view': true,
  'customer.records': true,
  'customer.timeline': true,
  'customer.files': true,
  'customerFile.download': true,
  'stray.candidates': true,
  'bank.candidates': true,
  'paymentFile.download': true,
  'service.view': true,
  'service.image': true,
  'outbox.view': true,
  'audit.export': true,
  'dayClose.export': true,
  'dayFile.preview': true,
  'dayFile.make': true,
  'dayFile.download': true,
  'session.login': true,
  'session.logout': true,
  'session.refused': true,
};

/** Repeated looks within this time are logged once. */
const LOOK_MS = 5 * 60_000;

/** Logs that an operator looks at a record, or searches; another search text is another look. */
export async function logLook(tx: Tx, entry: AuditEntry & { actor: Actor }, at: number) {
  const { subject, action, actor, reason = '' } = entry;
  const since = at - LOOK_MS;
  const look = [subject, action, actor.operatorId, since, reason] as const;
  const { isSeen } = await tx.one(seenRecently, [...look]);
  if (!isSeen) await logAct(tx, entry, at);
}

/**
 * Logs an action in its transaction. If the member may see it, an event for their devices is recorded too: wake the
 * member events after the commit.
 */
export async function logAct(tx: Tx, entry: AuditEntry, at: number): Promise<void> {
  const { actor, action, subject, memberId = null, reason = '', message } = entry;
  const detail = message === undefined ? (entry.detail ?? {}) : { ...entry.detail, message };
  const act = {
    operatorId: actor?.operatorId ?? null,
    operatorLogin: actor?.login ?? '',
    action,
    subject,
    memberId,
    reason,
    detail,
    address: actor?.address ?? entry.address ?? '',
    isShown: entry.isShown ?? false,
    createdAt: at,
  };
  await tx.run(insertEntry, [
    act.operatorId,
    act.operatorLogin,
    action,
    subject,
    memberId,
    reason,
    detail,
    act.address,
    act.isShown,
    at,
    actor?.seal?.(textOfAct(act)) ?? null,
  ]);
  if (entry.isShown === true && memberId !== null) {
    const data = { action, reason: shownReason('en', { action, reason, detail }) };
    const event = { memberId, topic: 'staff.action' as const, data };
    await recordMemberEvents(tx, [event], at);
  }
}

/** What the member reads of an entry shown to them. */
export function shownReason(
  lang: Lang,
  { action, reason, detail }: { action: string; reason: string; detail: Record<string, unknown> },
): string {
  const { message, kind } = detail;
  const [family, step = ''] = action.split('.');
  const act = family === 'review' && step !== 'hold' ? `${step}.${String(kind)}` : step;
  return messageIn(lang, typeof message === 'string' ? message : reason, act);
}

/** The columns of an act, which its seal covers, in the order of the table. */
export const actColumns = {
  operatorId: nullable(int8),
  operatorLogin: text,
  action: text,
  subject: text,
  memberId: nullable(int8),
  reason: text,
  detail: jsonb<Record<string, unknown>>(),
  address: text,
  isShown: bool,
  createdAt: timestamptz,
} as const;

const row = { id: int8, ...actColumns } as const;

const COLUMNS = `id, operator_id, operator_login, action, subject, member_id, reason, detail, address,
  is_shown, created_at`;

const FILTER = `($1::bigint is null or member_id = $1) and ($2::text is null or operator_login = $2)
  and ($3::text is null or starts_with(action, $3)) and ($4::text[] is null or subject = any($4))
  and ($5::text is null or position(lower($5) in lower(reason)) > 0)
  and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at < $7)
  and ($8::text[] is null or not (action = any($8)))`;

const filterParams = [
  nullable(int8),
  nullable(text),
  nullable(text),
  nullable(arrayOf(text)),
  nullable(text),
  nullable(timestamptz),
  nullable(timestamptz),
  nullable(arrayOf(text)),
] as const;

const listQuery = defineQuery({
  name: 'kernel.auditEntries',
  text: `select ${COLUMNS} from audit_log where ${FILTER} order by id desc limit $9 offset $10`,
  params: [...filterParams, int8, int8],
  row,
});

const countQuery = defineQuery({
  name: 'kernel.countAuditEntries',
  text: `select count(*)::int as total from audit_log where ${FILTER}`,
  params: filterParams,
  row: { total: int4 },
});

const ofSubjects = defineQuery({
  name: 'kernel.auditOfSubjects',
  text: `select ${COLUMNS} from audit_log where subject = any($1) order by id`,
  params: [arrayOf(text)],
  row,
});

const changesBefore = defineQuery({
  name: 'kernel.auditChangesBefore',
  text: `select ${COLUMNS} from audit_log where member_id = $1 and ($2::bigint is null or id < $2)
      and not (action = any($3)) and (is_shown or not $4)
    order by id desc limit $5`,
  params: [int8, nullable(int8), arrayOf(text), bool, int8],
  row,
});

/** What was done about a member before an entry, or until now; newest first, without looks. */
export function auditChangesBefore(
  reader: Reader,
  memberId: number,
  { before, isShownOnly, limit }: { before: number | null; isShownOnly: boolean; limit: number },
): Promise<AuditRow[]> {
  const given = [memberId, before, Object.keys(looks), isShownOnly, limit] as const;
  return reader.many(changesBefore, given);
}

const shownTo = defineQuery({
  name: 'kernel.auditShownTo',
  text: `select ${COLUMNS} from audit_log where member_id = $1 and is_shown
    order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row,
});

const countShownTo = defineQuery({
  name: 'kernel.countAuditShownTo',
  text: 'select count(*)::int as total from audit_log where member_id = $1 and is_shown',
  params: [int8],
  row: { total: int4 },
});

export type AuditRow = RowOf<typeof listQuery>;

/** Absent fields do not filter. `action` is a prefix; times are epoch ms, `to` is exclusive. */
export interface AuditFilter {
  memberId?: number | undefined;
  login?: string | undefined;
  action?: string | undefined;
  /** Any of these. */
  subjects?: readonly string[] | undefined;
  reason?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Without views, exports and sign-ins. */
  isChangesOnly?: boolean;
}

/** Newest first. */
export async function listAudit(
  reader: Reader,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { memberId, login, action, subjects, reason, from, to, isChangesOnly } = filter;
  const given = [
    memberId ?? null,
    login ?? null,
    action ?? null,
    subjects ?? null,
    reason ?? null,
    from ?? null,
    to ?? null,
    isChangesOnly === true ? Object.keys(looks) : null,
  ] as const;
  const [rows, { total }] = await Promise.all([
    reader.many(listQuery, [...given, page.limit, page.offset]),
    reader.one(countQuery, given),
  ]);
  return { rows, total };
}

/** All actions on these subjects, oldest first. */
export function auditOf(reader: Reader, subjects: readonly string[]): Promise<AuditRow[]> {
  return reader.many(ofSubjects, [subjects]);
}

/** The entries shown to the member, newest first. */
export function auditShownTo<Out>(
  reader: Reader,
  memberId: number,
  given: { page: Page; row: (entry: AuditRow) => Out },
): Promise<PageOf<Out>> {
  return readPage(reader, { list: shownTo, count: countShownTo }, { filter: [memberId], ...given });
}

const actionsBetween = defineQuery({
  name: 'kernel.auditActionsBetween',
  text: `select action, count(*) as count from audit_log
    where created_at >= $1 and created_at < $2 and operator_id is not null group by action`,
  params: [timestamptz, timestamptz],
  row: { action: text, count: int8 },
});

/** How often operators did what. Units: epoch milliseconds; `to` is excluded. */
export async function countActions(
  reader: Reader,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ action: AuditAction; count: number }[]> {
  const rows = await reader.many(actionsBetween, [from, to]);
  return rows.map(({ action, count }) => ({ action: action as AuditAction, count }));
}

const holdsBetween = defineQuery({
  name: 'kernel.auditHoldsBetween',
  text: `select
      (select count(*) from audit_log where created_at >= $1 and created_at < $2
        and action = 'member.unfreeze' and operator_id is null) as freezes_ended,
      (select coalesce(max(until - began), 0)::bigint from (
        select max((detail->>'until')::bigint) as until, trunc(extract(epoch from min(created_at)) * 1000)::bigint as began
        from audit_log where created_at >= $1 and created_at < $2 and action = 'review.hold' group by subject
      ) holds) as longest_hold`,
  params: [timestamptz, timestamptz],
  row: { freezesEnded: int8, longestHold: int8 },
});

/**
 * Freezes that ended because nobody renewed them, and the longest that a request was put on hold, from its first hold to the end
 * of its last one; 0 without any. Units: epoch milliseconds, `to` is excluded; milliseconds.
 */
export function measureHolds(
  reader: Reader,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ freezesEnded: number; longestHold: number }> {
  return reader.one(holdsBetween, [from, to]);
}

/** Whether the action changes nothing: reading, exporting, signing in. */
export const isLook = (action: AuditAction): action is AuditView => action in looks;
