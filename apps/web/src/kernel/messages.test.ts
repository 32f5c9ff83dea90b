import { expect, test } from 'vitest';
import { daysOf } from './messages.tsx';

const rows = (...times: string[]) => times.map((CreatedAt, at) => ({ ID: 9 - at, CreatedAt }));
const ids = (timeZone: string, ...times: string[]) =>
  daysOf(rows(...times), timeZone).map((group) => group.rows.map(({ ID }) => ID));

test('groups rows by calendar day, in their order', () => {
  const times = ['2026-11-22T09:12:00Z', '2026-11-22T00:00:00Z', '2026-11-21T23:59:59Z'];
  expect(ids('UTC', ...times)).toEqual([[9, 8], [7]]);
});

test("a day begins at midnight in the member's time zone", () => {
  const times = ['2026-11-21T15:30:00Z', '2026-11-21T14:30:00Z'];
  expect(ids('Asia/Tokyo', ...times)).toEqual([[9], [8]]);
});

test('no rows, no days', () => {
  expect(daysOf([], 'UTC')).toEqual([]);
});
