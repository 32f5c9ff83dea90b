import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const NOON = Date.parse('2026-11-22T09:41:00.000Z');

test('the time to the next payout is in started minutes, and none once it is due', () => {
  expect(timeLeft('2026-11-23T00:00:00.000Z', NOON)).toEqual({ hours: 14, minutes: 19 });
  expect(timeLeft('2026-11-22T09:41:00.001Z', NOON)).toEqual({ hours: 0, minutes: 1 });
  expect(timeLeft('2026-11-22T09:41:00.000Z', NOON)).toBeUndefined();
  expect(timeLeft(null, NOON)).toBeUndefined();
});
