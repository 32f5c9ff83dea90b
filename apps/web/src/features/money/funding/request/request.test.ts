import { describe, expect, it, test } from 'vitest';
import {
  type ChangingRow,
  decisionTime,
  isNewer,
  type RowPages,
  shortAddress,
  withRow,
} from './request.ts';

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

const dueAt = '2026-11-21T12:00:00.000Z';
const heldUntil = '2026-11-22T12:00:00.000Z';
const at = (time: string) => Date.parse(time);

test('a request under review shows when it will be decided', () => {
  expect(decisionTime({ heldUntil: null, dueAt }, at(dueAt) - 1)).toEqual({
    key: 'transfer.decidedBy',
    at: dueAt,
  });
});

test('a late one says so instead of promising a past time', () => {
  expect(decisionTime({ heldUntil: null, dueAt }, at(dueAt)).key).toBe('transfer.late');
});

test('a paused one shows the end of the pause, until it is over', () => {
  const held = { heldUntil, dueAt };
  expect(decisionTime(held, at(heldUntil) - 1)).toEqual({
    key: 'transfer.heldUntil',
    at: heldUntil,
  });
  expect(decisionTime(held, at(heldUntil)).key).toBe('transfer.late');
});

it('shows both ends of a long address, and a short one in full', () => {
  expect(shortAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHq…gjLj6t');
  expect(shortAddress('0x12345678901234')).toBe('0x12345678901234');
});
