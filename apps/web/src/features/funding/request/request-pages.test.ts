import { describe, expect, it } from 'vitest';
import { type ChangingRow, isNewer, type RowPages, withRow } from './request-pages.ts';

interface Row extends ChangingRow {
  status: number;
}

const row = (ID: number, status = 1): Row => ({
  ID,
  status,
  UpdatedAt: `2026-11-21T12:00:0${status}.000Z`,
});
const pagesOf = (...rows: Row[][]): RowPages<Row> => ({
  pages: rows.map((list, index) => ({ list, total: 9, page: index + 1, pageSize: 2 })),
  pageParams: rows.map((_list, index) => index + 1),
});
const seen = ({ pages }: RowPages<Row>) =>
  pages.map(({ list }) => list.map(({ ID, status }) => `${ID}:${status}`));

describe('a list of funding requests', () => {
  it('replaces a request in place', () => {
    const changed = withRow(pagesOf([row(9), row(8)], [row(7)]), row(7, 2));
    expect(seen(changed)).toEqual([['9:1', '8:1'], ['7:2']]);
    expect(changed.pages[0]!.total).toBe(9);
  });

  it('starts with a new request', () => {
    const changed = withRow(pagesOf([row(8)], [row(7)]), row(9));
    expect(seen(changed)).toEqual([['9:1', '8:1'], ['7:1']]);
    expect(changed.pages.map(({ total }) => total)).toEqual([10, 10]);
    expect(seen(withRow(pagesOf([]), row(9)))).toEqual([['9:1']]);
  });

  it('ignores a request of a page not yet loaded', () => {
    expect(seen(withRow(pagesOf([row(8)]), row(3)))).toEqual([['8:1']]);
  });

  it('never returns to an older state', () => {
    expect(isNewer(row(8, 1), row(8, 2))).toBe(false);
    expect(isNewer(row(8, 2), row(8, 1))).toBe(true);
    expect(isNewer(row(8, 1), undefined)).toBe(true);
  });
});
