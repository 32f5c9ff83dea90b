/** The levels of operators' notes on a member: who reads a note. */
import type { Permission } from '../../permissions.ts';

/** From everyone who opens a customer to the fewest. */
export const noteReaders = {
  all: 'customers.read',
  review: 'notes.review',
  compliance: 'notes.compliance',
} as const satisfies Record<string, Permission>;
export type NoteLevel = keyof typeof noteReaders;

export const noteLevels = Object.keys(noteReaders) as NoteLevel[];

/** Whether who holds these permissions reads notes of this level. */
export const readsNotes = (level: NoteLevel, held: readonly Permission[]): boolean =>
  held.includes(noteReaders[level]);

/** The level of a note whose writer chose none. Who reviews may write of a suspicion, which support does not read. */
export const usualNoteLevel = (held: readonly Permission[]): NoteLevel =>
  readsNotes('review', held) ? 'review' : 'all';
