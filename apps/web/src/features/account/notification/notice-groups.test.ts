import { expect, test } from 'vitest';
import type { NoticeCategory } from './api.ts';
import { foldDay } from './notice-groups.ts';

const day = (...categories: NoticeCategory[]) =>
  categories.map((category, at) => ({ category, ID: at + 1 }));
const many = (category: NoticeCategory, count: number) =>
  Array.from({ length: count }, () => category);
const shown = (rows: ReturnType<typeof day>, ...opened: NoticeCategory[]) =>
  foldDay(rows, new Set(opened)).map((item) =>
    item.type === 'row' ? item.notice.ID : `${item.count} of ${item.category}`,
  );
const six = day('contracts', 'contracts', 'security', ...many('contracts', 3));

test('shows three contract results of a day and folds the rest into one line', () => {
  expect(shown(six)).toEqual([1, 2, 3, 4, '2 of contracts']);
});

test('shows an opened group in full, and never folds a single row', () => {
  expect(shown(six, 'contracts')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shown(day(...many('contracts', 4)))).toEqual([1, 2, 3, 4]);
});

test('folds payouts of yield too, and each category alone', () => {
  expect(shown(day(...many('yield', 5), ...many('contracts', 3)))).toEqual([
    1,
    2,
    3,
    '2 of yield',
    6,
    7,
    8,
  ]);
});

test.each(['security', 'money', 'loans', 'news'] as const)('never folds %s', (category) => {
  expect(shown(day(...many(category, 6)))).toEqual([1, 2, 3, 4, 5, 6]);
});
