import { expect, test } from 'vitest';
import type { CaseRow } from './api.ts';
import { countsOf, groupOf, rowsOf } from './view-model.ts';

const row: CaseRow = {
  ID: 118,
  recordNo: 'CS-118',
  memberId: 8_200_009,
  memberName: 'Eve Structur',
  isNameVerified: true,
  source: 'person',
  why: 'Deposits just under a limit',
  alerts: 1,
  points: 75,
  risk: 'high',
  restricted: [],
  restrictedSince: null,
  restrictedUntil: null,
  dueAt: '2026-11-24T17:00:00.000Z',
  isLate: false,
  owner: null,
  proposal: null,
  CreatedAt: '2026-11-22T10:41:00.000Z',
  closedAt: null,
  outcome: null,
  decidedBy: [],
};
const owner = (login: string) => ({ ID: 1, login });
const free = { ...row, ID: 1 };
const own = { ...row, ID: 2, owner: owner('operator-3') };
const proposed = {
  ...own,
  ID: 3,
  isLate: true,
  proposal: { act: 'clear' as const, login: 'operator-4', isOwn: false },
};
const others = { ...row, ID: 4, risk: 'low' as const, owner: owner('operator-4') };
const closed = { ...row, ID: 5, closedAt: row.CreatedAt, outcome: 'cleared' as const };
const cases = {
  list: [free, own, proposed, others],
  total: 4,
  late: 1,
  waiting: 4,
  closedThisWeek: [closed],
};
const me = 'operator-3';
const ids = (filter: 'open' | 'yours' | 'late' | 'second', more = {}) =>
  rowsOf(cases, { filter, risk: 'any', words: '', ...more }, me).map(({ ID }) => ID);

test('your cases come first, then what waits for a second person, then free ones', () => {
  expect([own, proposed, free, others, closed].map((one) => groupOf(one, me))).toEqual([
    'yours',
    'second',
    'nobody',
    'others',
    'closed',
  ]);
  expect(ids('open')).toEqual([2, 3, 1, 4, 5]);
});

test('filters, the risk and words narrow it', () => {
  expect(ids('yours')).toEqual([2, 3]);
  expect(ids('late')).toEqual([3]);
  expect(ids('second')).toEqual([3]);
  expect(ids('open', { risk: 'low' })).toEqual([4]);
  expect(ids('open', { words: '8200009' })).toHaveLength(5);
  expect(ids('open', { words: 'eve nobody' })).toEqual([]);
  expect(countsOf(cases, me)).toEqual({ open: 4, yours: 2, late: 1, second: 1 });
});
