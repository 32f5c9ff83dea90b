import { describe, expect, it } from 'vitest';
import { isOpenThrough, opensForContracts } from './open-through.ts';

describe('a market with trading hours', () => {
  it('is not open for a contract that runs into a break', () => {
    const evening = Date.parse('2026-11-18T21:30:00Z');
    const HOUR = 3_600_000;
    expect(isOpenThrough('metal', evening, evening + HOUR / 2 - 1)).toBe(true);
    expect(isOpenThrough('metal', evening, evening + HOUR)).toBe(false);
    // Open at placement and at the end, but not between.
    expect(isOpenThrough('metal', evening, evening + 2 * HOUR)).toBe(false);
    expect(isOpenThrough('metal', evening, evening + 24 * HOUR - HOUR)).toBe(false);
    expect(isOpenThrough('forex', evening, evening + 24 * HOUR)).toBe(true);
    const friday = Date.parse('2026-11-20T21:59:00Z');
    expect(isOpenThrough('forex', friday, friday + 24 * HOUR)).toBe(false);
    expect(isOpenThrough('always', friday, friday + 24 * HOUR)).toBe(true);
  });

  it('has a next time for placing, also when a contract would only end too late', () => {
    const MINUTE = 60_000;
    const opening = (hours: 'metal' | 'forex', iso: string) => {
      const from = Date.parse(iso);
      const at = opensForContracts(hours, from, from + MINUTE);
      return at === undefined ? undefined : new Date(at).toISOString();
    };
    expect(opening('forex', '2026-11-18T12:00:00Z')).toBeUndefined();
    expect(opening('forex', '2026-11-20T21:59:30Z')).toBe('2026-11-22T22:00:00.000Z');
    expect(opening('metal', '2026-11-18T21:59:30Z')).toBe('2026-11-18T23:00:00.000Z');
    // Closed now, open at the end: not before the opening.
    expect(opening('metal', '2026-11-18T22:59:30Z')).toBe('2026-11-18T23:00:00.000Z');
  });
});
