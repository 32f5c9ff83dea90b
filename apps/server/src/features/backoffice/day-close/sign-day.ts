/** Signs closed days: two operators sign the same sums, and the database proves that they may (ADR 96). */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isCheckViolation, isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type DayCloseDeps, daySubject } from './deps.ts';
import {
  insertSignature,
  removeFirstSignature,
  type Signature,
  signaturesOfDay,
} from './store-sign-off.ts';
import { closeOfDay } from './store.ts';

/**
 * Signs first, or second where somebody signed first. `hash`: of what the operator saw.
 * @throws not-found, already-decided, facts-changed, second-person-needed for whoever signed first or booked on the day by hand,
 *   check-failed naming what is left, overdue or not signed before it
 */
export async function signDay(
  { database, clock }: DayCloseDeps,
  actor: Reviewer,
  given: { readonly day: string; readonly hash: string; readonly note: string },
): Promise<'first' | 'signed'> {
  const { day, hash } = given;
  const note = given.note.trim() === '' ? '' : readReason(given.note, 'note');
  return database.transaction(async (tx) => {
    const valid = await validSignatures(tx, day);
    if (valid.length === SIGNERS) throw new Refusal('already-decided');
    const at = clock.now();
    const place = valid.length + 1;
    const signature = { day, place, operatorId: actor.operatorId, note, signedAt: at };
    await proven(() =>
      insertSignature(tx, { ...signature, contentHash: Buffer.from(hash, 'hex') }),
    );
    const act = { actor, action: 'dayClose.sign', subject: daySubject(day) } as const;
    await logAct(tx, { ...act, reason: note, detail: { place, hash } }, at);
    return place === SIGNERS ? 'signed' : 'first';
  });
}

const SIGNERS = 2;

/** Removes the first signature. @throws not-found, already-decided without one, or for a signed day */
export async function refuseDay(
  { database, clock }: DayCloseDeps,
  actor: Reviewer,
  given: { readonly day: string; readonly reason: string },
): Promise<void> {
  const reason = readReason(given.reason);
  const { day } = given;
  await database.transaction(async (tx) => {
    if ((await validSignatures(tx, day)).length !== 1) throw new Refusal('already-decided');
    const at = clock.now();
    await tx.run(removeFirstSignature, [day, at, actor.operatorId, reason]);
    const act = { actor, action: 'dayClose.refuse', subject: daySubject(day) } as const;
    await logAct(tx, { ...act, reason }, at);
  });
}

/** @throws not-found for a day that is not closed */
async function validSignatures(tx: Tx, day: string): Promise<Signature[]> {
  if ((await tx.maybe(closeOfDay, [day])) === undefined)
    throw new Refusal('not-found', { fields: ['day'] });
  const all = await tx.many(signaturesOfDay, [day]);
  return all.filter(({ removedAt }) => removedAt === null);
}

/** What the database refuses, as answers. */
const FAILED = {
  day_close_signatures_due: 'history',
  day_close_signatures_in_turn: 'dayBefore',
  day_close_signatures_left: 'left',
  day_close_signatures_overdue: 'overdue',
};

async function proven(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isCheckViolation(error, 'day_close_signatures_same')) throw new Refusal('facts-changed');
    if (isUniqueViolation(error, 'day_close_signatures_place'))
      throw new Refusal('already-decided');
    const isOther = ['two_people', 'by_hand'].some((name) =>
      isCheckViolation(error, `day_close_signatures_${name}`),
    );
    if (isOther) throw new Refusal('second-person-needed');
    const failed = Object.entries(FAILED).find(([name]) => isCheckViolation(error, name));
    if (failed === undefined) throw error;
    throw new Refusal('check-failed', { data: { checks: [failed[1]] } });
  }
}
