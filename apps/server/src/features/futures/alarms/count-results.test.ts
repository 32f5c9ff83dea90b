import { expect, it } from 'vitest';
import { periodStart } from './count-results.ts';

it('results of an account are counted anew with each month, of markets and the house with each year', () => {
  const at = Date.parse('2026-11-22T17:00:00.123Z');
  expect(periodStart('account', at)).toBe(Date.parse('2026-11-01T00:00:00Z'));
  expect(periodStart('market', at)).toBe(Date.parse('2026-01-01T00:00:00Z'));
  expect(periodStart('house', at)).toBe(Date.parse('2026-01-01T00:00:00Z'));
});
