/** Operators' notes on a member: append-only with author and time, in the audit log, never shown to the member. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { newestNotes, insertNote } from '../store-customers.ts';

/** Older notes are in the audit log. */
const NOTES_SHOWN = 50;

/** Fails with: invalid-request for an empty note, not-found. */
export function addNote(
  deps: { database: Database; clock: Clock },
  actor: Reviewer,
  given: { memberId: number; note: string },
): Promise<number> {
  const { memberId } = given;
  const body = readReason(given.note, 'note');
  return deps.database.transaction(async (tx) => {
    if ((await lockMember(tx, memberId)) === undefined) throw new Refusal('not-found');
    const at = deps.clock.now();
    const { id } = await tx.one(insertNote, [memberId, actor.operatorId, body, at]);
    const subject = `member:${memberId}`;
    const detail = { noteId: id };
    await logAct(tx, { actor, action: 'member.note', subject, memberId, reason: body, detail }, at);
    return id;
  });
}

/** Newest first. */
export async function notesOut(reader: Reader, memberId: number) {
  const notes = await reader.many(newestNotes, [memberId, NOTES_SHOWN]);
  const logins = await operatorLogins(
    reader,
    notes.map(({ operatorId }) => operatorId),
  );
  return notes.map(({ id, operatorId, body, createdAt }) => ({
    ID: id,
    CreatedAt: isoTime(createdAt),
    login: logins.get(operatorId) ?? '',
    note: body,
  }));
}
