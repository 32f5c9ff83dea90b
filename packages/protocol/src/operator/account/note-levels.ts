/** The levels of operators' notes on a member: who reads a note. */
import type { OperatorRole } from '../../call.ts';

/** From everyone who opens a customer to the fewest. */
export const noteReaders = {
  all: ['support', 'reviewer', 'approver', 'auditor', 'compliance'],
  review: ['reviewer', 'approver', 'auditor', 'compliance'],
  compliance: ['approver', 'auditor', 'compliance'],
} as const satisfies Record<string, readonly OperatorRole[]>;
export type NoteLevel = keyof typeof noteReaders;

export const noteLevels = Object.keys(noteReaders) as NoteLevel[];

/** Whether operators of these roles read notes of this level. */
export const readsNotes = (level: NoteLevel, roles: readonly string[]): boolean =>
  noteReaders[level].some((role) => roles.includes(role));

/** The level of a note whose writer chose none. Who reviews may write of a suspicion, which support does not read. */
export const usualNoteLevel = (roles: readonly string[]): NoteLevel =>
  readsNotes('review', roles) ? 'review' : 'all';
