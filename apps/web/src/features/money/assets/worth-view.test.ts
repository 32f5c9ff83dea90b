/** The sum of a period adds up as displayed, and the chart ends where the total is. */
import { type Amount, decimal, formatFixed } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datedPoints, linesOf, pathsOf, sumOf, type WorthPoint } from './worth-view.ts';

const point = (day: string, worth: string | null, putIn = '0', takenOut = '0'): WorthPoint => ({
  day,
  worth,
  putIn,
  takenOut,
});

describe('the sum of a period', () => {
  it('is worth then, put in and taken out since, worth now, and profit', () => {
    const points = [point('2026-08-22', '46402.158', '40000', '100'), point('2026-09-01', '1')];
    const now = point('2026-11-22', '51306.229', '48500', '4352');
    expect(sumOf(points, now)).toMatchObject({
      before: '46402.15',
      putIn: '8500',
      takenOut: '-4252',
      net: '50650.15',
      now: '51306.22',
      profit: '656.07',
      base: '54902.15',
      percent: '1.19',
    });
  });

  it('adds up in cents, whatever the figures are', () => {
    const amount = fc
      .bigInt({ min: 0n, max: 10n ** 24n })
      .map((value) => formatFixed(value * 10n ** 6n, 12));
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount, amount, amount), (figures) => {
        const [then, in1, out1, now, in2, out2] = figures;
        const sum = sumOf(
          [point('2026-01-01', then, in1, out1)],
          point('2026-02-01', now, in2, out2),
        )!;
        const [a, b, c, d] = [sum.before, sum.putIn, sum.takenOut, sum.net].map((text) =>
          decimal<Amount>(text),
        );
        expect(a! + b! + c!).toBe(d);
        expect(d! + decimal<Amount>(sum.profit)).toBe(decimal(sum.now));
        expect(sum.now).toBe(formatFixed(decimal(now), 2).replace(/\.?0+$/, ''));
      }),
    );
  });

  it('begins at the first day that had prices, and needs one at its end', () => {
    const points = [point('2026-01-01', null), point('2026-01-02', '10')];
    expect(sumOf(points, point('2026-01-03', '12'))).toMatchObject({ before: '10', profit: '2' });
    expect(sumOf(points, points[0])).toBeUndefined();
    expect(sumOf([points[0]!], point('2026-01-03', '12'))).toBeUndefined();
  });

  it('has no percent of nothing', () => {
    expect(sumOf([point('2026-01-01', '0')], point('2026-01-02', '5'))?.percent).toBeUndefined();
  });
});

describe('the chart', () => {
  const points = [
    point('2026-01-01', '100', '90'),
    point('2026-01-02', null, '90'),
    point('2026-01-03', '250', '240'),
    point('2026-01-04', '200', '240', '40'),
  ];

  it('breaks in a gap, and steps where money was put in or taken out', () => {
    const paths = pathsOf(linesOf(points));
    expect(paths.worth.match(/M/g)).toHaveLength(2);
    expect(paths.worth).toContain('h0M');
    expect(paths.paidIn).toMatch(/^M\S+ \S+H33\.33V(\S+?)H66\.67V(\S+?)H100V\S+$/);
  });

  it('begins money put in at worth then, so that a deposit is not a gain', () => {
    const { worth, paidIn } = linesOf(points);
    expect(paidIn[0]).toBe(worth[0]);
    // Both have risen by the 150 that were put in.
    expect(paidIn[2]).toBeCloseTo(worth[2]!);
  });

  it('has round numbers at its grid, also for a flat line and for nothing', () => {
    expect(linesOf(points).ticks.map(({ value }) => value)).toEqual([100, 150, 200, 250]);
    for (const worth of ['0', '5000', '-3']) {
      const flat = linesOf([point('2026-01-01', worth), point('2026-01-02', worth)]);
      expect(flat.ticks.length, worth).toBeGreaterThan(1);
      expect(flat.worth[0], worth).toBeCloseTo(0.5);
    }
  });

  it('has two to six grid lines, whatever the range', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), (range) => {
        const high = String(1000 + Math.round(range * 100) / 100);
        const { ticks } = linesOf([point('2026-01-01', '1000'), point('2026-01-02', high)]);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('names four dates at most', () => {
    expect(datedPoints(2)).toEqual([0, 1]);
    expect(datedPoints(92)).toEqual([0, 30, 61, 91]);
    expect(datedPoints(1)).toEqual([]);
  });
});
