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

test('of many contract results on one day three are shown, and a line for the rest', () => {
  expect(shown(six)).toEqual([1, 2, 3, 4, '2 of contract']);
});

test('what was opened is shown whole, and folding one row alone would save nothing', () => {
  expect(shown(six, 'contract')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shown(day(...Array(4).fill('contract.won')))).toEqual([1, 2, 3, 4]);
});

test('nothing about the security of the account is folded away', () => {
  expect(shown(day(...Array(6).fill('security.login')))).toEqual([1, 2, 3, 4, 5, 6]);
});

test('only what the member must act on is urgent, until it is read', () => {
  expect(isUrgent({ kind: 'review.rejected', isRead: false })).toBe(true);
  expect(isUrgent({ kind: 'review.rejected', isRead: true })).toBe(false);
  expect(isUrgent({ kind: 'contract.lost', isRead: false })).toBe(false);
});
