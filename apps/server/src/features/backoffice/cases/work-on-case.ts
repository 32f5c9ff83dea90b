/** What one person does in a case: opens it, takes it, hands it over, writes a note. All of it is logged, without the customer's name. */
import type { Permission } from '@tern/protocol';
import type { AuditAction } from '@tern/protocol/operator';
import { openCase } from '../../../kernel/cases/open-case.ts';
import { type CaseRisk, pointsOfPerson } from '../../../kernel/cases/risk.ts';
import { type Case, insertEvent, lockCase, setOwner } from '../../../kernel/cases/store-cases.ts';
import { memberById } from '../../../kernel/members/members.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { operatorById } from '../../../kernel/operators/operators.ts';
import { isOwnAccount, notAboutActor } from '../../../kernel/operators/staff-accounts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { CasesDeps } from './deps.ts';

/** Who decides hits works on the cases that they open. */
export const WORKS_ON_CASES: Permission = 'screening.decide';

type Deps = Pick<CasesDeps, 'database' | 'clock' | 'reviews'>;

/** Acts of cases name no customer, so that no list of a customer's acts shows that there is a case. */
export const caseSubject = (id: number): string => `case:${id}`;

interface Done {
  readonly action: AuditAction;
  /** As in the timeline of the case. */
  readonly kind: string;
  readonly level?: string;
  readonly body?: string;
  readonly detail?: Record<string, unknown>;
  /** What the audit log keeps of it for ever; else all of `detail`. */
  readonly logged?: Record<string, unknown>;
}

/** Writes what was done into the case and the audit log, which is kept for ever: what people wrote stays in the case, and goes with it. */
export async function recordInCase(
  tx: Tx,
  { caseId, actor, done }: { caseId: number; actor: Reviewer; done: Done },
  at: number,
): Promise<void> {
  const { action, kind, level = null, body = '', detail = {}, logged = detail } = done;
  const { operatorId } = actor;
  await insertEvent(tx, { caseId, kind, operatorId, level, body, detail, createdAt: at });
  const facts = level === null ? logged : { level };
  await logAct(tx, { actor, action, subject: caseSubject(caseId), detail: facts }, at);
}

/**
 * Locks an open case for one who may work on it.
 * @throws not-found, also for a case about the operator, already-decided when it is closed
 */
export async function lockForWork(tx: Tx, actor: Reviewer, id: number): Promise<Case> {
  const found = await notAboutActor(tx, actor, await tx.maybe(lockCase, [id]));
  if (found.closedAt !== null) throw new Refusal('already-decided');
  return found;
}

/** @throws not-found for nobody's account, not-permitted on the own one, invalid-request */
export async function openByHand(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  given: { memberId: number; why: string; risk: CaseRisk; reason: string },
): Promise<{ ID: number; isNew: boolean }> {
  const { memberId, risk } = given;
  const why = readReason(given.why, 'why');
  const found = readReason(given.reason);
  const opened = await database.transaction(async (tx) => {
    const at = clock.now();
    if ((await memberById(tx, memberId)) === undefined) throw new Refusal('not-found');
    const { operatorId } = actor;
    // It says nothing: it is the same without a case.
    if (await isOwnAccount(tx, { memberId, operatorId })) throw new Refusal('not-permitted');
    const alerts = [{ hitId: null, points: pointsOfPerson[risk], found }];
    const finding = { memberId, source: 'person', openedBy: operatorId, why, alerts } as const;
    const { caseId, isNew } = await openCase(tx, finding, at);
    const subject = caseSubject(caseId);
    await logAct(tx, { actor, action: 'case.open', subject, detail: { risk, isNew } }, at);
    return { ID: caseId, isNew };
  });
  reviews.announce();
  return opened;
}

/** A repeated take of the own case does nothing. @throws not-claimed when a colleague has it, and as `lockForWork` */
export async function takeCase(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  id: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { ownerId } = await lockForWork(tx, actor, id);
    if (ownerId === actor.operatorId) return;
    if (ownerId !== null) throw new Refusal('not-claimed');
    await tx.run(setOwner, [id, actor.operatorId]);
    const done = { action: 'case.take', kind: 'taken' } as const;
    await recordInCase(tx, { caseId: id, actor, done }, clock.now());
  });
  reviews.announce();
}

/** `to`: undefined for nobody. @throws not-found, also for one who is not of compliance, and as `lockForWork` */
export async function handOverCase(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  { id, to }: { id: number; to: number | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockForWork(tx, actor, id);
    const receiver = to === undefined ? undefined : await operatorById(tx, to);
    const mayHave = receiver?.isActive === true && receiver.permissions.includes(WORKS_ON_CASES);
    if (to !== undefined && !mayHave) throw new Refusal('not-found', { fields: ['operatorId'] });
    await tx.run(setOwner, [id, to ?? null]);
    const detail = { to: receiver?.login ?? '' };
    const done = { action: 'case.handOver', kind: 'handedOver', detail } as const;
    await recordInCase(tx, { caseId: id, actor, done }, clock.now());
  });
  reviews.announce();
}

/** @throws invalid-request, and as `lockForWork` */
export async function addCaseNote(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  given: { id: number; note: string; level: 'case' | 'compliance' },
): Promise<void> {
  const { id: caseId, level } = given;
  const body = readReason(given.note, 'note');
  await database.transaction(async (tx) => {
    await lockForWork(tx, actor, caseId);
    const done = { action: 'case.note', kind: 'note', level, body } as const;
    await recordInCase(tx, { caseId, actor, done }, clock.now());
  });
  reviews.announce();
}
