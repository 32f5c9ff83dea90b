/** An invariant: a rule of the books that always holds. The audit checks it for the whole history, a job each minute for what is new (ADR 52). */
import type { Reader } from '../../platform/database/database.ts';

/** Entries up to an id, and all of their postings. */
export interface Mark {
  readonly entry: number;
  readonly posting: number;
}

/** From where on a rule is checked; what came before has passed. */
export interface Since {
  /** Entries with larger ids. */
  readonly entry: number;
  /** Their postings all have larger ids. */
  readonly posting: number;
  /** Up to here, for rules of single entries; absent: all there are. Postings in between are of entries in between. */
  readonly through?: Mark;
  /** Rows of the rule's own kind with larger ids. */
  readonly own: number;
}

/** Larger than all ids. */
export const NO_END: Mark = { entry: Number.MAX_SAFE_INTEGER, posting: Number.MAX_SAFE_INTEGER };

/** The whole history. */
export const EVER: Since = { entry: 0, posting: 0, own: 0 };

export interface Invariant {
  /** "holds-match" */
  readonly id: string;
  /** "Holds match open orders": as operators read it. */
  readonly rule: string;
  /** Its faults are of single entries, so that it is checked for some of the new ones at a time. */
  readonly isOfEntries?: true;
  /** It compares memory with newer snapshots of its own, after all rules that share one. */
  readonly isOfMemory?: true;
  /** The first faults, each a sentence without personal data; none if the rule holds. `reader` is a snapshot. */
  find(reader: Reader, since: Since): Promise<string[]>;
  /** For a rule about rows other than entries: the id up to which their rows will not change any more. */
  reached?(reader: Reader): Promise<number>;
}
