import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candleStart, candleStartFrom, intervalNamed, intervals } from './intervals.ts';

const at = (iso: string): number => Date.parse(iso);
const startOf = (interval: Parameters<typeof candleStart>[0], iso: string): string =>
  new Date(candleStart(interval, at(iso))).toISOString();

describe('candle intervals', () => {
  it('start on UTC boundaries, weeks on Monday, months on the first', () => {
    const moment = '2026-11-18T14:38:59.999Z';
    expect(startOf('1min', moment)).toBe('2026-11-18T14:38:00.000Z');
    expect(startOf('5min', moment)).toBe('2026-11-18T14:35:00.000Z');
    expect(startOf('15min', moment)).toBe('2026-11-18T14:30:00.000Z');
    expect(startOf('30min', moment)).toBe('2026-11-18T14:30:00.000Z');
    expect(startOf('60min', moment)).toBe('2026-11-18T14:00:00.000Z');
    expect(startOf('4hour', moment)).toBe('2026-11-18T12:00:00.000Z');
    expect(startOf('1day', moment)).toBe('2026-11-18T00:00:00.000Z');
    expect(startOf('1week', moment)).toBe('2026-11-16T00:00:00.000Z');
    expect(startOf('1week', '2026-11-16T00:00:00.000Z')).toBe('2026-11-16T00:00:00.000Z');
    expect(startOf('1week', '2026-11-15T23:59:59.999Z')).toBe('2026-11-09T00:00:00.000Z');
    expect(startOf('1mon', moment)).toBe('2026-11-01T00:00:00.000Z');
    expect(startOf('1year', moment)).toBe('2026-01-01T00:00:00.000Z');
  });

  it('cover time without overlaps or gaps', () => {
    const moments = fc.integer({
      min: at('2020-01-01T00:00:00Z'),
      max: at('2090-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(moments, fc.constantFrom(...intervals), (moment, interval) => {
        const start = candleStart(interval, moment);
        const next = candleStartFrom(interval, start + 1);
        expect(start <= moment && moment < next).toBe(true);
        expect(candleStart(interval, next)).toBe(next);
        expect(candleStart(interval, next - 1)).toBe(start);
        expect(candleStartFrom(interval, start)).toBe(start);
      }),
    );
  });

  it('are found by our names and by those of other exchanges', () => {
    expect(['1', '5', '15', '30', 'hour', 'day', 'week', 'month'].map(intervalNamed)).toEqual([
      '1min',
      '5min',
      '15min',
      '30min',
      '60min',
      '1day',
      '1week',
      '1mon',
    ]);
    expect(['1h', '60', '1D', '1W', '1M', '1m', '60min'].map(intervalNamed)).toEqual([
      '60min',
      '60min',
      '1day',
      '1week',
      '1mon',
      '1min',
      '60min',
    ]);
    for (const name of ['', '2', '7min', 'toString', '__proto__', '4hour', '1year']) {
      expect(intervalNamed(name)).toBeUndefined();
    }
  });
});
