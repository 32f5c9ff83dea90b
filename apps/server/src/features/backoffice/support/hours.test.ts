import { describe, expect, it } from 'vitest';
import { openStateAt, parseHours } from './hours.ts';

const at = (text: string) => Date.parse(text);
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
const day = ['08:00', '20:00'];
const berlin = parseHours({ zone: 'Europe/Berlin', days: [day, day, day, day, day, null, null] });

describe('support hours', () => {
  it('are those of their time zone, in winter and in summer', () => {
    expect(openStateAt(berlin, at('2026-01-14T07:00:00Z')).isOpen).toBe(true);
    expect(openStateAt(berlin, at('2026-01-14T06:59:59Z')).isOpen).toBe(false);
    expect(openStateAt(berlin, at('2026-07-15T06:00:00Z')).isOpen).toBe(true);
    expect(iso(openStateAt(berlin, at('2026-07-15T06:00:00Z')).closesAt)).toBe(
      '2026-07-15T18:00:00.000Z',
    );
  });

  it('name the next opening, over a weekend and a change of clocks', () => {
    // Saturday, before the clocks go forward on Sunday.
    expect(iso(openStateAt(berlin, at('2026-03-28T12:00:00Z')).opensAt)).toBe(
      '2026-03-30T06:00:00.000Z',
    );
    expect(iso(openStateAt(berlin, at('2026-10-24T12:00:00Z')).opensAt)).toBe(
      '2026-10-26T07:00:00.000Z',
    );
  });

  it('may be all day every day, or never', () => {
    const always = parseHours({ zone: 'UTC', days: Array(7).fill(['00:00', '24:00']) });
    expect(openStateAt(always, at('2026-11-18T00:00:00Z'))).toEqual({
      isOpen: true,
      opensAt: null,
      closesAt: null,
    });
    const never = parseHours({ zone: 'UTC', days: Array(7).fill(null) });
    expect(openStateAt(never, at('2026-11-18T12:00:00Z'))).toEqual({
      isOpen: false,
      opensAt: null,
      closesAt: null,
    });
  });

  it.each([
    ['an unknown zone', { zone: 'Mars/Olympus', days: Array(7).fill(day) }, 'unknown time zone'],
    ['six days', { zone: 'UTC', days: Array(6).fill(day) }, 'need seven days'],
    [
      'an end before the beginning',
      { zone: 'UTC', days: Array(7).fill(['20:00', '08:00']) },
      'end before they begin',
    ],
    [
      'an end at the beginning',
      { zone: 'UTC', days: Array(7).fill(['08:00', '08:00']) },
      'end before they begin',
    ],
    [
      'a time that does not exist',
      { zone: 'UTC', days: Array(7).fill(['08:00', '24:01']) },
      'not a time of day: 24:01',
    ],
    ['another document', 'always', 'unknown time zone'],
  ])('are refused with %s', (_why, value, fault) => {
    expect(() => parseHours(value)).toThrow(fault);
  });
});
