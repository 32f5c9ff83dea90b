import { expect, test } from 'vitest';
import { nextPage, rowsOf } from './paged-list.tsx';

const page = (number: number, ids: number[], total = 5) => ({
  list: ids.map((ID) => ({ ID })),
  total,
  page: number,
  pageSize: 2,
});

test('loads pages until the total is reached', () => {
  expect(nextPage(page(1, [5, 4]))).toBe(2);
  expect(nextPage(page(3, [1]))).toBeUndefined();
  expect(nextPage(page(1, [], 0))).toBeUndefined();
  expect(nextPage(page(2, [], 9))).toBeUndefined();
});

test('shows a row once when a shifted page repeats it', () => {
  const data = { pages: [page(1, [6, 5]), page(2, [5, 4])], pageParams: [1, 2] };
  expect(rowsOf(data).map((row) => row.ID)).toEqual([6, 5, 4]);
  expect(rowsOf(undefined)).toEqual([]);
});
