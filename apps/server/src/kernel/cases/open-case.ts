/** Opens cases, and adds to the open one of a member: each member has one at most (ADR 111). */
import type { Tx } from '../../platform/database/database.ts';
import { usualDueHours } from '../review/due-hours.ts';
import { insertAlert, insertCase, insertEvent, lockOpenCaseOf } from './store-cases.ts';

/** As in `review.dueHours`. */
const CASE = 'case';

export interface Finding {
  memberId: number;
  source: 'hit' | 'rule' | 'person';
  /** Who opens it; then it is theirs. */
  openedBy: number | null;
  /** A few words in English. */
  why: string;
  /** What is found, each with its weight, from 1 to 100. */
  alerts: readonly {
    readonly hitId: number | null;
    readonly points: number;
    readonly found: string;
  }[];
}

/**
 * Opens a case with these alerts, or adds them to the one that is open. Returns its id, and whether it is new. The case is locked until the
 * transaction ends.
 */
export async function openCase(
  tx: Tx,
  finding: Finding,
  at: number,
): Promise<{ caseId: number; isNew: boolean }> {
  const { memberId, source, openedBy, why, alerts } = finding;
  const opened = await openOrFind(tx, { memberId, source, openedBy, why }, at);
  const { caseId, isNew } = opened;
  const event = { caseId, operatorId: openedBy, level: null, createdAt: at };
  if (isNew) await insertEvent(tx, { ...event, kind: 'opened', body: why, detail: { source } });
  for (const { hitId, points, found } of alerts) {
    await insertAlert(tx, { caseId, hitId, points, found, createdAt: at });
    const detail = { points, hitId };
    await insertEvent(tx, { ...event, kind: 'alert', body: found.slice(0, 500), detail });
  }
  return opened;
}

async function openOrFind(
  tx: Tx,
  { memberId, source, openedBy, why }: Omit<Finding, 'alerts'>,
  at: number,
): Promise<{ caseId: number; isNew: boolean }> {
  const values = [memberId, source, openedBy, why, at, usualDueHours(CASE)] as const;
  for (;;) {
    const added = await tx.maybe(insertCase, [...values]);
    if (added !== undefined) return { caseId: added.id, isNew: true };
    // Nobody, when two people have closed it in between.
    const open = await tx.maybe(lockOpenCaseOf, [memberId]);
    if (open !== undefined) return { caseId: open.id, isNew: false };
  }
}
