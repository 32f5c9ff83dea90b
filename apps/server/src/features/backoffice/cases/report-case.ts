/** Reports of cases: what one person writes, the files that are made when another one agrees, their downloads, and the receipt. */
import { createHash } from 'node:crypto';
import type { CaseDetail } from '@tern/protocol/operator';
import { type CaseReport, type Suspicion, suspicions } from '../../../kernel/cases/report.ts';
import { type Case, caseById, lockCase } from '../../../kernel/cases/store-cases.ts';
import {
  insertReport,
  lockReport,
  makeReport,
  type Report,
  reportOfCase,
  setReceipt,
} from '../../../kernel/cases/store-reports.ts';
import { devicesOfMember } from '../../../kernel/members/devices.ts';
import { type Member, memberById } from '../../../kernel/members/members.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { notAboutActor } from '../../../kernel/operators/staff-accounts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { hasWord } from '../../../kernel/requests/visible-text.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { CasesDeps } from './deps.ts';
import { CASE_LETTERS } from './list-cases.ts';
import { filer, isFilerKnown } from './settings.ts';
import { caseSubject, recordInCase } from './work-on-case.ts';

const AHEAD_MS = 5 * MINUTE_MS;

export type ReportFormat = 'fincen' | 'goaml';

export interface GivenReport {
  suspicions: readonly Suspicion[];
  /** UTC days, both included. */
  fromDay: string;
  untilDay: string;
  /** Whole dollars; 0: unknown. */
  amount: number;
  narrative: string;
}

/** A report closes its case for good: none is made that no authority accepts. @throws not-available */
function assertFilerKnown({ settings }: Pick<CasesDeps, 'settings'>): void {
  if (!isFilerKnown(settings.read(filer)))
    throw new Refusal('not-available', { text: 'cases.filerEmpty' });
}

/** With its proposal, in its transaction. @throws invalid-request, not-available without who files */
export async function proposeReport(
  tx: Tx,
  of: Pick<CasesDeps, 'settings'> & { caseId: number; proposalId: number },
  given: GivenReport | undefined,
): Promise<void> {
  if (given === undefined) throw new Refusal('invalid-request', { fields: ['report'] });
  const { fromDay, untilDay } = given;
  const narrative = given.narrative.trim();
  assertFilerKnown(of);
  if (fromDay > untilDay) throw new Refusal('invalid-request', { fields: ['until'] });
  if (!hasWord(narrative)) throw new Refusal('invalid-request', { fields: ['narrative'] });
  const kinds = [...new Set(given.suspicions)];
  const { caseId, proposalId } = of;
  await insertReport(tx, { caseId, proposalId, ...given, narrative, suspicions: kinds });
}

/**
 * Once two people agreed, in the transaction of the decision: what the files say does not change with the account.
 * @throws not-available without who files
 */
export async function makeReportFiles(
  tx: Tx,
  { settings, namesOf, reportFormats }: Pick<CasesDeps, 'settings' | 'namesOf' | 'reportFormats'>,
  { found, proposalId, at }: { found: Case; proposalId: number; at: number },
): Promise<void> {
  const { id, memberId } = found;
  assertFilerKnown({ settings });
  const stored = await tx.one(lockReport, [proposalId]);
  const member = await memberById(tx, memberId);
  const contact = contactOf(found, member);
  const names = await namesOf(tx, [memberId]);
  const devices = await devicesOfMember(tx, memberId);
  const report: CaseReport = {
    recordNo: recordNo(CASE_LETTERS, id),
    filer: settings.read(filer),
    filedAt: at,
    subject: {
      memberId,
      name: names.get(memberId)?.name ?? '',
      email: contact.email,
      phone: `${contact.countryCode}${contact.phone}`,
      addresses: [...new Set(devices.map(({ address }) => address))].filter(Boolean),
      isCustomer: member?.closedAt === null,
    },
    suspicions: suspicionsOf(stored),
    fromDay: stored.fromDay,
    untilDay: stored.untilDay,
    amount: stored.amount,
    narrative: stored.narrative,
  };
  const { fincen, goaml } = reportFormats;
  await tx.run(makeReport, [proposalId, fincen(report), goaml(report), at]);
}

