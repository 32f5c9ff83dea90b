import { expect, test } from 'vitest';
import { timeLeft, utcDate } from './payout-time.ts';

const NOON = Date.parse('2026-11-22T09:41:00.000Z');

test('the time to the next payout is in started minutes, and none once it is due', () => {
  expect(timeLeft('2026-11-23T00:00:00.000Z', NOON)).toEqual({ hours: 14, minutes: 19 });
  expect(timeLeft('2026-11-22T09:41:00.001Z', NOON)).toEqual({ hours: 0, minutes: 1 });
  expect(timeLeft('2026-11-22T09:41:00.000Z', NOON)).toBeUndefined();
  expect(timeLeft(null, NOON)).toBeUndefined();
});

test('the day of a payout is the UTC one', () => {
  expect(utcDate(Date.parse('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
});
