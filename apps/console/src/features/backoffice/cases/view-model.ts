/** What the list of cases shows: groups in their order, filters, and what is next. */
import type { CaseRow, Cases, Risk } from './api.ts';

export type GroupKey = 'yours' | 'second' | 'nobody' | 'others' | 'closed';
const ORDER: readonly GroupKey[] = ['yours', 'second', 'nobody', 'others', 'closed'];

export function groupOf(row: CaseRow, login: string): GroupKey {
  if (row.closedAt !== null) return 'closed';
  // What a colleague proposed waits for you; what you proposed waits for a colleague.
  if (row.proposal !== null) return 'second';
  if (row.owner === null) return 'nobody';
  return row.owner.login === login ? 'yours' : 'others';
}

export const FILTERS = ['open', 'yours', 'late', 'second', 'closed'] as const;
export type Filter = (typeof FILTERS)[number];

export interface Wanted {
  readonly filter: Filter;
  readonly risk: Risk | 'any';
  readonly words: string;
}

const isWith = ({ owner }: CaseRow, login: string): boolean => owner?.login === login;

function passes(row: CaseRow, { filter, risk, words }: Wanted, login: string): boolean {
  if (risk !== 'any' && row.risk !== risk) return false;
  const text = [row.recordNo, row.memberName, row.memberId, row.why].join(' ').toLowerCase();
  if (!text.includes(words.toLowerCase())) return false;
  if (filter === 'yours') return isWith(row, login);
  if (filter === 'late') return row.isLate;
  return filter === 'second' ? row.proposal !== null : true;
}

/** In the order of the groups; within one soonest due first, closed ones newest first. */
export function rowsOf(cases: Cases, wanted: Wanted, login: string): CaseRow[] {
  const given = wanted.filter === 'open' ? [...cases.list, ...cases.closedThisWeek] : cases.list;
  const shown = given.filter((row) => passes(row, wanted, login));
  return shown.toSorted(
    (one, other) => ORDER.indexOf(groupOf(one, login)) - ORDER.indexOf(groupOf(other, login)),
  );
}

export const countsOf = ({ list, total, late }: Cases, login: string) => ({
  open: total,
  yours: list.filter((row) => isWith(row, login)).length,
  late,
  second: list.filter(({ proposal }) => proposal !== null).length,
});
