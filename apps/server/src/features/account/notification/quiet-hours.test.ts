import { describe, expect, it } from 'vitest';
import { isTimeZone, minuteOf, clockOf, quietUntil } from './quiet-hours.ts';

const night = { from: minuteOf('22:00')!, until: minuteOf('07:00')! };
const until = (at: string, timeZone: string, quiet = night) => {
  const end = quietUntil(quiet, timeZone, Date.parse(at));
  return end === undefined ? undefined : new Date(end).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it('span midnight, start with their first minute and end before their last', () => {
    expect(until('2026-11-23T21:59:59Z', 'UTC')).toBeUndefined();
    expect(until('2026-11-23T22:00:00Z', 'UTC')).toBe('2026-11-24T07:00');
    expect(until('2026-11-24T00:30:00Z', 'UTC')).toBe('2026-11-24T07:00');
    expect(until('2026-11-24T06:59:59Z', 'UTC')).toBe('2026-11-24T07:00');
    expect(until('2026-11-24T07:00:00Z', 'UTC')).toBeUndefined();
  });

  it('may lie within one day', () => {
    const noon = { from: minuteOf('12:00')!, until: minuteOf('13:30')! };
    expect(until('2026-11-23T11:59:00Z', 'UTC', noon)).toBeUndefined();
    expect(until('2026-11-23T12:10:00Z', 'UTC', noon)).toBe('2026-11-23T13:30');
  });

  it('follow the clock of the member’s time zone', () => {
    expect(until('2026-11-23T13:00:00Z', 'Asia/Tokyo')).toBe('2026-11-23T22:00');
    expect(until('2026-11-23T17:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-24T01:15');
    expect(until('2026-11-23T17:00:00Z', 'America/New_York')).toBeUndefined();
  });

  it('are an hour shorter in the night in which clocks go forward, and an hour longer when they go back', () => {
    expect(until('2026-03-28T22:30:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00');
    expect(until('2026-10-24T22:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T06:00');
  });

  it('end with the leap if the clock leaps over their end', () => {
    const early = { from: minuteOf('22:00')!, until: minuteOf('02:30')! };
    expect(until('2026-03-28T22:30:00Z', 'Europe/Berlin', early)).toBe('2026-03-29T01:00');
  });

  it('are given as times of day and a time zone that exists', () => {
    expect(clockOf(minuteOf('07:05')!)).toBe('07:05');
    for (const wrong of ['24:00', '7:00', '12:60', '']) expect(minuteOf(wrong)).toBeUndefined();
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
  });
});