/** Of a closed account as it was when the case was opened: closing removes it from the account. */
export const contactOf = (
  found: Pick<Case, 'email' | 'countryCode' | 'phone'>,
  member: Pick<Member, 'email' | 'countryCode' | 'phone' | 'closedAt'> | undefined,
) => (member?.closedAt === null ? member : found);

const suspicionsOf = (report: Report): Suspicion[] =>
  (Object.keys(suspicions) as Suspicion[]).filter((one) => report.suspicions.includes(one));

/** What the second person reads before, and what was made. */
export async function reportOut(reader: Reader, caseId: number): Promise<CaseDetail['report']> {
  const report = await reader.maybe(reportOfCase, [caseId]);
  if (report === undefined) return null;
  const { receiptNumber, receivedAt, receiptBy, madeAt } = report;
  const logins = await operatorLogins(reader, receiptBy === null ? [] : [receiptBy]);
  return {
    proposalId: report.proposalId,
    suspicions: suspicionsOf(report),
    from: report.fromDay,
    until: report.untilDay,
    usd: report.amount,
    narrative: report.narrative,
    madeAt: madeAt === null ? null : isoTime(madeAt),
    receipt:
      receiptNumber === null || receivedAt === null
        ? null
        : {
            number: receiptNumber,
            receivedAt: isoTime(receivedAt),
            login: logins.get(receiptBy ?? 0) ?? '',
          },
  };
}

/**
 * Two people agreed to it; each download is logged with the hash.
 * @throws not-found for a report that was not agreed to, and for one about the operator
 */
export async function downloadReport(
  { database, clock }: Pick<CasesDeps, 'database' | 'clock'>,
  actor: Reviewer,
  { id, format }: { id: number; format: ReportFormat },
): Promise<{ name: string; content: string; sha256: string }> {
  await notAboutActor(database, actor, await database.maybe(caseById, [id]));
  const report = await database.maybe(reportOfCase, [id]);
  const content = report?.[format] ?? null;
  if (content === null) throw new Refusal('not-found');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const act = { actor, action: 'case.download', subject: caseSubject(id) } as const;
  const detail = { format, sha256 };
  await database.transaction((tx) => logAct(tx, { ...act, detail }, clock.now()));
  return { name: `${recordNo(CASE_LETTERS, id)}-${format}.xml`, content, sha256 };
}

/**
 * What the authority answered, once.
 * @throws not-found without a made report and for one about the operator, already-decided, invalid-request for a time to come
 */
export async function recordReceipt(
  { database, clock, reviews }: Pick<CasesDeps, 'database' | 'clock' | 'reviews'>,
  actor: Reviewer,
  given: { id: number; number: string; receivedAt: number },
): Promise<void> {
  const { id: caseId, receivedAt } = given;
  const number = readReason(given.number, 'number');
  await database.transaction(async (tx) => {
    const at = clock.now();
    // The clock of a desk may be ahead.
    if (receivedAt > at + AHEAD_MS)
      throw new Refusal('invalid-request', { fields: ['receivedAt'] });
    await notAboutActor(tx, actor, await tx.maybe(lockCase, [caseId]));
    const report = await tx.maybe(reportOfCase, [caseId]);
    if (report === undefined || report.madeAt === null) throw new Refusal('not-found');
    if (report.receivedAt !== null) throw new Refusal('already-decided');
    await tx.run(setReceipt, [report.proposalId, number, receivedAt, actor.operatorId]);
    // Who reads the audit log does not learn the number: it opens the report at the authority.
    const logged = { receivedAt: isoTime(receivedAt) };
    const detail = { number, ...logged };
    const done = { action: 'case.receipt', kind: 'receipt', detail, logged } as const;
    await recordInCase(tx, { caseId, actor, done }, at);
  });
  reviews.announce();
}
