import { expect, test } from 'vitest';
import { utcDate } from './payout-time.ts';

test('the day of a payout is the UTC one', () => {
  expect(utcDate(Date.parse('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
});
