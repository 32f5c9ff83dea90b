import { expect, test } from 'vitest';
import { foldDay, isUrgent } from './notice-groups.ts';

const day = (...kinds: string[]) => kinds.map((kind, at) => ({ kind, ID: at + 1 }));
const shown = (rows: { kind: string; ID: number }[], ...opened: string[]) =>
  foldDay(rows, new Set(opened)).map((item) =>
    item.type === 'row' ? item.notice.ID : `${item.count} of ${item.family}`,
  );
const six = day(
  'contract.won',
  'contract.lost',
  'security.login',
  ...Array(3).fill('contract.won'),
);

test('shows three contract results of a day and folds the rest into one line', () => {
  expect(shown(six)).toEqual([1, 2, 3, 4, '2 of contract']);
});

test('shows an opened group in full, and never folds a single row', () => {
  expect(shown(six, 'contract')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shown(day(...Array(4).fill('contract.won')))).toEqual([1, 2, 3, 4]);
});

test('never folds notices about account security', () => {
  expect(shown(day(...Array(6).fill('security.login')))).toEqual([1, 2, 3, 4, 5, 6]);
});

test('only unread notices that need action are urgent', () => {
  expect(isUrgent({ kind: 'review.rejected', isRead: false })).toBe(true);
  expect(isUrgent({ kind: 'review.rejected', isRead: true })).toBe(false);
  expect(isUrgent({ kind: 'contract.lost', isRead: false })).toBe(false);
});
