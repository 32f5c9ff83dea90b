/**
 * Operators' notes on a member: append-only with author and time, in the audit log, never shown to the member. Each has a level,
 * which says who reads it.
 */
import { type NoteLevel, noteLevels, readsNotes, usualNoteLevel } from '@tern/protocol/operator';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { lockMember } from '../../../../kernel/members/members.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { newestNotes, insertNote } from '../store-customers.ts';

/** Older notes are in the audit log. */
const NOTES_SHOWN = 50;

/** Without a level, the usual one of its writer. @throws invalid-request for an empty note, not-found */
export function addNote(
  deps: { database: Database; clock: Clock },
  actor: Reviewer,
  given: { memberId: number; note: string; level: NoteLevel | undefined },
): Promise<number> {
  const { memberId, level = usualNoteLevel(actor.permissions) } = given;
  const body = readReason(given.note, 'note');
  return deps.database.transaction(async (tx) => {
    if ((await lockMember(tx, memberId)) === undefined) throw new Refusal('not-found');
    const at = deps.clock.now();
    const { id } = await tx.one(insertNote, [memberId, actor.operatorId, level, body, at]);
    const subject = `member:${memberId}`;
    const detail = { noteId: id, level };
    await logAct(tx, { actor, action: 'member.note', subject, memberId, reason: body, detail }, at);
    return id;
  });
}

/** Those that the operator may read, newest first. */
export async function notesOut(reader: Reader, memberId: number, { permissions }: Reviewer) {
  const levels = noteLevels.filter((level) => readsNotes(level, permissions));
  const notes = await reader.many(newestNotes, [memberId, levels, NOTES_SHOWN]);
  const logins = await operatorLogins(
    reader,
    notes.map(({ operatorId }) => operatorId),
  );
  return notes.map(({ id, operatorId, level, body, createdAt }) => ({
    ID: id,
    CreatedAt: isoTime(createdAt),
    login: logins.get(operatorId) ?? '',
    level: level as NoteLevel,
    note: body,
  }));
}
