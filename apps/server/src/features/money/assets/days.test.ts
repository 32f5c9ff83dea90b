import { expect, it } from 'vitest';
import { daysBetween, monthsBefore } from './days.ts';

it.each([
  ['2026-11-22', 3, '2026-08-22'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-03-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2027-02-28'],
  ['2026-12-31', 12, '2025-12-31'],
])('%s less %i months is %s', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});

it('lists days with both ends, over the end of a month', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(daysBetween('2026-03-01', '2026-02-28')).toEqual([]);
});
