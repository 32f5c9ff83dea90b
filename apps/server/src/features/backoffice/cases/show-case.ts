/** One case: what was found, linked accounts, notes by level, proposals, the customer. Each look is logged. */
import { formatDecimal } from '@tern/money';
import type { CaseAct, CaseDetail, CasePart } from '@tern/protocol/operator';
import { linkedAccounts } from '../../../kernel/cases/linked-accounts.ts';
import {
  alertsOfCase,
  caseById,
  casesOfMembers,
  notesOfCase,
  proposalsOfCase,
} from '../../../kernel/cases/store-cases.ts';
import { externalTotals } from '../../../kernel/ledger/external-records.ts';
import { memberById } from '../../../kernel/members/members.ts';
import { logLook } from '../../../kernel/operators/audit-log.ts';
import { everyOperator, operatorLogins } from '../../../kernel/operators/operators.ts';
import { notAboutActor } from '../../../kernel/operators/staff-accounts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { CasesDeps } from './deps.ts';
import { caseRows } from './list-cases.ts';
import { contactOf, reportOut } from './report-case.ts';
import { caseSubject, WORKS_ON_CASES } from './work-on-case.ts';

const NOTES_MAX = 200;
const MONEY_MS = 30 * DAY_MS;

const mayWorkOnCases = ({ permissions }: Pick<Reviewer, 'permissions'>): boolean =>
  permissions.includes(WORKS_ON_CASES);

/** Logs the look. @throws not-found, also for a case about the operator */
export async function logCaseLook(
  { database, clock }: Pick<CasesDeps, 'database' | 'clock'>,
  actor: Reviewer,
  id: number,
): Promise<void> {
  const look = { actor, action: 'case.view', subject: caseSubject(id) } as const;
  await database.transaction(async (tx) => {
    await notAboutActor(tx, actor, await tx.maybe(caseById, [id]));
    await logLook(tx, look, clock.now());
  });
}

/** @throws not-found, also for a case about the operator */
export async function showCase(deps: CasesDeps, actor: Reviewer, id: number): Promise<CaseDetail> {
  const { database, clock, namesOf } = deps;
  await logCaseLook(deps, actor, id);
  const at = clock.now();
  const found = await database.one(caseById, [id]);
  const { memberId } = found;
  const [[row], alerts, linked, notes, proposals, report, member, money, everyone] =
    await Promise.all([
      caseRows(database, [found], { namesOf, actor, at }),
      database.many(alertsOfCase, [id]),
      linkedOut(database, deps, { memberId, actor }),
      notesOut(database, id, actor),
      proposalsOut(database, id),
      reportOut(database, id),
      memberById(database, memberId),
      externalTotals(database, memberId, at - MONEY_MS),
      everyOperator(database),
    ]);
  if (row === undefined || member === undefined) throw new Refusal('not-found');
  const { email, countryCode } = contactOf(found, member);
  const colleagues = everyone.filter((one) => one.isActive && mayWorkOnCases(one));
  return {
    ...row,
    openedBy: everyone.find((one) => one.id === found.openedBy)?.login ?? '',
    findings: alerts.map((alert) => ({
      ID: alert.id,
      found: alert.found,
      points: alert.points,
      hitId: alert.hitId,
      hitState: alert.hitState as CaseDetail['findings'][number]['hitState'],
      CreatedAt: isoTime(alert.createdAt),
    })),
    linked,
    notes,
    proposals,
    report,
    person: {
      email,
      countryCode,
      joinedAt: isoTime(member.createdAt),
      realNameStatus: member.realNameStatus,
      isFrozen: member.isFrozen,
      isBanned: member.isBanned,
    },
    money: money.map(({ asset, deposited, withdrawn }) => ({
      coinname: asset,
      deposited: formatDecimal(deposited),
      withdrawn: formatDecimal(withdrawn),
    })),
    colleagues: colleagues.map(({ id: ID, login }) => ({ ID, login })),
    mayWork: found.closedAt === null && mayWorkOnCases(actor),
  };
}

async function linkedOut(
  reader: Reader,
  { namesOf, sharingBankAccounts }: Pick<CasesDeps, 'namesOf' | 'sharingBankAccounts'>,
  { memberId, actor }: { memberId: number; actor: Reviewer },
): Promise<CaseDetail['linked']> {
  const [shared, atBanks] = await Promise.all([
    reader.many(linkedAccounts, [memberId]),
    sharingBankAccounts(reader, memberId),
  ]);
  const banks = atBanks.map((one) => ({
    memberId: one.memberId,
    ground: 'bank',
    value: one.bank,
    times: 1,
  }));
  const linked = [...shared, ...banks];
  const ids = [...new Set(linked.map((one) => one.memberId))];
  const [names, cases] = await Promise.all([
    namesOf(reader, ids),
    reader.many(casesOfMembers, [ids, actor.operatorId]),
  ]);
  const caseOf = new Map(cases.map((one) => [one.memberId, one]));
  return linked.map((one) => ({
    memberId: one.memberId,
    memberName: names.get(one.memberId)?.name ?? '',
    ground: one.ground as CaseDetail['linked'][number]['ground'],
    // The key of a device is a hash, which says nothing.
    value: one.ground === 'device' ? '' : one.value,
    times: one.times,
    caseId: caseOf.get(one.memberId)?.id ?? null,
    caseOutcome: (caseOf.get(one.memberId)?.outcome ??
      null) as CaseDetail['linked'][number]['caseOutcome'],
  }));
}

async function notesOut(reader: Reader, id: number, actor: Reviewer): Promise<CaseDetail['notes']> {
  const levels = mayWorkOnCases(actor) ? ['case', 'compliance'] : ['case'];
  const notes = await reader.many(notesOfCase, [id, levels, NOTES_MAX]);
  const logins = await operatorLogins(
    reader,
    notes.map(({ operatorId }) => operatorId ?? 0),
  );
  return notes.map((note) => ({
    ID: note.id,
    CreatedAt: isoTime(note.createdAt),
    login: logins.get(note.operatorId ?? 0) ?? '',
    level: note.level as CaseDetail['notes'][number]['level'],
    note: note.body,
  }));
}

async function proposalsOut(reader: Reader, id: number): Promise<CaseDetail['proposals']> {
  const proposals = await reader.many(proposalsOfCase, [id]);
  const logins = await operatorLogins(
    reader,
    proposals.flatMap(({ proposedBy, decidedBy }) =>
      decidedBy === null ? [proposedBy] : [proposedBy, decidedBy],
    ),
  );
  return proposals.map((proposal) => ({
    ID: proposal.id,
    act: proposal.act as CaseAct,
    parts: proposal.parts as CasePart[],
    reason: proposal.reason,
    login: logins.get(proposal.proposedBy) ?? '',
    CreatedAt: isoTime(proposal.proposedAt),
    state: proposal.state as CaseDetail['proposals'][number]['state'],
    decidedBy: logins.get(proposal.decidedBy ?? 0) ?? '',
    decidedAt: proposal.decidedAt === null ? null : isoTime(proposal.decidedAt),
    decidedReason: proposal.decidedReason,
  }));
}
