import { describe, expect, it } from 'vitest';
import { isOpen, nextOpening } from './trading-hours.ts';

const at = (iso: string) => Date.parse(iso);

describe('trading hours', () => {
  it('crypto trades at every hour of the week', () => {
    for (let hour = 0; hour < 168; hour += 1) {
      expect(isOpen('always', at('2026-11-15T00:00:00Z') + hour * 3_600_000)).toBe(true);
    }
  });

  it('forex opens on Sunday at 22:00 UTC and closes on Friday at 22:00 UTC', () => {
    expect(isOpen('forex', at('2026-11-22T21:59:59.999Z'))).toBe(false);
    expect(isOpen('forex', at('2026-11-22T22:00:00.000Z'))).toBe(true);
    expect(isOpen('forex', at('2026-11-27T21:59:59.999Z'))).toBe(true);
    expect(isOpen('forex', at('2026-11-27T22:00:00.000Z'))).toBe(false);
    expect(isOpen('forex', at('2026-11-28T12:00:00.000Z'))).toBe(false);
  });

  it('metals also pause for the hour from 22:00 UTC between Monday and Thursday', () => {
    expect(isOpen('metal', at('2026-11-22T22:30:00Z'))).toBe(true);
    expect(isOpen('metal', at('2026-11-24T21:59:59Z'))).toBe(true);
    expect(isOpen('metal', at('2026-11-24T22:00:00Z'))).toBe(false);
    expect(isOpen('metal', at('2026-11-24T23:00:00Z'))).toBe(true);
    expect(isOpen('forex', at('2026-11-24T22:00:00Z'))).toBe(true);
  });

  it('a closed market has its next opening: after the weekend, or after the daily pause of metals', () => {
    const opening = (hours: 'forex' | 'metal', iso: string) =>
      new Date(nextOpening(hours, at(iso)) ?? 0).toISOString();
    expect(opening('forex', '2026-11-27T22:00:00Z')).toBe('2026-11-29T22:00:00.000Z');
    expect(opening('metal', '2026-11-28T09:15:00Z')).toBe('2026-11-29T22:00:00.000Z');
    expect(opening('forex', '2026-11-29T21:59:59.999Z')).toBe('2026-11-29T22:00:00.000Z');
    expect(opening('metal', '2026-11-24T22:30:00Z')).toBe('2026-11-24T23:00:00.000Z');
  });

  it('an open market has no next opening', () => {
    expect(nextOpening('always', at('2026-11-28T09:15:00Z'))).toBeUndefined();
    expect(nextOpening('forex', at('2026-11-24T22:30:00Z'))).toBeUndefined();
  });

  it('at every closed hour of the week the next opening is open and the hour before it is not', () => {
    for (let hour = 0; hour < 168; hour += 1) {
      const moment = at('2026-11-15T00:30:00Z') + hour * 3_600_000;
      for (const hours of ['forex', 'metal'] as const) {
        const opening = nextOpening(hours, moment);
        expect(opening === undefined).toBe(isOpen(hours, moment));
        if (opening === undefined) continue;
        expect(isOpen(hours, opening)).toBe(true);
        expect(isOpen(hours, opening - 1)).toBe(false);
      }
    }
  });
});
