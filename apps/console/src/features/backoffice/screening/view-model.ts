/** What screening shows: groups of the list, and which words of two names are the same. */
import type { HitRow, Screening, Sign, Finding } from './api.ts';

export type GroupKey = 'names' | 'addresses' | 'second' | 'decided';

export interface HitGroup {
  readonly key: GroupKey;
  readonly hits: readonly HitRow[];
}

/** Hits that wait for a second person stand apart: the first has said what it is. */
export function groupsOf({ open, decided }: Screening): HitGroup[] {
  const fresh = open.filter(({ decisions }) => decisions === 0);
  const groups: HitGroup[] = [
    { key: 'names', hits: fresh.filter(({ what }) => what !== 'address') },
    { key: 'addresses', hits: fresh.filter(({ what }) => what === 'address') },
    { key: 'second', hits: open.filter(({ decisions }) => decisions > 0) },
    { key: 'decided', hits: decided },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}

export interface NamePart {
  readonly text: string;
  readonly isSame: boolean;
}

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The words of a name, in order; those that the other name has too are the same, with or without accents. */
export function partsOf(name: string, other: string): NamePart[] {
  const others = new Set(other.split(/\s+/).map(plain));
  return name
    .split(/(\s+)/)
    .map((text) => ({ text, isSame: plain(text) !== '' && others.has(plain(text)) }));
}

/** What a person can decide by: a name by the facts of a person, an address by itself. */
export const signsOf = (what: HitRow['what']): readonly Sign[] =>
  what === 'address'
    ? ['address']
    : ['birth', 'nationality', 'document', 'birthplace', 'photo', 'gender'];

/** Of the decisions so far: whether this one agrees with one of them, so that it is the last. */
export const isLast = (
  people: readonly { round: number; finding: Finding }[],
  round: number,
  finding: Finding,
): boolean => people.some((person) => person.round === round && person.finding === finding);
