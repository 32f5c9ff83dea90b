import { expect, it } from 'vitest';
import { periodStart } from './count-results.ts';

it('counts results of accounts by month, and of markets and the exchange by year', () => {
  const at = Date.parse('2026-11-22T17:00:00.123Z');
  expect(periodStart('account', at)).toBe(Date.parse('2026-11-01T00:00:00Z'));
  expect(periodStart('market', at)).toBe(Date.parse('2026-01-01T00:00:00Z'));
  expect(periodStart('house', at)).toBe(Date.parse('2026-01-01T00:00:00Z'));
});
